import { base58 } from '@scure/base'
import type { FaultProxy, RpcCall } from './proxy.ts'

/**
 * What becomes of transactions on their way to a node of Solana. `expire`: the first ones are lost, and then their blockhashes are too old.
 * `fork`: the first ones stand in a block for a while, on a fork that comes to nothing. `all`: now and then one is lost, or its answer, or stands on such a fork; and now and then every
 * blockhash that was used gets too old.
 */
export type SolanaFaults = 'expire' | 'fork' | 'all'

/** Sends that are lost for `expire` and `fork`. */
const lostFirst = 2
/** For `all`: one send in so many meets each of the faults; a jump in time comes with one in so many. */
const oneIn = 8
const jumpOneIn = 24
/** More slots than a blockhash is good for. */
const jump = 200
/** How often a node tells of a block that comes to nothing. */
const toldOfFork = 3

/** Lets a proxy before a node of Solana do that. */
export function solanaFaults(proxy: FaultProxy, kind: SolanaFaults): void {
  const forked = new Map<string, number>()
  let sends = 0
  proxy.fate = (call) => {
    if (call.method === 'getSignatureStatuses') return { answer: (result) => onFork(result, call, forked) }
    if (call.method !== 'sendTransaction') return 'pass'
    sends++
    const onForkFor = () => forked.set(signatureOf(String(call.params[0])), toldOfFork)
    if (kind !== 'all') {
      if (sends > lostFirst) return 'pass'
      if (kind === 'fork') onForkFor()
      else if (sends === lostFirst) void skipSlots(proxy, jump)
      return lost
    }
    if (Math.random() < 1 / jumpOneIn) void skipSlots(proxy, jump)
    const drawn = Math.floor(Math.random() * oneIn)
    if (drawn === 0) return 'lost'
    if (drawn === 1) return lost
    if (drawn !== 2) return 'pass'
    onForkFor()
    return lost
  }
}

/** What nodes under load say of what they do not pass on. */
const lost = { code: -32005, message: 'Node is behind' }

/** Goes on by so many slots at once, so that nobody need wait for a blockhash to expire. */
export async function skipSlots(proxy: FaultProxy, slots: number): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'mintdesk_skipSlots', params: [slots] })
  await fetch(proxy.target, { method: 'POST', body }).catch(() => undefined)
}

/** A transaction's first signature, base58. @param raw base64 */
function signatureOf(raw: string): string {
  return base58.encode(Buffer.from(raw, 'base64').subarray(1, 65))
}

function onFork(result: unknown, { params }: RpcCall, forked: Map<string, number>): unknown {
  const { value, ...rest } = result as { value: (object | null)[]; context: { slot: number } }
  const asked = params[0] as string[]
  return {
    ...rest,
    value: value.map((status, at) => {
      const signature = asked[at] ?? ''
      const left = forked.get(signature) ?? 0
      if (status !== null || left === 0) return status
      forked.set(signature, left - 1)
      const slot = rest.context.slot
      return { slot, err: null, confirmations: 1, status: { Ok: null }, confirmationStatus: 'confirmed' }
    }),
  }
}
