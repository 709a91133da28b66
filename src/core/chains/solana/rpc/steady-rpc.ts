import { type SolanaRpc, SolanaRpcError } from './rpc.ts'

/** Methods with the option `minContextSlot`, the slot that the node must have reached; by the index of their options. */
const placeOfOptions: Readonly<Record<string, number>> = {
  getAccountInfo: 1,
  getBalance: 1,
  getEpochInfo: 0,
  getLatestBlockhash: 0,
  getMultipleAccounts: 1,
  getSignaturesForAddress: 1,
  getTokenAccountsByOwner: 2,
  isBlockhashValid: 1,
  simulateTransaction: 1,
}
const behind = -32016

/**
 * An RPC whose answers never go back in time. Many nodes may share one URL: once one of them has reported a slot, a node that lags behind that
 * slot must answer with an error, not from its older state. For one observation.
 */
export function steadyRpc(rpc: SolanaRpc): SolanaRpc {
  const reached = { confirmed: 0, finalized: 0 }
  const leastFor = (commitment: unknown): number =>
    commitment === 'finalized' ? reached.finalized : Math.max(reached.confirmed, reached.finalized)

  const bounded = (method: string, params: readonly unknown[]): readonly unknown[] => {
    const place = placeOfOptions[method]
    if (place === undefined) return params
    const options = Object(params[place] ?? {})
    const least = leastFor(Reflect.get(options, 'commitment'))
    return least === 0 ? params : Object.assign([...params], { [place]: { ...options, minContextSlot: least } })
  }
  const note = (method: string, params: readonly unknown[], result: unknown): void => {
    const slot = slotOf(method, result)
    if (slot === null) return
    // This method takes no `minContextSlot`; its answer names the node's slot.
    if (method === 'getSignatureStatuses') {
      if (slot < leastFor('confirmed'))
        throw new SolanaRpcError(
          behind,
          'the node that told of signatures is behind the one that told the height',
          null,
        )
      return
    }
    const commitment: unknown = Reflect.get(Object(params[placeOfOptions[method] ?? -1] ?? {}), 'commitment')
    if (commitment === 'confirmed' || commitment === 'finalized')
      reached[commitment] = Math.max(reached[commitment], slot)
  }
  return {
    async call(method, params, schema) {
      const result = await rpc.call(method, bounded(method, params), schema)
      note(method, params, result)
      return result
    },
    many: (method, params, schema) =>
      rpc.many(
        method,
        params.map((one) => bounded(method, one)),
        schema,
      ),
  }
}

function slotOf(method: string, result: unknown): number | null {
  const answer = Object(result ?? {})
  const slot: unknown =
    method === 'getEpochInfo'
      ? Reflect.get(answer, 'absoluteSlot')
      : Reflect.get(Object(Reflect.get(answer, 'context') ?? {}), 'slot')
  return typeof slot === 'number' ? slot : null
}
