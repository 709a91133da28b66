import type { LocalAccount } from 'viem'
import type { EvmChain } from '../../../shared/chains.ts'
import type { ChainClient } from '../family/family.ts'
import type { LiveFamily } from '../family/live-family.ts'
import type { EvmNetwork } from '../family/network-facts.ts'
import type { Limits } from '../family/transactions.ts'
import type { WalletOwner } from '../family/wallet-owner.ts'
import type { KnownNetworks } from '../networks.ts'
import { shownRpc } from '../rpc/address.ts'
import { agreedNames } from '../rpc/agreed-names.ts'
import { rpcPools } from '../rpc/pools.ts'
import type { AskOffChain } from './ccip-read.ts'
import { evmClient } from './client.ts'
import { ensFault, ensNames } from './ens.ts'
import { countSamples } from './rpc/count-samples.ts'
import type { ExpectedChain } from './rpc/identity.ts'
import { openEvmRpcPool } from './rpc/pool.ts'
import { reportRpc } from './rpc/report.ts'
import type { RpcClient } from './rpc/rpc.ts'

export interface LiveEvmOptions {
  networks: Pick<KnownNetworks, 'ofEvm'>
  /** The account that pays and mints for a live project; with an owner, that of one of its wallets. @throws CoreError `live.seed`, `vault.locked` */
  account(projectIndex: number, owner?: WalletOwner): LocalAccount
  urlsOf(chain: EvmChain): Promise<readonly string[]>
  /** Hash of block 0 of a network (`live:base`) as the journal knows it. */
  genesis(network: string): Promise<string | null>
  /** Hashes of block 0 of the practice networks. */
  practiceGenesis(): Promise<ReadonlySet<string>>
  /** Asks off-chain servers that resolvers of names point to; absent: such names cannot be looked up. */
  askOffChain?: AskOffChain | undefined
  /** Most bytes of one answer of an RPC; the usual bound where absent. */
  answerBytes?: number | undefined
  clock(): number
  /** Called when an RPC of the chain came up, failed or was left out. */
  onChange(chain: EvmChain): void
  override?: LiveOverride | undefined
}

/** Replaces figures of every live network, for tests. */
export interface LiveOverride {
  confirmations?: number
  limits?: Partial<Limits>
  pollMs?: number
  timeoutMs?: number
  /** See `AgreedNamesOptions.pausesMs`. */
  namePausesMs?: readonly number[]
}

const nobodyOffChain: AskOffChain = async () => {
  throw new Error('servers that resolvers point to are not asked here')
}

/** Ours: half a block time between two observations, but 1 to 6 s. */
export function lookEvery(blockMs: number): number {
  return Math.min(6_000, Math.max(1_000, blockMs / 2))
}

/** The live networks of EVM. */
export function liveEvm(options: LiveEvmOptions): LiveFamily<EvmChain> {
  const { networks, override = {} } = options
  // Keyed by facts: a person may remove a network and add another one under its name.
  const clients = new WeakMap<EvmNetwork, ChainClient>()

  function expectedOf(chain: EvmChain): ExpectedChain {
    const { label, chainId } = networks.ofEvm(chain)
    return {
      label,
      chainId,
      genesis: () => options.genesis(`live:${chain}`),
      practiceGenesis: options.practiceGenesis,
    }
  }

  const pools = rpcPools(options.urlsOf, (chain: EvmChain, urls) => {
    const { rpcs, blockMs } = networks.ofEvm(chain)
    return openEvmRpcPool({
      urls,
      expected: expectedOf(chain),
      answerBytes: options.answerBytes,
      blockMs,
      shown: (url) => shownRpc(url, rpcs),
      clock: options.clock,
      random: Math.random,
      onChange: () => options.onChange(chain),
    })
  })

  function open(facts: EvmNetwork): ChainClient {
    const { name: chain, chainId, label, confirmations, caps, blockMs, baseFee, minimumTip, dataFee } = facts
    // Names are on Ethereum, whatever chain is minted on.
    const ethereum = networks.ofEvm('ethereum')
    return evmClient({
      chain,
      chainId,
      network: `live:${chain}`,
      confirmations: override.confirmations ?? confirmations,
      limits: {
        weightPerTransaction: caps.gasPerTransaction,
        weightInFlight: caps.gasInFlight,
        transactionsInFlight: caps.transactionsInFlight,
        // Ours, for economy collections (3.3 M gas); other kinds take fewer (src/core/minting/compose/batch-size.ts).
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
      // Live networks make blocks anyway.
      busy: () => () => {},
      rpc: async () => (await pools.of(chain)).client,
      pin: async () => (await pools.of(chain)).pin(),
      senders: async () => (await pools.of(chain)).senders(),
      names: agreedNames<RpcClient>({
        ...{ label: ethereum.label, blockMs: ethereum.blockMs },
        ...{ clock: options.clock, pausesMs: override.namePausesMs, faultOf: ensFault },
        pool: () => pools.of('ethereum'),
        namesBy: (rpc) =>
          ensNames({ chainId, label, ethereum: rpc, askOffChain: options.askOffChain ?? nobodyOffChain }),
        headOf: async (rpc) => Number(await rpc.getBlockNumber()),
      }),
    })
  }

  return {
    async client(chain) {
      const facts = networks.ofEvm(chain)
      const client = clients.get(facts) ?? open(facts)
      clients.set(facts, client)
      return client
    },
    statuses: pools.statuses,
    forget: pools.forget,
    report: (chain, url, shown) => reportRpc(url, shown, expectedOf(chain), options.answerBytes),
    // An RPC of another chain shows in its test, and at its first use.
    refusal: async () => null,
  }
}
