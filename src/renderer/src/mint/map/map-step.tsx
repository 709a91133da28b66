import { Alert, Grid, Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ColumnMapping, Import, ImportPatch } from '../../../../shared/app-api.ts'
import { privateColumns } from '../../../../shared/spreadsheet/guess-columns.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { sayFailed } from '../../ui/say-failed.ts'
import { Step } from '../step.tsx'
import { firstRows } from '../use-import-rows.ts'
import { ColumnMap } from './column-map.tsx'
import { PreviewCards } from './preview-cards.tsx'

/** Changes what the rows are checked by; the rows on screen and the price follow. */
export function usePatchImport(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationKey: keys.import(id),
    mutationFn: (patch: ImportPatch) => api.patchImport(id, patch),
    // The answer may be older than an event that came before it, so what now holds is asked for.
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: keys.import(id) })
      void queries.invalidateQueries({ queryKey: keys.importRows(id) })
      void queries.invalidateQueries({ queryKey: keys.quote(id) })
    },
    onError: sayFailed('The change was not taken', 'Nothing was spent.'),
  })
}

/** Step 2: which column is what, and the first NFTs as wallets will show them. */
export function MapStep({ file }: { file: Import }) {
  const api = useApi()
  const patch = usePatchImport(file.id)
  // Of a file that waits for an answer about hidden rows the rows are there; of one that failed otherwise they may be of before.
  const readable = file.state !== 'failed' || file.failure?.code === 'sheet.hidden'
  const rows = useQuery({ ...firstRows(api, file.id), enabled: readable }).data?.rows
  const shown = readable ? (rows ?? []) : []
  // What was just chosen shows at once, while the rows are checked again.
  const asked: ImportPatch = patch.isPending ? patch.variables : {}
  const columns = asked.columns ?? file.columns
  const asTraits = asked.otherColumnsAsTraits ?? file.options.otherColumnsAsTraits
  const left = privateColumns(columns)
  const change = (place: number, mapping: ColumnMapping) =>
    patch.mutate({ columns: columns.map((old, at) => (at === place ? mapping : old)) })
  return (
    <Step
      number={2}
      title="Match the columns"
      aside={
        <Switch
          label="All others as traits"
          checked={asTraits}
          onChange={(event) => patch.mutate({ otherColumnsAsTraits: event.currentTarget.checked })}
        />
      }
    >
      <Grid gap="lg">
        <Grid.Col span={8}>
          {file.failure?.code === 'header.duplicate' && <Alert color="yellow">{file.failure.message}</Alert>}
          {left.length > 0 && (
            <Text size="sm" c="dimmed" mb="xs" className="breakable">
              Private, because metadata is public for good: {left.join(', ')}. Choose “Trait” for what everybody may
              see; what looks personal stays private under “All others as traits”.
            </Text>
          )}
          <ColumnMap columns={columns} example={shown[0]?.cells ?? []} onChange={change} />
        </Grid.Col>
        <Grid.Col span={4}>
          <PreviewCards file={file} rows={shown} />
        </Grid.Col>
      </Grid>
    </Step>
  )
}
