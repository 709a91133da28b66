import type { AptosChain } from '../../../shared/chains.ts'
import { openedOnce } from '../../lib/opened-once.ts'
import { type LiveOverride, lookEvery } from '../evm/live-evm.ts'
import type { ChainClient } from '../family/family.ts'
import type { LiveFamily } from '../family/live-family.ts'
import { aptosNetworkOf } from '../networks.ts'
import { shownRpc } from '../rpc/address.ts'
import { agreedNames } from '../rpc/agreed-names.ts'
import { openRpcPool, type RpcPool } from '../rpc/pool.ts'
import { rpcPools } from '../rpc/pools.ts'
import { ansFault, ansNames } from './ans.ts'
import type { AptosProjectKeys } from './keys.ts'
import { aptosLimits } from './limits.ts'
import { ledgerAnswer } from './rpc/answers.ts'
import { aptosFault } from './rpc/fault.ts'
import { type ExpectedLedger, wrongLedger } from './rpc/identity.ts'
import { reportAptosRpc } from './rpc/report.ts'
import { type AptosRpc, aptosRpc } from './rpc/rpc.ts'

export interface LiveAptosOptions {
  /** A live project's keys. @throws CoreError `live.seed`, `vault.locked` */
  aptosKeys(projectIndex: number): AptosProjectKeys
  urlsOf(chain: AptosChain): Promise<readonly string[]>
  /** Most bytes of one answer of an RPC; absent: the usual bound. */
  answerBytes?: number | undefined
  clock(): number
  /** Called when an RPC of the chain came up, failed or was left out. */
  onChange(chain: AptosChain): void
  override?: LiveOverride | undefined
}

/** Ours: mainnet makes about 20 versions a second when idle, and hundreds when busy. */
const headsPerBlock = 200
/** Ours, ms: how long a person who sets a list waits at most for its RPCs' identities. */
const refusalMs = 5_000

/** Aptos, for live projects. */
export function liveAptos(options: LiveAptosOptions): LiveFamily<AptosChain> {
  const { override = {} } = options

  function expectedOf(chain: AptosChain): ExpectedLedger {
    const { label, ledgerId } = aptosNetworkOf(chain)
    return { label, chainId: ledgerId }
  }

  const pools = rpcPools(options.urlsOf, (chain: AptosChain, urls): RpcPool<AptosRpc> => {
    const { label, ledgerId, rpcs, blockMs } = aptosNetworkOf(chain)
    return openRpcPool({
      urls,
      label,
      family: {
        open: (url, timeoutMs, onCall) => aptosRpc(url, timeoutMs, onCall, options.answerBytes, ledgerId),
        wrong: (rpc: AptosRpc) => wrongLedger(rpc, expectedOf(chain)),
        head: (rpc) => rpc.ask('/', ledgerAnswer),
        fault: aptosFault,
      },
      blockMs,
      shown: (url) => shownRpc(url, rpcs),
      clock: options.clock,
      random: Math.random,
      onChange: () => options.onChange(chain),
      ...(override.timeoutMs === undefined ? {} : { timeoutMs: override.timeoutMs }),
    })
  })

  async function open(chain: AptosChain): Promise<ChainClient> {
    const { ledgerId, label, blockMs, confirmations, nameRouter } = aptosNetworkOf(chain)
    const { aptosClient } = await import('./client.ts')
    const pooled: AptosRpc = { ask: async (...of) => (await pools.of(chain)).ask((rpc) => rpc.ask(...of)) }
    return aptosClient({
      chain,
      network: `live:${chain}`,
      chainId: ledgerId,
      confirmations,
      limits: { ...aptosLimits, ...override.limits },
      pollMs: override.pollMs ?? lookEvery(blockMs),
      blockMs,
      headsPerBlock,
      rpc: async () => pooled,
      names: agreedNames<AptosRpc>({
        ...{ label, blockMs, clock: options.clock, pausesMs: override.namePausesMs, faultOf: ansFault },
        pool: () => pools.of(chain),
        namesBy: (rpc) => ansNames(rpc, nameRouter),
        headOf: async (rpc) => (await rpc.ask('/', ledgerAnswer)).value.block_height,
      }),
      pin: async () => (await pools.of(chain)).pin(),
      senders: async () => (await pools.of(chain)).senders(),
      treasury: (projectIndex) => options.aptosKeys(projectIndex).treasury(),
      user: (projectIndex, owner) => options.aptosKeys(projectIndex).user(owner),
    })
  }

  return {
    client: openedOnce(open).of,
    statuses: pools.statuses,
    forget: pools.forget,
    report: (chain, url, shown) => reportAptosRpc(url, shown, expectedOf(chain), options.answerBytes),
    // An RPC that does not answer now may be down only for a while.
    refusal: (chain, url) =>
      wrongLedger(aptosRpc(url, refusalMs, undefined, options.answerBytes), expectedOf(chain)).catch(() => null),
  }
}
