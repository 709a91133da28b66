import { Accordion, Badge, Group, Stack, Text, Title } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { useCallLog } from '../api/context.tsx'
import { LogArt } from '../ui/art/illustrations.tsx'
import { Empty } from '../ui/empty.tsx'
import { moment } from '../ui/format.ts'
import { Snippet } from './snippet.tsx'

/** The window's calls since it was opened, as a program would make them: newest first, without keys. */
export function JustDone() {
  const log = useCallLog()
  const calls = useSyncExternalStore(log.subscribe, log.list)
  const [open, setOpen] = useState<string | null>(null)
  if (calls.length === 0)
    return (
      <Empty
        icon={<LogArt />}
        title="Nothing yet"
        cure="Drop a spreadsheet, ask for a price, make a collection, send an NFT: each is shown here as a command and as a program."
      />
    )
  return (
    <Stack gap="md">
      <div>
        <Title order={2}>What the window just did</Title>
        <Text c="dimmed">
          A program does the same with these calls and a key. What only a person may do is not among them; no key stands
          in them.
        </Text>
      </div>
      <Accordion variant="contained" className="panel" order={3} value={open} onChange={setOpen}>
        {calls.map((call) => (
          <Accordion.Item key={call.id} value={String(call.id)}>
            <Accordion.Control>
              <Group gap="xs">
                <Badge variant="light" color="gray" radius="sm">
                  {call.method}
                </Badge>
                <Text component="span" className="mono breakable" flex="1 1 240px">
                  {call.path.replace(/\?.*$/, '')}
                </Text>
                <Text component="span" size="sm" c="dimmed">
                  {moment(new Date(call.at).toISOString())}
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>{open === String(call.id) && <Snippet call={call} apiKey={null} />}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  )
}
