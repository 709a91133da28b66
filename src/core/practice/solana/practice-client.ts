import { z } from 'zod'
import type { ChainClient } from '../../chains/family/family.ts'
import type { Limits } from '../../chains/family/transactions.ts'
import { solanaClient } from '../../chains/solana/client.ts'
import type { SolanaProjectKeys } from '../../chains/solana/keys.ts'
import { limitsOf } from '../../chains/solana/limits.ts'
import { finalAfter } from '../../chains/solana/practice-finality.ts'
import { type SolanaRpc, solanaRpc } from '../../chains/solana/rpc/rpc.ts'

export interface PracticeSolanaOptions {
  /** Brings the network up if needed. */
  network: { start(): Promise<{ rpcUrl: string }> }
  keys(projectIndex: number): SolanaProjectKeys
  limits: Partial<Limits> | undefined
  rpcUrl: ((url: string) => string) | undefined
  timeoutMs: number | undefined
  clock(): number
  /** Whether treasuries are filled automatically. */
  faucet: boolean
}

export function practiceSolanaClient({ network, keys, ...options }: PracticeSolanaOptions): ChainClient {
  let reached: { url: string; rpc: SolanaRpc } | undefined
  const rpc = async (): Promise<SolanaRpc> => {
    const { rpcUrl } = await network.start()
    const url = options.rpcUrl?.(rpcUrl) ?? rpcUrl
    if (reached?.url !== url) reached = { url, rpc: solanaRpc(url, options.timeoutMs) }
    return reached.rpc
  }
  return solanaClient({
    network: 'practice:solana',
    clock: options.clock,
    confirmations: finalAfter,
    // A quarter of a slot: polling costs nothing here.
    pollMs: 100,
    limits: { ...limitsOf(transactionsInFlight), ...options.limits },
    rpc,
    treasury: (projectIndex) => keys(projectIndex).treasury(),
    named: (projectIndex, name) => keys(projectIndex).named(name),
    user: (projectIndex, owner) => keys(projectIndex).user(owner),
    ...(options.faucet
      ? {
          give: async (address, lamports) => {
            await (await rpc()).call('requestAirdrop', [address, Number(lamports)], z.string())
          },
        }
      : {}),
  })
}

/** Ours: transactions in flight at a time. Each carries three or four mints, and is final after a second or two (on mainnet 13 s). */
const transactionsInFlight = 512
