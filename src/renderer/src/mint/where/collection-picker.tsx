import { Button, Group, Modal, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import type { Import } from '../../../../shared/app-api.ts'
import { useCollections } from '../../api/context.tsx'
import { counted } from '../../ui/format.ts'
import { useMintStore } from '../mint-store.ts'
import { usePatchImport } from '../use-patch-import.ts'
import { NewCollection } from './new-collection.tsx'
import type { FilePlace } from './use-file-chain.ts'

/** Which collection the file is minted into; a new one can be made on the spot. */
export function CollectionPicker({ file, place }: { file: Import; place: FilePlace }) {
  const { data: collections } = useCollections()
  const patch = usePatchImport(file.id)
  const set = useMintStore((store) => store.set)
  const [creating, { open, close }] = useDisclosure(false)
  // The core refuses a choice while it checks the rows for the one before.
  const isChecking = file.state === 'checking'
  const choose = (id: string): void => {
    set({ collectionId: id })
    patch.mutate({ collectionId: id })
  }
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label="Collection"
        flex="1 1 220px"
        maw={420}
        allowDeselect={false}
        searchable
        // It gets the focus back after the check, and then its list stays closed.
        openOnFocus={false}
        disabled={isChecking}
        value={(patch.isPending && patch.variables.collectionId) || file.options.collectionId}
        onChange={(id) => id !== null && id !== file.options.collectionId && choose(id)}
        data={
          collections?.map(({ id, metadata, chainLabel, minted, unavailable }) => ({
            value: id,
            label: `${metadata.name} · ${chainLabel} · ${unavailable === null ? `${counted(minted, 'NFT')} minted` : 'not available'}`,
            disabled: unavailable !== null,
          })) ?? []
        }
      />
      {place.hasChain && (
        <Button variant="default" flex="none" leftSection={<IconPlus size={16} />} disabled={isChecking} onClick={open}>
          New collection
        </Button>
      )}
      <Modal opened={creating} onClose={close} title="New collection" size="lg">
        <NewCollection
          file={file}
          place={place}
          onCreated={(id) => {
            close()
            choose(id)
          }}
        />
      </Modal>
    </Group>
  )
}
