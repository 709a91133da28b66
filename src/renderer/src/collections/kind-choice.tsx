import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CollectionKind } from '../../../shared/collection-kinds.ts'
import { familyOf } from '../../../shared/families.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { coins, moneyText } from '../ui/format.ts'
import { mintCost } from './mint-cost.ts'

interface KindChoiceProps {
  chain: string
  /** null: the first kind. */
  kind: string | null
  /** The number of NFTs; the price is then that of all, in coin. */
  nfts?: number
  onChange(kind: string): void
}

/** The choice of a collection's kind, with what a mint costs in each. */
export function KindChoice({ chain, kind, nfts, onChange }: KindChoiceProps) {
  const api = useApi()
  const { kinds, gasPrice, words } = familyOf(chain)
  const { data: prices } = useQuery({
    queryKey: keys.mintPrices(chain),
    queryFn: () => api.mintPrices(chain),
    enabled: gasPrice !== null,
  })
  /** null while the network does not report the price of a unit of gas. */
  const price = (name: string, cost: NonNullable<CollectionKind['choice']>['perMint']): string | null => {
    if (nfts !== undefined) return mintCost(cost, prices?.kinds[name] ?? null, nfts)
    if (!('weight' in cost)) {
      const of = (units: number): string => `${coins(String(units), cost.decimals)} ${cost.symbol}`
      return `about ${of(cost.compressed)} each; not compressed ${of(cost.account)}`
    }
    const now = prices?.kinds[name] ?? null
    return now === null ? null : `about ${moneyText(now)} each now`
  }
  const title = (name: string, choice: NonNullable<CollectionKind['choice']>): string =>
    [choice.label, price(name, choice.perMint)].filter((part) => part !== null && part !== '').join(': ')
  return (
    <Radio.Group
      label={nfts === undefined ? words.kind : 'Kind'}
      value={kind ?? kinds[0]?.name ?? ''}
      onChange={onChange}
    >
      <Stack gap="xs" mt={4}>
        {kinds.map(
          ({ name, choice }) =>
            choice && <Radio key={name} value={name} label={title(name, choice)} description={choice.about} />,
        )}
      </Stack>
    </Radio.Group>
  )
}
