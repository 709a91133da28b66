import type { SheetFacts } from '../protocol.ts'

/** Rules by which rows are compared with each other and with their collection; all others are about a row by itself. */
const comparing = ['collectionPk', 'supplyRemaining', 'fungibility', 'duplicates', 'again'] as const

/**
 * Whether another collection of the same chain, or another way to compare, is all that changed: then each row by itself stands as it did, and
 * need not be checked again. Where nothing changed at all, somebody wants the rows checked.
 */
export function onlyComparesAnew(before: SheetFacts, now: SheetFacts): boolean {
  const rest = ({ rules, columns, answered }: SheetFacts): string =>
    JSON.stringify([{ ...rules, ...Object.fromEntries(comparing.map((name) => [name, null])) }, columns, answered])
  return comparing.some((name) => before.rules[name] !== now.rules[name]) && rest(before) === rest(now)
}
