import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { familyOf, isChainName } from '../../../shared/chains.ts'
import { type CollectionKind, gasPerMint, lamportsPerMint } from '../../../shared/contract-features.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { coins, count } from '../ui/format.ts'

type EvmKind = keyof typeof gasPerMint
type SolanaKind = keyof typeof lamportsPerMint

const evmKinds: readonly { kind: EvmKind; label: string; about: string }[] = [
  {
    kind: 'economy',
    label: 'Economy',
    about: 'Cheapest to mint. The first transfer of each NFT costs its holder a little more.',
  },
  { kind: 'standard', label: 'Standard', about: 'As most collections are built. Cheapest to transfer.' },
]
const solanaKinds: readonly { kind: SolanaKind; label: string; about: string }[] = [
  {
    kind: 'certified',
    label: 'Certified',
    about: 'Cheapest when compressed, and known to every wallet. Mintdesk keeps the supply limit.',
  },
  {
    kind: 'core',
    label: 'Core',
    about: 'Has royalties, and shows its supply limit on chain. Cheaper when not compressed.',
  },
]

interface KindChoiceProps {
  chain: string
  /** null: the first. */
  kind: CollectionKind | null
  onChange(kind: CollectionKind): void
}

/** Which kind of collection, with what a mint costs in each. */
export function KindChoice(props: KindChoiceProps) {
  const { chain } = props
  return isChainName(chain) && familyOf(chain) === 'solana' ? <SolanaKinds {...props} /> : <EvmKinds {...props} />
}

function EvmKinds({ chain, kind, onChange }: KindChoiceProps) {
  const api = useApi()
  const { data: prices } = useQuery({ queryKey: keys.mintPrices(chain), queryFn: () => api.mintPrices(chain) })
  const price = (of: EvmKind): string => {
    const gas = `about ${count(gasPerMint[of])} gas an NFT`
    const wei = prices?.[of] ?? null
    return wei === null || !prices ? gas : `${gas}, ${coins(wei, prices.decimals)} ${prices.symbol} now`
  }
  return (
    <Choice
      label="Contract"
      value={kind ?? 'economy'}
      kinds={evmKinds.map((one) => ({ ...one, label: `${one.label}: ${price(one.kind)}` }))}
      onChange={onChange}
    />
  )
}

function SolanaKinds({ kind, onChange }: KindChoiceProps) {
  const price = (of: SolanaKind): string => {
    const { compressed, account } = lamportsPerMint[of]
    return `about ${coins(String(compressed), 9)} SOL an NFT; not compressed ${coins(String(account), 9)} SOL`
  }
  return (
    <Choice
      label="Standard of Metaplex"
      value={kind ?? 'certified'}
      kinds={solanaKinds.map((one) => ({ ...one, label: `${one.label}: ${price(one.kind)}` }))}
      onChange={onChange}
    />
  )
}

interface ChoiceProps {
  label: string
  value: CollectionKind
  kinds: readonly { kind: CollectionKind; label: string; about: string }[]
  onChange(kind: CollectionKind): void
}

function Choice({ label, value, kinds, onChange }: ChoiceProps) {
  return (
    <Radio.Group label={label} value={value} onChange={(chosen) => onChange(chosen as CollectionKind)}>
      <Stack gap="xs" mt={4}>
        {kinds.map((one) => (
          <Radio key={one.kind} value={one.kind} label={one.label} description={one.about} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
