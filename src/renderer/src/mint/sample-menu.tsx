import { Button, Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { sayFailed } from '../ui/say-failed.ts'

/** "Try a sample": the spreadsheets that come with the app. */
export function SampleMenu({ onFile }: { onFile(file: File): void }) {
  const api = useApi()
  const { data: samples, error } = useQuery({ queryKey: keys.samples, queryFn: api.samples, staleTime: Infinity })
  return (
    <Menu position="bottom-start" width={360} withinPortal>
      <Menu.Target>
        <Button variant="default" disabled={error !== null}>
          Try a sample
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {samples
          ?.filter(({ name }) => name !== 'template.csv')
          .map(({ name, title, description }) => (
            <Menu.Item
              key={name}
              onClick={() => void api.sampleFile(name).then(onFile, sayFailed('The sample could not be opened'))}
            >
              <Text size="sm" fw={600}>
                {title}
              </Text>
              <Text size="xs" c="dimmed">
                {description}
              </Text>
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
