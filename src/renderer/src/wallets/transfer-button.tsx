import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconArrowRight } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TransferredToken } from '../../../shared/app-client/nfts.ts'
import { ownAddressOf, transferField } from '../../../shared/token-names.ts'
import { useApi, useAppState } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { readMetadata, type WalletNft } from '../api/nfts.ts'
import { Failure } from '../ui/failure.tsx'
import { isUnknown } from '../ui/lost-answer.ts'
import { type Held, numberNeeded } from '../ui/number/number-held.ts'
import { WholeNumberInput } from '../ui/number/whole-number-input.tsx'

/** Moves an NFT out of a wallet of the project, after asking, if a person allowed moving people's NFTs; nothing for all others. */
export function TransferButton({ nft, holder, onMoving }: { nft: WalletNft; holder: string; onMoving(): void }) {
  const api = useApi()
  const { data: state } = useAppState()
  const [asking, { open, close }] = useDisclosure(false)
  const wallets = useQuery({
    queryKey: [...keys.wallets, 'own', 'at', holder],
    queryFn: () => api.projectWallets({ address: holder }),
  })
  const from = wallets.data?.wallets[0]
  const token = tokenOf(nft)
  if (!from || !state?.project.enterprise || token === null) return null
  const { name } = readMetadata(nft.metadata)
  return (
    <div>
      <Button variant="default" leftSection={<IconArrowRight size={16} />} onClick={open}>
        Transfer…
      </Button>
      <Modal opened={asking} onClose={close} title={`Transfer ${name === '' ? 'this NFT' : `“${name}”`}?`}>
        <Question
          request={{ chain: nft.chain, from: holder, ...token }}
          who={from.user}
          held={nft.quantity === undefined ? null : Number(nft.quantity)}
          onClose={close}
          onMoving={onMoving}
        />
      </Modal>
    </div>
  )
}

/** What identifies the NFT in a transfer; null where that is not known. */
function tokenOf({ chain, contractAddress, tokenId, ...named }: WalletNft): TransferredToken | null {
  const address = ownAddressOf(named)
  if (address !== undefined) return transferField(chain, address)
  return contractAddress === undefined || tokenId === undefined ? null : { contractAddress, tokenId }
}

interface QuestionProps {
  request: { chain: string; from: string } & TransferredToken
  /** The user whose wallet holds it. */
  who: string
  /** Units held; null for an NFT of one unit. */
  held: number | null
  onClose(): void
  onMoving(): void
}

function Question({ request, who, held, onClose, onMoving }: QuestionProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [to, setTo] = useState('')
  const [quantity, setQuantity] = useState<Held>(1)
  // The same request of one dialog has one idempotency key, however often the button is pressed: otherwise copies could go twice.
  const [idempotencyKeys] = useState(() => new Map<string, string>())
  const transfer = useMutation({
    mutationFn: async () => {
      const units = held === null ? {} : { quantity: numberNeeded('How many', quantity, { min: 1, max: held }) }
      const whole = { ...request, to: to.trim(), ...units }
      const asked = JSON.stringify(whole)
      const key = idempotencyKeys.get(asked) ?? crypto.randomUUID()
      idempotencyKeys.set(asked, key)
      return api.transfer(whole, key)
    },
    onSuccess: () => {
      notifications.show({ message: `It is on its way to ${to.trim()}; it is there when that is confirmed.` })
      void queries.invalidateQueries({ queryKey: keys.wallets })
      onClose()
      onMoving()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        transfer.mutate()
      }}
    >
      <Stack gap="md">
        <Text className="breakable">
          From the wallet of <b>{who}</b>, {request.from}. Only who gets it can give it back. The fee balance pays the
          fee.
        </Text>
        <TextInput
          label="To"
          description="An address, an e-mail address, or userId:… of this project"
          data-autofocus
          value={to}
          onChange={(event) => {
            setTo(event.currentTarget.value)
            transfer.reset()
          }}
        />
        {held !== null && (
          <WholeNumberInput
            label="How many"
            description={`The wallet holds ${held}`}
            max={held}
            value={quantity}
            onChange={(units) => {
              setQuantity(units)
              transfer.reset()
            }}
          />
        )}
        {transfer.error &&
          (isUnknown(transfer.error) ? (
            <Failure
              title="Whether it is on its way is not known"
              error={transfer.error}
              money="Press Transfer once more: this transfer is made once, however often it is asked for."
            />
          ) : (
            <Failure title="It was not moved" error={transfer.error} money="Nothing was spent." />
          ))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" disabled={to.trim() === ''} loading={transfer.isPending}>
            Transfer{to.trim() === '' ? '' : ` to ${shortened(to.trim())}`}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 14)}…${text.slice(-6)}` : text
}
