import { Group, Kbd, Modal, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { modKey } from './palette/mod-key.ts'
import { useShortcutStore } from './shortcut-store.ts'

const groups = [
  {
    title: 'Everywhere',
    keys: [
      { keys: [modKey, 'K'], does: 'Search pages and actions' },
      { keys: ['?'], does: 'This list' },
      { keys: ['Esc'], does: 'Close what is open' },
      { keys: ['Tab'], does: 'The next control; Shift and Tab the one before' },
    ],
  },
  {
    title: 'Tables',
    keys: [
      { keys: ['↑', '↓', '←', '→'], does: 'The next cell' },
      { keys: ['Enter'], does: 'Open the row, or change the cell' },
      { keys: ['Page Up', 'Page Down'], does: 'A page of rows' },
      { keys: ['Home', 'End'], does: `First and last cell of the row; with ${modKey}, of the table` },
    ],
  },
  {
    title: 'Mint',
    keys: [{ keys: [modKey, 'Z'], does: 'Take the last correction back' }],
  },
  ...(window.native ? [{ title: 'App', keys: [{ keys: [modKey, 'N'], does: 'Mint another file' }] }] : []),
]

/** The list of shortcuts, opened by `?`. */
export function ShortcutList() {
  const isShown = useShortcutStore((store) => store.isShown)
  useEffect(() => {
    const show = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || isWriting(event.target)) return
      event.preventDefault()
      useShortcutStore.setState({ isShown: true })
    }
    document.addEventListener('keydown', show)
    return () => document.removeEventListener('keydown', show)
  }, [])
  return (
    <Modal opened={isShown} onClose={() => useShortcutStore.setState({ isShown: false })} title="Shortcuts">
      <Stack gap="lg">
        {groups.map(({ title, keys }) => (
          <Stack key={title} gap="xs" component="section" aria-label={title}>
            <Title order={3}>{title}</Title>
            {keys.map(({ keys, does }) => (
              <Group key={does} justify="space-between" gap="sm" wrap="nowrap">
                <Text size="sm">{does}</Text>
                <Group gap={4} justify="flex-end">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </Group>
            ))}
          </Stack>
        ))}
      </Stack>
    </Modal>
  )
}

/** Whether the key belongs to a text that the person types. */
function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
