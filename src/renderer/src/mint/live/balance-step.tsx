import { Select, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Checklist } from '../../../../shared/app-api.ts'
import { type CollectionChain, chainLabel, isChainName } from '../../../../shared/chains.ts'
import { useApi, useAppState } from '../../api/context.tsx'
import { Failure } from '../../ui/failure.tsx'
import { FundAddress } from '../../ui/money/fund-address.tsx'
import { offeredChains } from '../../ui/network/offered-chains.ts'
import { useTakeChecklist } from './use-checklist.ts'

/** The network that the person begins with; then its address to fund, and the wait for coin. */
export function BalanceStep({ projectId, list }: { projectId: string; list: Checklist }) {
  const api = useApi()
  const take = useTakeChecklist(projectId)
  const { data: state } = useAppState()
  const chains = offeredChains(state?.networks ?? []).map((value) => ({ value, label: chainLabel(value) }))
  const choose = useMutation({
    mutationFn: (chain: CollectionChain) => api.changeChecklist(projectId, { chain }),
    onSuccess: take,
  })
  const { chain, treasury } = list
  const label = chain !== null && isChainName(chain) ? chainLabel(chain) : chain
  return (
    <Stack gap="md">
      <Select
        label="Network"
        description="Each has its own coin, fees and wallets. Others can be used later."
        placeholder="Choose one"
        maw={320}
        searchable
        allowDeselect={false}
        data={chains}
        value={chain}
        disabled={choose.isPending}
        onChange={(value) => {
          const named = chains.find((one) => one.value === value)
          if (named) choose.mutate(named.value)
        }}
      />
      {choose.error && <Failure title="The network was not chosen" error={choose.error} />}
      {treasury && label !== null && (
        <FundAddress address={treasury.address} chainLabel={label} currency={treasury.balance.currency}>
          <Text size="sm" role="status">
            Waiting for it: this page looks every few seconds, and goes on when it came. You can leave and come back.
          </Text>
        </FundAddress>
      )}
    </Stack>
  )
}
