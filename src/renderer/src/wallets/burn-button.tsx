import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconFlame } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError } from '../api/client.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { readMetadata, type WalletNft } from '../api/nfts.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Failure } from '../ui/failure.tsx'
import { isUnknown } from '../ui/lost-answer.ts'

/** Whether an earlier request, whose answer was lost, has started or done the burn: then nothing is wrong. */
function isUnderWay(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'nft.beingBurnt' || error.code === 'nft.burnt')
}

/** Burns an NFT that a wallet of the project holds, after asking; nothing for all others. */
export function BurnButton({ nft, onBurning }: { nft: WalletNft; onBurning(): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const [asking, { open, close }] = useDisclosure(false)
  const located = useQuery({
    queryKey: keys.locatedNft(nft.locator),
    queryFn: () => api.locatedNft(nft.locator).catch(() => null),
  })
  const found = located.data
  const burn = useMutation({
    mutationFn: ({ collectionId, id }: { collectionId: string; id: string }) =>
      api.burn(collectionId, id).catch((error: unknown) => {
        if (!isUnderWay(error)) throw error
      }),
    onSuccess: () => {
      notifications.show({ message: 'It is being burnt; it is gone when that is confirmed.' })
      void queries.invalidateQueries({ queryKey: keys.locatedNft(nft.locator) })
      close()
      onBurning()
    },
  })
  if (!found?.burnable) return null
  const { name } = readMetadata(nft.metadata)
  return (
    <div>
      <Button variant="default" leftSection={<IconFlame size={16} />} onClick={open}>
        Burn…
      </Button>
      <Confirm
        opened={asking}
        onClose={close}
        title={`Burn ${name === '' ? 'this NFT' : `“${name}”`}?`}
        keep="Keep it"
        act="Burn for good"
        pending={burn.isPending}
        failure={
          burn.error &&
          (isUnknown(burn.error) ? (
            <Failure
              title="Whether it is being burnt is not known"
              error={burn.error}
              money="It is burnt once, however often that is asked for."
            />
          ) : (
            <Failure title="It was not burnt" error={burn.error} money="Nothing was spent." />
          ))
        }
        onAct={() => burn.mutate(found)}
      >
        A wallet of this project holds it, so Mintdesk can burn it. It is then gone for good: nobody can get it back
        {nft.tokenId !== undefined && ', and its number is never given again'}. The transaction costs a fee.
      </Confirm>
    </div>
  )
}
