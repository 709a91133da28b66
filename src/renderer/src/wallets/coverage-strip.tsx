import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Coverage } from '../../../shared/api-schemas/wallets.ts'
import type { WalletMeaning, WalletScan } from '../../../shared/app-api.ts'
import { familyOf } from '../../../shared/families.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'
import { useMay } from '../ui/allowed.tsx'
import { Failure } from '../ui/failure.tsx'
import { count, counted } from '../ui/format.ts'

export interface CoverageStripProps {
  wallet: WalletMeaning
  coverage: Coverage
  note: string | null
}

/** How complete the list below is (its coverage), and the scan that completes it. Nothing where it is complete. */
export function CoverageStrip({ wallet, coverage, note }: CoverageStripProps) {
  const api = useApi()
  const queries = useQueryClient()
  const key = keys.scan(wallet.chain, wallet.address)
  const { holdingEvents: scannable, indexed } = familyOf(wallet.chain)
  const scan = useQuery({ queryKey: key, queryFn: () => api.walletScan(wallet.locator), enabled: scannable })
  const order = useMutation({
    mutationFn: (what: 'start' | 'pause' | 'cancel') => api.orderScan(wallet.locator, what),
    onSuccess: (state) => {
      replaceAnswer<WalletScan>(queries, key, state)
      void queries.invalidateQueries({ queryKey: [...keys.wallets, 'nfts', wallet.locator] })
    },
  })
  const state = scan.data?.state ?? 'none'
  const may = useMay('mint')
  if (coverage === 'full' && note === null) return null
  return (
    <Stack className="panel" p="md" gap="xs">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Text fw={600}>{(indexed ? indexedTitles : titles)[coverage]}</Text>
          <Text size="sm" c="dimmed" className="breakable">
            {scannable && abouts[coverage]}{' '}
            {indexed && coverage === 'provider' && 'Nothing on this computer can confirm it.'} {note}
          </Text>
        </div>
        {coverage !== 'full' && scan.data && may && (
          <Group gap="xs">
            {(state === 'none' || state === 'paused' || state === 'failed') && (
              <Button variant="default" loading={order.isPending} onClick={() => order.mutate('start')}>
                {state === 'none' ? 'Look through the whole network' : 'Go on'}
              </Button>
            )}
            {state === 'running' && (
              <Button variant="default" loading={order.isPending} onClick={() => order.mutate('pause')}>
                Pause
              </Button>
            )}
            {(state === 'running' || state === 'paused' || state === 'failed') && (
              <Button variant="subtle" color="red" onClick={() => order.mutate('cancel')}>
                Cancel
              </Button>
            )}
          </Group>
        )}
      </Group>
      {scan.data && state !== 'none' && state !== 'done' && <Reading scan={scan.data} />}
      {order.error && <Failure title="That did not work" error={order.error} money="Looking moves no money." />}
      {scannable && coverage === 'own' && state === 'none' && (
        <Text size="sm" c="dimmed">
          Faster: ask a provider that keeps an index,{' '}
          <Anchor component={Link} href="/settings/networks" size="sm">
            set in Settings
          </Anchor>
          .
        </Text>
      )}
    </Stack>
  )
}

function Reading({ scan: { through, head, found, message, state } }: { scan: WalletScan }) {
  const percent = head === null || head === 0 ? 0 : Math.min(100, (through / head) * 100)
  return (
    <Stack gap={4}>
      <Progress.Root size={8} radius="sm">
        <Progress.Section value={percent} color={state === 'failed' ? 'red.7' : 'blue.6'} aria-label="Blocks read" />
      </Progress.Root>
      <Text size="sm" c="dimmed" role="status" className="breakable">
        {state === 'running' ? 'Reading' : state === 'paused' ? 'Paused' : 'Stopped'}: {count(through)}{' '}
        {head === null ? 'blocks read' : `of ${count(head)} blocks`}, {counted(found, 'NFT')} known. {message}
      </Text>
    </Stack>
  )
}

const titles: Readonly<Record<Coverage, string>> = {
  own: 'Your own collections, and what was found so far',
  provider: 'Your own collections, and what the provider knows',
  full: 'Everything that this wallet holds',
}

/** For chains on which there are no collections of the project. */
const indexedTitles: typeof titles = {
  own: 'What the provider has listed so far',
  provider: 'What the provider knows',
  full: titles.full,
}

const abouts: Readonly<Record<Coverage, string>> = {
  own: 'NFTs of other people’s collections may be missing.',
  provider: 'Each was confirmed by its contract just now.',
  full: '',
}
