import { z } from 'zod'
import { families } from '../../../shared/families.ts'
import { type Head, isPracticeNetwork, type NetworkClient } from '../family/network.ts'
import type { ExpiryClient } from '../family/transactions.ts'
import type { Commitment } from './accounts.ts'
import type { SolanaClientOptions } from './client-options.ts'
import { epochAnswer } from './rpc/answers.ts'
import type { SolanaRpc } from './rpc/rpc.ts'
import { knowsNone } from './transactions/receipts.ts'

/** Solana's own. */
const blockhashBlocks = 151

async function headAt(node: SolanaRpc, commitment: Commitment): Promise<Head> {
  const { blockHeight, absoluteSlot } = await node.call('getEpochInfo', [{ commitment }], epochAnswer)
  return { number: blockHeight, hash: `slot ${absoluteSlot}` }
}

/** See `NetworkClient`. */
export function networkClient(options: SolanaClientOptions): NetworkClient {
  const { rpc } = options
  return {
    network: options.network,
    chain: options.chain ?? 'solana',
    family: families.solana,
    isPractice: isPracticeNetwork(options.network),
    confirmations: options.confirmations,
    ...(options.pollMs === undefined ? {} : { pollMs: options.pollMs }),
    ...(options.blockMs === undefined ? {} : { blockMs: options.blockMs }),
    busy: () => () => {},
    async genesis() {
      return (await rpc()).call('getGenesisHash', [], z.string())
    },
    async head() {
      return headAt(await rpc(), 'confirmed')
    },
    async finalized() {
      const own = await headAt(await rpc(), 'finalized')
      const second = await options.other?.()
      if (!second) return own
      // It was up a moment ago: its failure is noted where it is called, and is not this node's.
      const checked = await headAt(second, 'finalized').catch(() => own)
      return checked.number < own.number ? checked : own
    },
  }
}

/** See `ExpiryClient`. */
export function expiryClient({ rpc, resendAfter }: Pick<SolanaClientOptions, 'rpc' | 'resendAfter'>): ExpiryClient {
  return {
    lifetime: blockhashBlocks,
    ...(resendAfter === undefined ? {} : { resendAfter }),
    async gone(hashes) {
      return knowsNone(await rpc(), hashes)
    },
  }
}
