import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { moment } from '../../ui/format.ts'
import { fileWords } from './file-words.ts'
import classes from './last-files.module.css'

const shown = 6

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
            <Anchor component={Link} href={`/mint/${file.id}`} className="breakable">
              {file.name}
            </Anchor>
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
