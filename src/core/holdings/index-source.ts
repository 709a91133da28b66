import { familyOf } from '../../shared/families.ts'
import {
  type CardanoNetwork,
  cardanoNetworks,
  explorerPages,
  networkOfMagic,
  networksOf,
} from '../chains/cardano/cardano-networks.ts'
import { CoreError } from '../lib/errors.ts'
import type { Providers } from './provider-settings.ts'
import { openPace, type PaceOptions } from './providers/pace.ts'
import { type Pace, ProviderError, type UnitOptions, type UnitProvider } from './providers/provider.ts'
import type { Wallet } from './read-events.ts'
import { within } from './within.ts'

/** The index for a wallet, and the options of its calls. */
export interface IndexSource extends UnitOptions {
  provider: UnitProvider
  /** Null where the index does not report it. */
  network: CardanoNetwork | null
}

export type ExplorerPages = ReturnType<typeof explorerPages>
type Asked = Pick<Wallet, 'chain' | 'address'>

export interface IndexSourcesOptions {
  providers: Pick<Providers, 'of'>
  clock: () => number
  signal: AbortSignal
  /** For tests. */
  pace?: Pick<PaceOptions, 'clock' | 'sleep'>
}

export interface IndexSources {
  /** @throws ProviderError; CoreError `recipient.network` for an address of another network than that of the index */
  of(wallet: Asked): Promise<IndexSource>
  /** The explorer's pages for the network that the wallet is probably on; null where that is unknown. */
  explorer(wallet: Asked): Promise<ExplorerPages | null>
}

/** Ours: how long an index's answer about its network counts, and the lack of one; and the wait for it, ms. */
const believedMs = 3_600_000
const silentMs = 60_000
const patienceMs = 4_000

export function openIndexSources({ providers, clock, signal, pace: paceOptions }: IndexSourcesOptions): IndexSources {
  const paces = new Map<string, Pace>()
  const answers = new Map<string, { network: CardanoNetwork | null; until: number }>()

  async function placed({ chain, address }: Asked) {
    const set = await providers.of(chain)
    if (set?.provider.lists !== 'units')
      throw new CoreError(
        'network.unsupported',
        `What wallets hold on ${chain} cannot be listed: set a provider for it.`,
      )
    const { provider, key, url = null } = set
    const networks = networksOf(address)
    return { provider, key, networks, ...provider.place({ key, url, networks }) }
  }

  function paceOf({ name, rule }: UnitProvider, base: string): Pace {
    const known = paces.get(base)
    if (known) return known
    const pace = openPace({ name, rule: rule(), ...paceOptions })
    paces.set(base, pace)
    return pace
  }

  /** The network that the person's own server reports. A server that does not report it is used all the same. */
  async function networkSaid(provider: UnitProvider, options: UnitOptions): Promise<CardanoNetwork | null> {
    const before = answers.get(options.base)
    if (before && before.until > clock()) return before.network
    const magic = await within(patienceMs, provider.magic(options), null).catch((error: unknown) => {
      if (error instanceof ProviderError) return null
      throw error
    })
    const network = magic === null ? null : networkOfMagic(magic)
    answers.set(options.base, { network, until: clock() + (magic === null ? silentMs : believedMs) })
    return network
  }

  return {
    async of(wallet) {
      const { provider, key, networks, base, network } = await placed(wallet)
      const options: UnitOptions = { base, key, signal, pace: paceOf(provider, base) }
      const at = network ?? (await networkSaid(provider, options))
      if (networks.length === 0 || (at !== null && !networks.includes(at)))
        throw elsewhere(wallet, provider, networks, at)
      return { ...options, provider, network: at }
    },
    async explorer(wallet) {
      const place = await placed(wallet).catch((error: unknown) => {
        // The listing itself reports what is wrong with a provider.
        if (error instanceof CoreError) return null
        throw error
      })
      if (place === null) return null
      const { networks, base, network } = place
      const said = network ?? answers.get(base)?.network
      const at = said && networks.includes(said) ? said : networks[0]
      return at === undefined ? null : explorerPages(at, wallet.address)
    },
  }
}

function elsewhere(
  { chain, address }: Asked,
  { name }: UnitProvider,
  [network]: readonly CardanoNetwork[],
  at: CardanoNetwork | null,
): CoreError {
  const { label } = familyOf(chain)
  const why =
    network === undefined || at === null
      ? `The address ${address} is of a test network of ${label} that is no more: look at one of mainnet, preprod or preview.`
      : `The address ${address} is of ${network === 'mainnet' ? 'mainnet' : 'a test network'}, and ${name} is set for ${cardanoNetworks[at].label} of ${label}: look at an address of that, or set a provider of the other network.`
  return new CoreError('recipient.network', why)
}
