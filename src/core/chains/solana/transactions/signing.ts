import { base58 } from '@scure/base'
import type { TransactionsClient } from '../../family/transactions.ts'
import type { ClientMemory, SolanaClientOptions } from '../client-options.ts'
import { blockhashAnswer } from '../rpc/answers.ts'
import { signTransaction, withBlockhash } from './message.ts'

/** Ours, ms: how long a blockhash is reused, of the minute for which it is valid. */
const blockhashMs = 2_000

/** Signs calls with a recent blockhash. See `TransactionsClient.sign`. */
export function signer(options: SolanaClientOptions, memory: ClientMemory): TransactionsClient['sign'] {
  const latestBlockhash = async () => {
    const { blockhash } = memory
    if (blockhash !== undefined && Math.abs(performance.now() - blockhash.at) < blockhashMs) return blockhash
    const at = performance.now()
    const node = await options.rpc()
    const { value } = await node.call('getLatestBlockhash', [{ commitment: 'confirmed' }], blockhashAnswer)
    const newest = { hash: base58.decode(value.blockhash), validUntil: value.lastValidBlockHeight, at }
    memory.blockhash = newest
    return newest
  }
  return async (call, projectIndex, _sequence, fee) => {
    const { hash, validUntil } = await latestBlockhash()
    const message = withBlockhash(Buffer.from(call.data.slice(2), 'hex'), hash)
    const signers = (call.signers ?? []).map((name) => options.named(projectIndex, name))
    if (call.owner) signers.push(options.user(projectIndex, call.owner))
    const raw = signTransaction(message, [options.treasury(projectIndex), ...signers])
    return {
      hash: base58.encode(raw.subarray(1, 65)),
      raw: `0x${Buffer.from(raw).toString('hex')}`,
      fee,
      validUntil,
    }
  }
}
