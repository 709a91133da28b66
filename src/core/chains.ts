import type { LocalAccount } from 'viem'
import { type EvmChain, isAptosChain, isChainName, isEvmChain, isSolanaChain } from '../shared/chains.ts'
import { evmClient } from './chains/evm/client.ts'
import { type RpcClient, rpcClient } from './chains/evm/rpc/rpc.ts'
import type { ChainClient, Chains } from './chains/family/family.ts'
import type { LiveKeysState } from './chains/family/live-keys-state.ts'
import type { EvmNetwork } from './chains/family/network-facts.ts'
import type { Limits } from './chains/family/transactions.ts'
import type { WalletOwner } from './chains/family/wallet-owner.ts'
import type { LiveNetworks } from './chains/live.ts'
import { isLiveChain, type KnownNetworks, practiceConfirmations } from './chains/networks.ts'
import { quietly } from './chains/solana/quietly.ts'
import { chainUnavailable, type PracticeLacks } from './chains/unavailable.ts'
import { CoreError } from './lib/errors.ts'
import type { PracticeAptosOptions } from './practice/aptos/practice-client.ts'
import type { Practice } from './practice/practice.ts'
import type { PracticeSolanaOptions } from './practice/solana/practice-client.ts'

export interface ChainsOptions {
  networks: KnownNetworks
  practice: Practice
  /** The live networks; absent where there are none. */
  live?: Pick<LiveNetworks, 'client'>
  /** Whether the live projects' keys can be used. */
  liveKeys: LiveKeysState
  /** The treasury's account of a project; with an owner, the account of one of its wallets. */
  account(kind: 'practice' | 'live', projectIndex: number, owner?: WalletOwner): LocalAccount
  /** What a practice network lacks on this machine; absent: nothing. */
  practiceLacks?: PracticeLacks
  /** The practice network of Solana, and its projects' keys; absent where there is none. */
  solana?: Pick<PracticeSolanaOptions, 'network' | 'keys' | 'clock'>
  /** The same for Aptos. */
  aptos?: Pick<PracticeAptosOptions, 'network' | 'keys'>
  /** Replaces figures of every network, for tests. */
  override?: ChainsOverride
}

export interface ChainsOverride {
  confirmations?: number
  limits?: Partial<Limits>
  /** How often a live signer queue observes its chain, ms. */
  pollMs?: number
  /** The address to use instead of a practice network's own. */
  rpcUrl?: (chain: EvmChain, url: string) => string
  /** The same for Solana. */
  solanaRpcUrl?: (url: string) => string
  /** The same for Aptos. */
  aptosRpcUrl?: (url: string) => string
  /** Timeout of a call to an RPC, ms. */
  timeoutMs?: number
  /** Waits before each new lookup of a name on which RPCs disagree, ms. */
  namePausesMs?: readonly number[]
  /** False: practice treasuries are not refilled automatically. */
  faucet?: boolean
}

function noPractice(chain: string): CoreError {
  return new CoreError('network.unsupported', `There is no practice network for ${chain} here.`)
}

/** A practice treasury is refilled to this when it falls below a tenth of it: 10,000 coins, in wei. */
const practiceFunds = 10_000n * 10n ** 18n

