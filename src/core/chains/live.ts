import { isEvmChain, isSolanaChain } from '../../shared/chains.ts'
import { CoreError } from '../lib/errors.ts'
import { takeTurns } from '../lib/turns.ts'
import { type LiveAptosOptions, liveAptos } from './aptos/live-aptos.ts'
import { type LiveEvmOptions, liveEvm } from './evm/live-evm.ts'
import type { ChainClient } from './family/family.ts'
import type { LiveFamily } from './family/live-family.ts'
import { isLiveChain, type KnownNetworks, type LiveChain } from './networks.ts'
import { readRpcList, shownRpc } from './rpc/address.ts'
import type { RpcReport } from './rpc/report.ts'
import type { RpcStatus } from './rpc/rpc-status.ts'
import { type LiveSolanaOptions, liveSolana } from './solana/live-solana.ts'

export interface LiveOptions
  extends Omit<LiveEvmOptions, 'urlsOf'>,
    Omit<LiveSolanaOptions, 'urlsOf'>,
    Omit<LiveAptosOptions, 'urlsOf'> {
  networks: KnownNetworks
  /** The RPC list that a person set; null: the default one. */
  rpcList(chain: LiveChain): Promise<readonly string[] | null>
  setRpcList(chain: LiveChain, urls: readonly string[] | null): Promise<void>
  /** Called when an RPC of the chain came up, failed or was left out. */
  onChange(chain: LiveChain): void
}

/** A chain's RPC list as a person sees it: without keys. */
export interface RpcList {
  chain: string
  /** Whether a person set it. */
  custom: boolean
  rpcs: string[]
  defaults: string[]
}

/** The live networks: their RPC lists, and their clients. */
export interface LiveNetworks {
  client(chain: LiveChain): Promise<ChainClient>
  /** The status of the RPCs in use; empty before the first use. */
  statuses(chain: LiveChain): RpcStatus[]
  list(chain: string): Promise<RpcList>
  /**
   * Sets the list, or restores the default with null.
   * @param shown the displayed list on which the change is based; absent: the present list is not compared
   * @throws CoreError `rpc.…`, `network.unsupported`
   */
  set(chain: string, rpcs: readonly string[] | null, shown?: readonly string[]): Promise<RpcList>
  /** Closes what is open to a network that was removed. */
  forget(chain: LiveChain): void
  /** Tests these RPCs, or those of the present list. */
  test(chain: string, rpcs?: readonly string[]): Promise<RpcReport[]>
}

export function openLive(options: LiveOptions): LiveNetworks {
  const { networks } = options
  const urlsOf = async (chain: LiveChain) => (await options.rpcList(chain)) ?? networks.live(chain).rpcs
  const evm = liveEvm({ ...options, urlsOf })
  const solana = liveSolana({ ...options, urlsOf })
  const aptos = liveAptos({ ...options, urlsOf })
  const inFamily = <Result>(
    chain: LiveChain,
    use: <Chain>(family: LiveFamily<Chain>, chain: Chain) => Result,
  ): Result => {
    if (isEvmChain(chain)) return use(evm, chain)
    return isSolanaChain(chain) ? use(solana, chain) : use(aptos, chain)
  }

  const turn = takeTurns()

  /** @throws CoreError `rpc.changed` where the list differs from `shown` */
  async function requireShown(chain: LiveChain, shown: readonly string[] | undefined): Promise<void> {
    if (shown === undefined) return
    const { rpcs: now } = await list(chain)
    if (now.join('\n') === shown.join('\n')) return
    throw new CoreError(
      'rpc.changed',
      `The RPCs of ${chain} were changed meanwhile: they are ${now.join(', ')} now. Look at your list with that in mind, then save it again.`,
    )
  }

  async function list(chain: string): Promise<RpcList> {
    const name = requireLive(networks, chain)
    const { rpcs } = networks.live(name)
    const own = await options.rpcList(name)
    return {
      chain,
      custom: own !== null,
      rpcs: (own ?? rpcs).map((url) => shownRpc(url, rpcs)),
      defaults: [...rpcs],
    }
  }

  return {
    client: (chain) => inFamily(chain, (family, own) => family.client(own)),
    statuses: (chain) => inFamily(chain, (family, own) => family.statuses(own)),
    list,
    async set(chain, given, shown) {
      const name = requireLive(networks, chain)
      await requireShown(name, shown)
      const { rpcs } = networks.live(name)
      if (given === null && rpcs.length === 0) throw new CoreError('rpc.none', noDefaults(chain))
      const before = [...((await options.rpcList(name)) ?? []), ...rpcs]
      const urls = given === null ? null : readRpcList(given, before, rpcs)
      const refused = await Promise.all(
        (urls ?? []).map(async (url) => {
          const why = await inFamily(name, (family, own) => family.refusal(own, url))
          return why === null ? [] : [`${shownRpc(url, rpcs)} cannot be used for ${chain}. ${why}`]
        }),
      )
      const [first] = refused.flat()
      if (first !== undefined) throw new CoreError('rpc.network', `${first} Leave it out, or name another one.`)
      // Another request may have set the list while the RPCs were asked.
      await turn(async () => {
        await requireShown(name, shown)
        await options.setRpcList(name, urls)
      })
      inFamily(name, (family, own) => family.forget(own))
      options.onChange(name)
      return list(name)
    },
    forget: (chain) => inFamily(chain, (family, own) => family.forget(own)),
    async test(chain, given) {
      const name = requireLive(networks, chain)
      const { rpcs } = networks.live(name)
      const own = await urlsOf(name)
      const urls = given === undefined ? own : readRpcList(given, [...own, ...rpcs], rpcs)
      return Promise.all(
        urls.map((url) => inFamily(name, (family, own) => family.report(own, url, shownRpc(url, rpcs)))),
      )
    },
  }
}

function noDefaults(chain: string): string {
  return `Mintdesk knows no RPCs of ${chain}, which a person added: name at least one RPC address.`
}

/** @throws CoreError `network.unsupported` for a name without an RPC list, with the names that have one */
function requireLive(networks: KnownNetworks, chain: string): LiveChain {
  if (!isLiveChain(chain))
    throw new CoreError(
      'network.unsupported',
      `There is no live network named ${JSON.stringify(chain)}: use one of ${networks.liveChains().join(', ')}.`,
    )
  const { off } = networks.live(chain)
  if (off !== undefined) throw new CoreError('network.unsupported', `${off} It has no RPCs.`)
  return chain
}
