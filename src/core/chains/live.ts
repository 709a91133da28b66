import type { LocalAccount } from 'viem'
import { type EvmChain, evmChains, isEvmChain } from '../../shared/chains.ts'
import { CoreError } from '../errors.ts'
import { evmClient } from './evm/client.ts'
import { countSamples } from './evm/count-samples.ts'
import { readRpcList, shownRpc } from './evm/rpc-address.ts'
import type { ExpectedChain } from './evm/rpc-identity.ts'
import { openRpcPool, type RpcPool, type RpcStatus } from './evm/rpc-pool.ts'
import { type RpcReport, reportRpc } from './evm/rpc-report.ts'
import type { ChainClient, Limits, WalletOwner } from './family.ts'
import { evmNetworkOf } from './networks.ts'

export interface LiveOptions {
  /** The account that pays and mints for a live project; with an owner, that of one of its wallets. @throws CoreError `live.seed`, `vault.locked` */
  account(projectIndex: number, owner?: WalletOwner): LocalAccount
  /** The RPC list that a person set; null: the default one. */
  rpcList(chain: EvmChain): Promise<readonly string[] | null>
  setRpcList(chain: EvmChain, urls: readonly string[] | null): Promise<void>
  /** Block 0 of a network (`live:base`) as the journal knows it. */
  genesis(network: string): Promise<string | null>
  /** Blocks 0 of the practice networks. */
  practiceGenesis(): Promise<ReadonlySet<string>>
  clock(): number
  /** Told when an RPC of the chain came up, failed or was left out. */
  onChange(chain: EvmChain): void
  override?: { confirmations?: number; limits?: Partial<Limits>; pollMs?: number } | undefined
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
  client(chain: EvmChain): ChainClient
  /** How the RPCs in use stand; empty before the first use. */
  statuses(chain: EvmChain): RpcStatus[]
  list(chain: string): Promise<RpcList>
  /** Sets the list, or with null goes back to the default. @throws CoreError `rpc.…`, `network.unsupported` */
  set(chain: string, rpcs: readonly string[] | null): Promise<RpcList>
  /** Tests these RPCs, or the list there is. */
  test(chain: string, rpcs?: readonly string[]): Promise<RpcReport[]>
}

/** Ours: half a block's time between two looks, within reason. */
function lookEvery(blockMs: number): number {
  return Math.min(6_000, Math.max(1_000, blockMs / 2))
}

export function openLive(options: LiveOptions): LiveNetworks {
  const { override = {} } = options
  const pools = new Map<EvmChain, RpcPool>()
  const opening = new Map<EvmChain, Promise<RpcPool>>()
  const clients = new Map<EvmChain, ChainClient>()

  function expectedOf(chain: EvmChain): ExpectedChain {
    const { label, chainId } = evmNetworkOf(chain)
    return {
      label,
      chainId,
      genesis: () => options.genesis(`live:${chain}`),
      practiceGenesis: options.practiceGenesis,
    }
  }

  function poolOf(chain: EvmChain): Promise<RpcPool> {
    const known = opening.get(chain)
    if (known) return known
    const made = openPool(chain).catch((error: unknown) => {
      opening.delete(chain)
      throw error
    })
    opening.set(chain, made)
    return made
  }

  async function openPool(chain: EvmChain): Promise<RpcPool> {
    const { rpcs, blockMs } = evmNetworkOf(chain)
    const pool = openRpcPool({
      urls: (await options.rpcList(chain)) ?? rpcs,
      expected: expectedOf(chain),
      blockMs,
      shown: (url) => shownRpc(url, rpcs),
      clock: options.clock,
      random: Math.random,
      onChange: () => options.onChange(chain),
    })
    pools.set(chain, pool)
    return pool
  }

  function open(chain: EvmChain): ChainClient {
    const { chainId, confirmations, caps, blockMs, baseFee, minimumTip, dataFee } = evmNetworkOf(chain)
    return evmClient({
      chain,
      chainId,
      network: `live:${chain}`,
      confirmations: override.confirmations ?? confirmations,
      limits: {
        weightPerTransaction: caps.gasPerTransaction,
        weightInFlight: caps.gasInFlight,
        transactionsInFlight: caps.transactionsInFlight,
        // evm.md, Pipeline: batches of 200 to 500.
        mintsPerBatch: 500,
        unsortedPerCollection: 100_000,
        inOrder: caps.inOrder,
        ...override.limits,
      },
      fees: { baseFee, minimumTip },
      dataFee,
      counts: countSamples(),
      pollMs: override.pollMs ?? lookEvery(blockMs),
      blockMs,
      account: options.account,
      // Blocks come by themselves.
      busy: () => () => {},
      rpc: async () => (await poolOf(chain)).client,
      pin: async () => (await poolOf(chain)).pin(),
      senders: async () => (await poolOf(chain)).senders(),
    })
  }

  async function list(chain: string): Promise<RpcList> {
    const name = requireLive(chain)
    const { rpcs } = evmNetworkOf(name)
    const own = await options.rpcList(name)
    return {
      chain,
      custom: own !== null,
      rpcs: (own ?? rpcs).map((url) => shownRpc(url, rpcs)),
      defaults: [...rpcs],
    }
  }

  return {
    client(chain) {
      const client = clients.get(chain) ?? open(chain)
      clients.set(chain, client)
      return client
    },
    statuses: (chain) => pools.get(chain)?.statuses() ?? [],
    list,
    async set(chain, given) {
      const name = requireLive(chain)
      const { rpcs } = evmNetworkOf(name)
      const before = [...((await options.rpcList(name)) ?? []), ...rpcs]
      await options.setRpcList(name, given === null ? null : readRpcList(given, before, rpcs))
      pools.delete(name)
      opening.delete(name)
      options.onChange(name)
      return list(name)
    },
    async test(chain, given) {
      const name = requireLive(chain)
      const { rpcs } = evmNetworkOf(name)
      const own = (await options.rpcList(name)) ?? rpcs
      const urls = given === undefined ? own : readRpcList(given, [...own, ...rpcs], rpcs)
      return Promise.all(urls.map((url) => reportRpc(url, shownRpc(url, rpcs), expectedOf(name))))
    },
  }
}

/** @throws CoreError `network.unsupported` for what has no RPC list, with the names that have */
function requireLive(chain: string): EvmChain {
  if (!isEvmChain(chain))
    throw new CoreError(
      'network.unsupported',
      `There is no live network named ${JSON.stringify(chain)}: use one of ${evmChains.join(', ')}.`,
    )
  const { off } = evmNetworkOf(chain)
  if (off !== undefined) throw new CoreError('network.unsupported', `${off} It has no RPCs.`)
  return chain
}
