import { Button, Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Sample } from '../../../../shared/app-api.ts'
import { familyOf } from '../../../../shared/families.ts'
import { useApi, useCollections } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { sayFailed } from '../../ui/say-failed.ts'
import { useMintStore } from '../mint-store.ts'

/** "Try a sample": the spreadsheets that come with the app. */
export function SampleMenu({ onFile }: { onFile(file: File): void }) {
  const api = useApi()
  const { data: samples, error } = useQuery({ queryKey: keys.samples, queryFn: api.samples, staleTime: Infinity })
  // Which collection a sample is for cannot be said before they are known.
  const { data: collections, isPending } = useCollections()
  const { collectionId, set } = useMintStore()
  const open = ({ name, chain }: Sample): void => {
    const into = collections?.find(({ id }) => id === collectionId)?.chain
    // Its addresses would all be wrong on another kind of chain.
    if (chain !== null && into !== undefined && familyOf(chain) !== familyOf(into))
      set({ collectionId: `default-${chain}` })
    void api.sampleFile(name).then(onFile, sayFailed('The sample could not be opened'))
  }
  return (
    <Menu position="bottom-start" width={360} withinPortal>
      <Menu.Target>
        <Button variant="default" disabled={error !== null || isPending}>
          Try a sample
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {samples
          ?.filter(({ name }) => name !== 'template.csv')
          .map((sample) => (
            <Menu.Item key={sample.name} onClick={() => open(sample)}>
              <Text size="sm" fw={600}>
                {sample.title}
              </Text>
              <Text size="xs" c="dimmed">
                {sample.description}
              </Text>
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
