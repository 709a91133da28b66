import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Import } from '../../../../shared/app-api.ts'
import { placeOfHeader } from '../../../../shared/spreadsheet/columns.ts'
import { useApi, useCollections } from '../../api/context.tsx'
import { rowsKey } from '../use-import-rows.ts'
import classes from './groups.module.css'
import type { Problem } from './groups.ts'
import { spellingsOf } from './spelling.ts'
import { SpellingsOf } from './spellings.tsx'
import { useCorrectCell } from './use-cells.ts'

const shown = 3

/** Mistyped addresses, three at a time, each with both spellings: the person decides for each which one is meant. */
export function ChecksumRows({ file, problem }: { file: Import; problem: Problem }) {
  const api = useApi()
  const correct = useCorrectCell(file.id)
  const { data: collections } = useCollections()
  const chain = collections?.find(({ id }) => id === file.options.collectionId)?.chain
  const { code, column } = problem
  const { data } = useQuery({
    queryKey: [...rowsKey(file.id, 'all', code, column), 'first'],
    queryFn: () => api.importRows(file.id, { code, column, limit: shown }),
  })
  const place = placeOfHeader(file.columns, column)
  return (
    <Stack gap="xs">
      <Text size="sm">
        A character of each of these is mistyped, and nobody can tell which. Ask the recipient for the address again.
        Take the other spelling only where you know that the address is right and its capitals alone are wrong: what is
        sent to a wrong address is lost.
      </Text>
      {data?.rows.slice(0, shown).map(({ row, cells }) => {
        const spellings = chain === undefined ? null : spellingsOf(chain, cells[place] ?? '')
        return (
          <Group key={row} gap="sm" align="flex-start" justify="space-between" className={classes.cure ?? ''}>
            <div className={classes.spelled}>
              <Text size="xs" fw={600}>
                Row {row}
              </Text>
              {spellings ? <SpellingsOf {...spellings} /> : <Text className="mono breakable">{cells[place]}</Text>}
            </div>
            {spellings && (
              <Button
                size="xs"
                variant="default"
                onClick={() => correct({ row, column: place }, spellings.meant)}
                aria-label={`Take the other spelling in row ${row}`}
              >
                Take the other spelling
              </Button>
            )}
          </Group>
        )
      })}
    </Stack>
  )
}
