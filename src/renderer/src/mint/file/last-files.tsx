import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Import, Run } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { moment } from '../../ui/format.ts'
import { Mosaic } from '../../ui/media/mosaic.tsx'
import { rowsKey } from '../use-import-rows.ts'
import { fileWords } from './file-words.ts'
import classes from './last-files.module.css'

const shown = 6
/** The number of a file's rows whose pictures are shown. */
const shownOfFile = 4

/** The files that were opened last, to go on with. */
export function LastFiles() {
  const api = useApi()
  const { data: files } = useQuery({ queryKey: keys.imports, queryFn: api.imports })
  const { data: runs } = useQuery({ queryKey: keys.runs, queryFn: api.runs })
  if (!files || files.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={2}>Last files</Title>
      <ul className={classes.list}>
        {files.slice(0, shown).map((file) => (
          <li key={file.id} className={classes.entry}>
            <Group gap="sm" wrap="nowrap">
              <FilePictures file={file} run={runs?.find(({ importId }) => importId === file.id)} />
              <Anchor component={Link} href={`/mint/${file.id}`} className="breakable">
                {file.name}
              </Anchor>
            </Group>
            <Group gap="md">
              <Text size="sm" c="dimmed" className="breakable">
                {fileWords(
                  file,
                  runs?.find(({ importId }) => importId === file.id),
                  Date.now(),
                )}
              </Text>
              <Text size="sm" c="dimmed">
                {moment(file.createdAt)}
              </Text>
            </Group>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

/** Pictures of what the run of a file minted, else of the file's first rows. */
function FilePictures({ file, run }: { file: Import; run: Run | undefined }) {
  const api = useApi()
  const minted = run?.pictures ?? []
  const { data } = useQuery({
    queryKey: [...rowsKey(file.id, 'all'), 'pictures'],
    queryFn: () => api.importRows(file.id, { limit: shownOfFile }),
    enabled: minted.length === 0 && file.columns.length > 0,
  })
  const place = file.columns.findIndex(({ field }) => field === 'image')
  const named = data?.rows.map(({ cells }) => cells[place]?.trim() ?? '').filter((cell) => cell !== '') ?? []
  const pictures = minted.length > 0 ? minted : [...new Set(named)]
  return <Mosaic pictures={pictures} name={file.name} id={file.id} importId={file.id} width={40} alt="" />
}
