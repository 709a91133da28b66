/** What a person can order for work on many NFTs. */
export type Order = 'pause' | 'resume' | 'cancel' | 'retry'

/**
 * The orders that are possible in the present state of the work. What failed can be tried again while the rest goes on, too. Pure.
 * @param unsent how many NFTs can still be cancelled
 * @param failed how many can be tried again
 */
export function possibleOrders({ state, unsent, failed }: { state: string; unsent: number; failed: number }): Order[] {
  const going = state === 'running' || state === 'waiting'
  const unended = going || state === 'paused'
  const orders: [Order, boolean][] = [
    ['pause', going],
    ['resume', state === 'paused'],
    ['cancel', unended && unsent > 0],
    ['retry', failed > 0],
  ]
  return orders.flatMap(([order, isPossible]) => (isPossible ? [order] : []))
}