/** All chains that can be used now, by project kind and API name. */
export function openChains({
  networks,
  practice,
  live,
  liveKeys,
  account,
  solana,
  aptos,
  practiceLacks = (chain) =>
    (isSolanaChain(chain) && !solana) || (isAptosChain(chain) && !aptos) ? noPractice(chain) : null,
  override = {},
}: ChainsOptions): Chains {
  // Keyed by facts: a person may remove a network and add another one under its name.
  const clients = new WeakMap<EvmNetwork, ChainClient>()
  const opening = new Map<string, Promise<ChainClient>>()

  const practiceClient = (facts: EvmNetwork): ChainClient => {
    const chain = facts.name
    const network = practice.network(chain)
    let reached: { url: string; rpc: RpcClient } | undefined
    const rpc = async () => {
      const { rpcUrl } = await network.start()
      const url = override.rpcUrl?.(chain, rpcUrl) ?? rpcUrl
      if (reached?.url !== url) reached = { url, rpc: rpcClient(url, override.timeoutMs) }
      return reached.rpc
    }
    const faucet = async (address: string): Promise<void> => {
      const balance = await (await rpc()).getBalance({ address: address as `0x${string}` })
      if (balance < practiceFunds / 10n) await network.fund(address as `0x${string}`, practiceFunds)
    }
    return evmClient({
      chain,
      chainId: facts.chainId,
      network: `practice:${chain}`,
      confirmations: override.confirmations ?? practiceConfirmations,
      wholeBlocks: true,
      changes: () => network.changes(),
      heldUp: () => network.heldUp(),
      limits: {
        weightPerTransaction: facts.caps.gasPerTransaction,
        // Two blocks of 30 M gas in flight at most.
        weightInFlight: 60_000_000n,
        transactionsInFlight: 64,
        mintsPerBatch: 500,
        unsortedPerCollection: 100_000,
        inOrder: false,
        ...override.limits,
      },
      // The minimum tip is a rule of the live network's nodes: a practice network accepts every tip.
      fees: { baseFee: facts.baseFee, minimumTip: 0n },
      dataFee: facts.dataFee,
      rpc,
      account: (projectIndex, owner) => account('practice', projectIndex, owner),
      busy: () => network.hold(),
      ...(override.faucet === false ? {} : { faucet }),
    })
  }

  const unavailable: Chains['unavailable'] = (kind, chain) =>
    chainUnavailable(kind, chain, networks, liveKeys, practiceLacks)

  const practiceSolana = async (): Promise<ChainClient> => {
    if (!solana) throw noPractice('solana')
    // On demand: its libraries take a second to load, and most people never need them.
    const { practiceSolanaClient } = await quietly(() => import('./practice/solana/practice-client.ts'))
    return practiceSolanaClient({
      ...solana,
      limits: override.limits,
      rpcUrl: override.solanaRpcUrl,
      timeoutMs: override.timeoutMs,
      faucet: override.faucet !== false,
    })
  }

  const practiceAptos = async (): Promise<ChainClient> => {
    if (!aptos) throw noPractice('aptos')
    const { practiceAptosClient } = await import('./practice/aptos/practice-client.ts')
    return practiceAptosClient({
      ...aptos,
      limits: override.limits,
      rpcUrl: override.aptosRpcUrl,
      timeoutMs: override.timeoutMs,
      faucet: override.faucet !== false,
    })
  }

  /** The client of a family that has only one practice network; opened once. */
  const lone = (chain: string, open: () => Promise<ChainClient>): Promise<ChainClient> => {
    const client =
      opening.get(chain) ??
      open().catch((error: unknown) => {
        opening.delete(chain)
        throw error
      })
    opening.set(chain, client)
    return client
  }

  const chains: Chains = {
    networks,
    unavailable,
    practiceLacks,
    locked: (kind) => (kind === 'live' ? liveKeys.locked() : null),
    async reader(kind, chain) {
      const client = await chains.client(kind, chain)
      if (kind === 'live' || !isEvmChain(chain)) return client
      await practice.network(chain).start()
      return client
    },
    async client(kind, chain) {
      if (isChainName(chain)) networks.of(chain)
      const reason = unavailable(kind, chain)
      if (reason !== null || !isLiveChain(chain))
        throw new CoreError('network.unsupported', reason ?? `There is no chain named ${chain} here.`)
      if (kind === 'live') {
        if (live) return live.client(chain)
        throw new CoreError('network.unsupported', 'There are no live networks here.')
      }
      if (isSolanaChain(chain)) return lone(chain, practiceSolana)
      if (isAptosChain(chain)) return lone(chain, practiceAptos)
      const facts = networks.ofEvm(chain)
      const client = clients.get(facts) ?? practiceClient(facts)
      clients.set(facts, client)
      return client
    },
    close: () => practice.close(),
  }
  return chains
}
