/** Whether a price goes over a spending cap. */
import type { z } from 'zod'
import { fromUnits } from '../../../shared/amount.ts'
import type { capAhead as capAheadSchema } from '../../../shared/app-api.ts'
import { moneyText } from '../../../shared/format.ts'
import type { Chains } from '../../chains/family/family.ts'
import type { CapKind, Caps } from '../../journal/caps.ts'
import type { QueueKey } from '../../store/journal/signer-queue.ts'
import { capsOf, type Spender, spentOn } from '../../store/journal/spending.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { coinOf } from './view.ts'

/** What a cap is read with. */
export interface CapContext {
  db: Store
  clock(): number
  chains: Pick<Chains, 'networks'>
}

interface CapAhead {
  kind: CapKind
  limit: bigint
  left: bigint
  sure: boolean
}

/** A price, and what other work on the chain still needs, smallest unit. */
export interface Price {
  expected: bigint
  high: bigint
  reserved: bigint
}

/** The cap that leaves the least for a price, if that is less than it may cost; null: no cap is in the way. */
export function capAhead(caps: Caps, spent: { day: bigint; project: bigint }, price: Price): CapAhead | null {
  const counts = { run: 0n, day: spent.day + price.reserved, project: spent.project + price.reserved }
  let tightest: CapAhead | null = null
  for (const kind of ['run', 'day', 'project'] as const) {
    const limit = caps[kind]
    if (limit === null) continue
    const left = limit > counts[kind] ? limit - counts[kind] : 0n
    if (price.high > left && (tightest === null || left < tightest.left))
      tightest = { kind, limit, left, sure: price.expected > left }
  }
  return tightest
}

/** What the cap means for a run, as a sentence for the person. */
function capSentence(coin: ReturnType<typeof coinOf>, { kind, limit, left, sure }: CapAhead): string {
  const { currency, decimals } = coin(limit)
  const exact = `${fromUnits(limit.toString(), decimals)} ${currency}`
  const whose = {
    run: `a run may spend ${exact}`,
    day: `the project may spend ${exact} a day here`,
    project: `the project may spend ${exact} here in all`,
  }[kind]
  const on =
    kind === 'day'
      ? 'goes on the next day (UTC), or when a person raises the cap'
      : 'waits until a person raises the cap'
  return `This ${sure ? 'will' : 'may'} stop at a spending cap: ${whose}, and ${moneyText(coin(left))} of it is left for this. It then ${on}; nothing is lost.`
}

/**
 * The same for a price on a project's fee balance, as the window and the command line see it; null: no cap is in its way.
 * @param isRun whether the cap of a run holds for it
 */
export async function capAheadOf(
  { db, clock, chains }: CapContext,
  queue: QueueKey,
  spender: Spender,
  price: Price,
  isRun: boolean,
): Promise<z.infer<typeof capAheadSchema> | null> {
  const caps = await capsOf(db, spender)
  const cap = capAhead(isRun ? caps : { ...caps, run: null }, await spentOn(db, queue, clock()), price)
  if (cap === null) return null
  const coin = coinOf(chains.networks, spender.chain)
  return {
    ...{ kind: cap.kind, limit: coin(cap.limit), left: coin(cap.left), sure: cap.sure },
    text: capSentence(coin, cap),
  }
}
