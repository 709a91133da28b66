import { Progress, Stack, Table, Text } from '@mantine/core'
import { Failure } from '../../ui/failure.tsx'
import { bytes } from '../../ui/format.ts'
import { plainWords } from '../../ui/plain-words.ts'
import { type Upload, useMintStore } from '../mint-store.ts'
import { ChosenFile } from './chosen-file.tsx'
import { kindOf } from './preview.ts'

const shownRows = 8

/** Shown while a file goes to the core: its first rows, as the page itself reads them. */
export function UploadStep({ upload }: { upload: Upload }) {
  const set = useMintStore((store) => store.set)
  const { file, preview, error } = upload
  return (
    <ChosenFile name={file.name} onClose={() => set({ upload: null })}>
      {error !== null ? (
        <Failure
          title="The file was not taken in"
          error={error}
          money="Nothing was minted. Press “Use another file” and choose it again."
        />
      ) : (
        <Stack gap={4}>
          <Progress value={100} animated size="sm" aria-label="File taken in" />
          <Text size="sm" c="dimmed" role="status">
            Taking in {bytes(file.size)}
          </Text>
        </Stack>
      )}
      {preview?.findings.map(({ code, message }) => (
        <Text key={code} className="bad">
          {plainWords(message)}
        </Text>
      ))}
      {preview && preview.rows.length > 0 && (
        <>
          <Text size="sm" c="dimmed">
            {kindOf(preview)}. The first rows:
          </Text>
          <Table.ScrollContainer minWidth={280}>
            <Table withTableBorder>
              <Table.Thead>
                <Table.Tr>
                  {preview.columns.map(({ header }, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one header
                    <Table.Th key={place}>{header}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {preview.rows.slice(0, shownRows).map(({ row, cells }) => (
                  <Table.Tr key={row}>
                    {preview.columns.map(({ header }, place) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one header
                      <Table.Td key={`${header} ${place}`}>
                        <Text size="sm" truncate maw={220}>
                          {cells[place] ?? ''}
                        </Text>
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </>
      )}
    </ChosenFile>
  )
}
