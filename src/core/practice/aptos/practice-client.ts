import { aptosClient } from '../../chains/aptos/client.ts'
import { holdingsAnswer, holdingsQuestion, readHoldings } from '../../chains/aptos/indexer.ts'
import type { AptosProjectKeys } from '../../chains/aptos/keys.ts'
import { aptosLimits } from '../../chains/aptos/limits.ts'
import { type AptosRpc, aptosRpc } from '../../chains/aptos/rpc/rpc.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import type { Limits } from '../../chains/family/transactions.ts'
import { aptosNetworkOf } from '../../chains/networks.ts'
import { practiceChainId } from './ledger/chain.ts'

export interface PracticeAptosOptions {
  /** Brings the network up if needed, and gives coin out of nothing. */
  network: {
    start(): Promise<{ rpcUrl: string }>
    give(address: string, octas: bigint): Promise<void>
    hold(): () => void
  }
  keys(projectIndex: number): AptosProjectKeys
  limits: Partial<Limits> | undefined
  rpcUrl: ((url: string) => string) | undefined
  timeoutMs: number | undefined
  /** Whether treasuries are filled automatically. */
  faucet: boolean
}

export function practiceAptosClient({ network, keys, ...options }: PracticeAptosOptions): ChainClient {
  let reached: { url: string; rpc: AptosRpc } | undefined
  const rpc = async (): Promise<AptosRpc> => {
    const { rpcUrl } = await network.start()
    const url = options.rpcUrl?.(rpcUrl) ?? rpcUrl
    if (reached?.url !== url)
      reached = { url, rpc: aptosRpc(url, options.timeoutMs, undefined, undefined, practiceChainId) }
    return reached.rpc
  }
  return aptosClient({
    chain: 'aptos',
    network: 'practice:aptos',
    chainId: practiceChainId,
    confirmations: aptosNetworkOf('aptos').confirmations,
    // Ours: polling costs nothing here.
    pollMs: 50,
    limits: { ...aptosLimits, ...options.limits },
    rpc,
    busy: network.hold,
    treasury: (projectIndex) => keys(projectIndex).treasury(),
    user: (projectIndex, owner) => keys(projectIndex).user(owner),
    heldBy: async (holder) => heldBy(await rpc(), holder),
    ...(options.faucet ? { give: network.give } : {}),
  })
}

/** The tokens of an account, as the practice network's own indexer lists them. */
async function heldBy(node: AptosRpc, holder: string): Promise<string[]> {
  const held: string[] = []
  for (let after: string | null = null; ; ) {
    const asked: string | null = after
    const { value } = await node.ask('/graphql', holdingsAnswer, { json: holdingsQuestion(holder, asked) })
    if (!value.data) throw new Error(value.errors?.[0]?.message ?? 'the indexer says nothing')
    const { tokens, next } = readHoldings(holder, value.data)
    held.push(...tokens.map(({ address }) => address))
    if (next === null || next === asked) return held
    after = next
  }
}
