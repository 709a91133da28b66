import { base58 } from '@scure/base'
import { z } from 'zod'
import { families } from '../../../shared/families.ts'
import { type Head, isPracticeNetwork, type NetworkClient } from '../family/network.ts'
import type { ExpiryClient } from '../family/transactions.ts'
import type { Commitment } from './accounts.ts'
import type { SolanaClientOptions } from './client-options.ts'
import { epochAnswer, validAnswer } from './rpc/answers.ts'
import type { SolanaRpc } from './rpc/rpc.ts'
import { requireHistory } from './transactions/kept-history.ts'
import { blockhashOf } from './transactions/message.ts'
import { knowsNone } from './transactions/receipts.ts'

/** Solana's own. */
const blockhashBlocks = 151
/** Ours: signed bytes expire after about 60 s, and that is final 13 s later. The pool uses no RPC that lags by this much (`openRpcPool`). */
const unknownMs = 60_000

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
      // A failure of the second RPC is recorded by its own calls, and says nothing about this one.
      const checked = await headAt(second, 'finalized').catch(() => own)
      return checked.number < own.number ? checked : own
    },
  }
}

/** Whether a block that becomes final may still include bytes with this blockhash. */
async function isValid(node: SolanaRpc, blockhash: Uint8Array): Promise<boolean> {
  const asked = [base58.encode(blockhash), { commitment: 'finalized' }]
  return (await node.call('isBlockhashValid', asked, validAnswer)).value
}

/** See `ExpiryClient`. */
export function expiryClient({ rpc, resendAfter }: Pick<SolanaClientOptions, 'rpc' | 'resendAfter'>): ExpiryClient {
  return {
    lifetime: blockhashBlocks,
    ...(resendAfter === undefined ? {} : { resendAfter }),
    unknownMs,
    async gone(attempts) {
      const node = await rpc()
      // The expiry came from one RPC, which may have lied: each RPC must confirm itself that the blockhash is no longer valid.
      for (const { raw } of attempts) if (await isValid(node, blockhashOf(raw))) return false
      const hashes = attempts.map(({ hash }) => hash)
      if (!(await knowsNone(node, hashes))) return false
      await requireHistory(node, Math.min(...attempts.map(({ signedAt }) => signedAt)))
      return true
    },
  }
}
