import type { SheetFacts } from '../protocol.ts'

/** Rules about rows compared with each other and with their collection; all other rules concern a row by itself. */
const comparing = ['collectionPk', 'supplyRemaining', 'fungibility', 'duplicates', 'again'] as const

/**
 * Whether only the collection (on the same chain) or a comparing rule changed: then each row by itself is as before and needs no new check.
 * False where nothing changed at all: then the caller wants the rows checked.
 */
export function onlyComparesAnew(before: SheetFacts, now: SheetFacts): boolean {
  const rest = ({ rules, columns, answered }: SheetFacts): string =>
    JSON.stringify([{ ...rules, ...Object.fromEntries(comparing.map((name) => [name, null])) }, columns, answered])
  return comparing.some((name) => before.rules[name] !== now.rules[name]) && rest(before) === rest(now)
}
