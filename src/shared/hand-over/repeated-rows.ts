/** Finds rows of a hand-over for the same person. Pure. */
import { groupBy } from '../group-by.ts'
import type { HandOverColumns } from './columns.ts'
import { handOverFinding } from './finding.ts'
import type { HandOverRowRead, Person } from './row-read.ts'

/** A unique key of a person. */
export function keyOf({ kind, user }: Person): string {
  return `${kind}:${user}`
}

/** Whether a row has an error. */
export function isWrong({ findings }: HandOverRowRead): boolean {
  return findings.some(({ level }) => level === 'error')
}

/** Marks a person's repeated rows: the same address is a repeat; two addresses on the same chain are errors, since either may be meant. */
export function markRepeated(rows: HandOverRowRead[], { address }: HandOverColumns): void {
  const byPerson = groupBy(
    rows.filter((one) => one.person !== null && one.address !== null),
    (one) => (one.person ? keyOf(one.person) : ''),
  )
  for (const own of byPerson.values()) {
    for (const one of own) {
      const different = own.find((other) => other.address !== one.address && meet(other, one))
      if (!different) continue
      const message = `Row ${different.row} gives another address for ${one.person?.user}: keep the row that is right. Until then nothing of this person is moved.`
      one.findings.push(handOverFinding(one.row, address.header, 'person.twoAddresses', message))
    }
    markCovered(own.filter((one) => !isWrong(one)))
  }
}

/** Of a person's good rows, each chain counts for the first row with an address there; a row with no chain left is a repeat. */
function markCovered(own: readonly HandOverRowRead[]): void {
  const before: HandOverRowRead[] = []
  for (const one of own) {
    const same = before.filter((other) => meet(other, one))
    const left = one.chains.filter((chain) => !same.some(({ chains }) => chains.includes(chain)))
    if (left.length > 0) {
      one.chains = left
      before.push(one)
      continue
    }
    one.state = 'repeat'
    const numbers = same.map(({ row }) => row)
    const say = numbers.length === 1 ? `Row ${numbers[0]} says` : `Rows ${numbers.join(', ')} together say`
    one.findings.push(handOverFinding(one.row, '', 'person.repeated', `${say} the same: this one changes nothing.`))
  }
}

/** Whether two rows give an address for the same chain. */
function meet(one: HandOverRowRead, other: HandOverRowRead): boolean {
  return one.chains.some((chain) => other.chains.includes(chain))
}
