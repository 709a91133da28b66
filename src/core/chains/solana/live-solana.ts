import type { SolanaChain } from '../../../shared/chains.ts'
import { openedOnce } from '../../lib/opened-once.ts'
import { type LiveOverride, lookEvery } from '../evm/live-evm.ts'
import type { ChainClient } from '../family/family.ts'
import type { LiveFamily } from '../family/live-family.ts'
import { solanaNetworkOf } from '../networks.ts'
import { shownRpc } from '../rpc/address.ts'
import { agreedNames } from '../rpc/agreed-names.ts'
import { openRpcPool, type RpcPool } from '../rpc/pool.ts'
import { rpcPools } from '../rpc/pools.ts'
import type { SolanaProjectKeys } from './keys.ts'
import { limitsOf } from './limits.ts'
import { quietly } from './quietly.ts'
import { epochAnswer } from './rpc/answers.ts'
import { solanaFault } from './rpc/fault.ts'
import { type ExpectedCluster, wrongCluster } from './rpc/identity.ts'
import { reportSolanaRpc } from './rpc/report.ts'
import { type SolanaRpc, solanaRpc } from './rpc/rpc.ts'

export interface LiveSolanaOptions {
  /** A live project's keys. @throws CoreError `live.seed`, `vault.locked` */
  solanaKeys(projectIndex: number): SolanaProjectKeys
  urlsOf(chain: SolanaChain): Promise<readonly string[]>
  /** Genesis hashes of the practice networks. */
  practiceGenesis(): Promise<ReadonlySet<string>>
  /** Most bytes of one answer of an RPC; absent: the usual bound. */
  answerBytes?: number | undefined
  clock(): number
  /** Called when an RPC of the chain came up, failed or was left out. */
  onChange(chain: SolanaChain): void
  override?: LiveOverride | undefined
}

/**
 * Ours: transactions in flight at a time, of three or four mints each and final after 13 seconds; and slots (4 seconds) after which the same
 * bytes are sent again. Public RPCs accept about 40 calls of a method in 10 seconds.
 */
const transactionsInFlight = 64
const resendAfter = 10
/** Ours, ms: how long a person who sets a list waits at most for its RPCs' identities. */
const refusalMs = 5_000

/** Solana's clusters, for live projects. */
export function liveSolana(options: LiveSolanaOptions): LiveFamily<SolanaChain> {
  const { override = {} } = options

  function expectedOf(chain: SolanaChain): ExpectedCluster {
    const { label, cluster, genesis } = solanaNetworkOf(chain)
    return { label, cluster, genesis, practiceGenesis: options.practiceGenesis }
  }

  const pools = rpcPools(options.urlsOf, (chain: SolanaChain, urls): RpcPool<SolanaRpc> => {
    const { label, rpcs, blockMs } = solanaNetworkOf(chain)
    return openRpcPool({
      urls,
      label,
      family: {
        open: (url, timeoutMs, onCall) => solanaRpc(url, timeoutMs, onCall, options.answerBytes),
        wrong: (rpc: SolanaRpc) => wrongCluster(rpc, expectedOf(chain)),
        head: (rpc) => rpc.call('getEpochInfo', [{ commitment: 'confirmed' }], epochAnswer),
        fault: solanaFault,
      },
      blockMs,
      shown: (url) => shownRpc(url, rpcs),
      clock: options.clock,
      random: Math.random,
      onChange: () => options.onChange(chain),
      ...(override.timeoutMs === undefined ? {} : { timeoutMs: override.timeoutMs }),
    })
  })

  async function open(chain: SolanaChain): Promise<ChainClient> {
    const { confirmations, blockMs } = solanaNetworkOf(chain)
    // Solana's libraries take a second to load, and most people never need them.
    const [{ solanaClient }, { snsFault, snsNames }] = await quietly(() =>
      Promise.all([import('./client.ts'), import('./names/sns.ts')]),
    )
    // Names are on mainnet, whichever cluster Mintdesk mints on.
    const main = solanaNetworkOf('solana')
    const pooled: SolanaRpc = {
      call: async (...of) => (await pools.of(chain)).ask((rpc) => rpc.call(...of)),
      many: async (...of) => (await pools.of(chain)).ask((rpc) => rpc.many(...of)),
    }
    return solanaClient({
      chain,
      network: `live:${chain}`,
      clock: options.clock,
      confirmations,
      limits: { ...limitsOf(transactionsInFlight), ...override.limits },
      pollMs: override.pollMs ?? lookEvery(blockMs),
      blockMs,
      resendAfter,
      rpc: async () => pooled,
      pin: async () => (await pools.of(chain)).pin(),
      senders: async () => (await pools.of(chain)).senders(),
      names: agreedNames<SolanaRpc>({
        ...{ label: main.label, blockMs: main.blockMs },
        ...{ clock: options.clock, pausesMs: override.namePausesMs, faultOf: snsFault },
        pool: () => pools.of('solana'),
        namesBy: (rpc) => snsNames({ rpc, clock: options.clock }),
        // Names are read at the commitment `finalized`.
        headOf: async (rpc) =>
          (await rpc.call('getEpochInfo', [{ commitment: 'finalized' }], epochAnswer)).absoluteSlot,
      }),
      treasury: (projectIndex) => options.solanaKeys(projectIndex).treasury(),
      named: (projectIndex, name) => options.solanaKeys(projectIndex).named(name),
      user: (projectIndex, owner) => options.solanaKeys(projectIndex).user(owner),
    })
  }

  return {
    client: openedOnce(open).of,
    statuses: pools.statuses,
    forget: pools.forget,
    report: (chain, url, shown) => reportSolanaRpc(url, shown, expectedOf(chain), options.answerBytes),
    // An RPC that does not answer now may be down only for a while.
    refusal: (chain, url) =>
      wrongCluster(solanaRpc(url, refusalMs, undefined, options.answerBytes), expectedOf(chain)).catch(() => null),
  }
}
