import type { SendAnswer } from '../../family/transactions.ts'
import { RateLimited } from '../../rpc/http-rpc.ts'
import { sendUntilClear } from '../../rpc/send.ts'
import { batchAnswer, pendingAnswer } from '../rpc/answers.ts'
import { type AptosRpc, AptosRpcError } from '../rpc/rpc.ts'

/** aptos-core, api config, `max_submit_transaction_batch_size`. */
const sentAtOnce = 10
/** aptos-core, vm_status.rs: the virtual machine's status codes of a transaction's validation, before it runs. */
const vm = {
  sequenceTooOld: 3,
  sequenceTooNew: 4,
  lacksFee: 5,
  noAccount: 7,
  priceTooLow: 15,
  validationEnd: 1_000,
} as const

type SaidError = Pick<AptosRpcError, 'message' | 'code' | 'vmCode'>

/** Sends signed bytes to the first node, and those without a clear answer to the next ones; see `sendUntilClear`. */
export function sendRaws(nodes: readonly AptosRpc[], raws: readonly string[]): Promise<SendAnswer[]> {
  return sendUntilClear(nodes, raws, async (node, open) => {
    const answers: SendAnswer[] = []
    for (let from = 0; from < open.length; from += sentAtOnce)
      answers.push(...(await sendTo(node, open.slice(from, from + sentAtOnce))))
    return answers
  })
}

async function sendTo(node: AptosRpc, raws: readonly string[]): Promise<SendAnswer[]> {
  const bytes = raws.map((raw) => Buffer.from(raw.slice(2), 'hex'))
  if (bytes.length > 1) {
    const together = await sendBatch(node, bytes)
    if (together !== null) return together
  }
  const answers: SendAnswer[] = []
  for (const signed of bytes) answers.push(await sendOne(node, signed))
  return answers
}

async function sendOne(node: AptosRpc, signed: Uint8Array): Promise<SendAnswer> {
  try {
    await node.ask('/transactions', pendingAnswer, { signed })
    return { kind: 'accepted' }
  } catch (error) {
    return sendFault(error)
  }
}

/** Sends several in one request; null if the node refuses the whole request, so that each must be sent alone. */
async function sendBatch(node: AptosRpc, all: readonly Uint8Array[]): Promise<SendAnswer[] | null> {
  // A BCS vector: the count (one byte below 128), then the transactions.
  const signedBatch = Buffer.concat([Buffer.of(all.length), ...all])
  try {
    const { value } = await node.ask('/transactions/batch', batchAnswer, { signedBatch })
    const failures = new Map(value.transaction_failures.map((one) => [one.transaction_index, one.error]))
    return all.map((_, place) => {
      const failure = failures.get(place)
      if (!failure) return { kind: 'accepted' }
      const { message, error_code: code, vm_error_code: vmCode } = failure
      return code === 'rate_limited' ? { kind: 'rate-limited' } : answerOf({ message, code, vmCode: vmCode ?? null })
    })
  } catch (error) {
    if (error instanceof AptosRpcError) return null
    const answer = sendFault(error)
    return all.map(() => answer)
  }
}

function sendFault(error: unknown): SendAnswer {
  if (error instanceof RateLimited) {
    const { retryAfterMs } = error
    return { kind: 'rate-limited', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }
  if (error instanceof AptosRpcError) return answerOf(error)
  return { kind: 'unclear', message: error instanceof Error ? error.message : String(error) }
}

/** The meaning of a node's refusal (aptos-core, api/src/transactions.rs and mempool/src/core_mempool/transaction_store.rs). */
export function answerOf({ message, code, vmCode }: SaidError): SendAnswer {
  switch (code) {
    case 'sequence_number_too_old':
      return { kind: 'sequence-used' }
    case 'invalid_transaction_update':
      // The mempool holds another transaction with this sequence: ours with a higher price, or one that is not ours.
      return /higher gas price/i.test(message) ? { kind: 'underpriced' } : { kind: 'known' }
    case 'mempool_is_full':
      return { kind: 'rate-limited' }
    case 'vm_error':
      return vmAnswerOf(message, vmCode)
    case 'invalid_input':
    case 'rejected_by_filter':
      return { kind: 'rejected', message }
    default:
      return { kind: 'unclear', message }
  }
}

function vmAnswerOf(message: string, vmCode: number | null): SendAnswer {
  if (vmCode === vm.sequenceTooOld || /SEQUENCE_NUMBER_TOO_OLD/.test(message)) return { kind: 'sequence-used' }
  if (vmCode === vm.priceTooLow || /GAS_UNIT_PRICE_BELOW_MIN_BOUND/.test(message)) return { kind: 'underpriced' }
  if (vmCode === vm.lacksFee || vmCode === vm.noAccount) return { kind: 'insufficient-funds', message }
  // The node lags behind the account's sequence.
  if (vmCode === vm.sequenceTooNew) return { kind: 'unclear', message }
  return vmCode !== null && vmCode > 0 && vmCode < vm.validationEnd
    ? { kind: 'rejected', message }
    : { kind: 'unclear', message }
}
