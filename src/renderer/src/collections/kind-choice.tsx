import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { gasPerMint } from '../../../shared/contract-features.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { coins, count } from '../ui/format.ts'

type Kind = keyof typeof gasPerMint

const kinds: readonly { kind: Kind; label: string; about: string }[] = [
  {
    kind: 'economy',
    label: 'Economy',
    about: 'Cheapest to mint. The first transfer of each NFT costs its holder a little more.',
  },
  { kind: 'standard', label: 'Standard', about: 'As most collections are built. Cheapest to transfer.' },
]

/** Which kind of contract, with what a mint costs in each. */
export function KindChoice({ chain, kind, onChange }: { chain: string; kind: Kind; onChange(kind: Kind): void }) {
  const api = useApi()
  const { data: prices } = useQuery({ queryKey: keys.mintPrices(chain), queryFn: () => api.mintPrices(chain) })
  const price = (of: Kind): string => {
    const gas = `about ${count(gasPerMint[of])} gas an NFT`
    const wei = prices?.[of] ?? null
    return wei === null || !prices ? gas : `${gas}, ${coins(wei, prices.decimals)} ${prices.symbol} now`
  }
  return (
    <Radio.Group label="Contract" value={kind} onChange={(value) => onChange(value as Kind)}>
      <Stack gap="xs" mt={4}>
        {kinds.map((one) => (
          <Radio key={one.kind} value={one.kind} label={`${one.label}: ${price(one.kind)}`} description={one.about} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
