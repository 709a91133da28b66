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
/** Ours: bytes end after some 60 seconds, and 13 later that is final; an RPC that is so far behind is not used (`openRpcPool`). */
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
      // It was up a moment ago: its failure is noted where it is called, and is not this node's.
      const checked = await headAt(second, 'finalized').catch(() => own)
      return checked.number < own.number ? checked : own
    },
  }
}

/** Whether bytes with this blockhash may yet be in a block that becomes final. */
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
      // When their time ends was told by one RPC alone, which may have lied: each must say itself that it is over.
      for (const { raw } of attempts) if (await isValid(node, blockhashOf(raw))) return false
      const hashes = attempts.map(({ hash }) => hash)
      if (!(await knowsNone(node, hashes))) return false
      await requireHistory(node, Math.min(...attempts.map(({ signedAt }) => signedAt)))
      return true
    },
  }
}
