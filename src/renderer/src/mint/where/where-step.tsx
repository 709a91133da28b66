import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import type { Import } from '../../../../shared/app-api.ts'
import { chainLabel } from '../../../../shared/chains.ts'
import { counted } from '../../ui/format.ts'
import { Media } from '../../ui/media/media.tsx'
import { Unavailable } from '../../ui/unavailable.tsx'
import { useMintStore } from '../mint-store.ts'
import { usePatchImport } from '../use-patch-import.ts'
import { CollectionPicker } from './collection-picker.tsx'
import type { FilePlace } from './use-file-chain.ts'
import classes from './where.module.css'

/** The first decision: the collection that the file is minted into. All else is checked against it. */
export function WhereStep({ file, place }: { file: Import; place: FilePlace }) {
  const { collection, addresses, strange, closed } = place
  return (
    <Stack gap="md">
      {strange && <Switching file={file} place={place} />}
      {closed && (
        <Unavailable collection={closed}>Until then nothing can be minted into {closed.metadata.name}.</Unavailable>
      )}
      {collection && (
        <div className={classes.card}>
          <div className={classes.picture}>
            <Media uri={collection.metadata.imageUrl} name={collection.metadata.name} />
          </div>
          <div>
            <Text fw={600} className="breakable">
              {collection.metadata.name}
            </Text>
            <Text size="sm" c="dimmed">
              {collection.chainLabel} · {counted(collection.minted, 'NFT')} minted
            </Text>
            {addresses !== null && !strange && (
              <Text size="sm" c="dimmed">
                The addresses in this file are of{' '}
                {addresses.chain === null ? addresses.family.label : chainLabel(addresses.chain)}, as it is.
              </Text>
            )}
          </div>
        </div>
      )}
      {collection && collection.unavailable !== null && (
        <Unavailable collection={collection}>Choose another collection.</Unavailable>
      )}
      <CollectionPicker file={file} place={place} />
    </Stack>
  )
}

/** Says that the file's addresses are of other chains than the collection, with the button that corrects this. */
function Switching({ file, place }: { file: Import; place: FilePlace }) {
  const patch = usePatchImport(file.id)
  const set = useMintStore((store) => store.set)
  const { addresses, collection, better, closed, hasChain } = place
  if (addresses === null || collection === undefined) return null
  const label = addresses.chain === null ? addresses.family.label : chainLabel(addresses.chain)
  return (
    <Alert color="yellow" role="status" icon={<IconArrowsExchange size={18} />}>
      <Group gap="sm" justify="space-between">
        <Text size="sm" className="breakable" flex="1 1 260px">
          The addresses in this file are of {label}, and {collection.metadata.name} is on {collection.chainLabel}: none
          of them could be minted to.
          {!better &&
            !closed &&
            (hasChain
              ? ` Make a new collection on ${label}, below.`
              : ` This project cannot mint on ${label}: correct the addresses.`)}
        </Text>
        {better && (
          <Button
            size="xs"
            // While the rows are checked the core takes no other choice.
            loading={patch.isPending || file.state === 'checking'}
            onClick={() => {
              set({ collectionId: better.id })
              patch.mutate({ collectionId: better.id })
            }}
          >
            Mint into {better.metadata.name}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
