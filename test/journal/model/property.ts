import fc from 'fast-check'
import { type ContractRules, contractRules } from './adversary.ts'
import { histories } from './events.ts'
import { Broken } from './invariants.ts'
import { type Event, modelWorld } from './world.ts'

/** Runs one history and all that follows from it. @throws Broken */
function live(history: readonly Event[], rules: ContractRules): void {
  const world = modelWorld({ rules })
  const before = history.some(isPurchase) ? 'purchases' : history.some((one) => one.do === 'adversary') ? 'deeds' : null
  // The same without him: whatever he does, the journal goes the same way, in the same blocks.
  const quiet = before === null ? null : modelWorld({ adversary: false, rules })
  try {
    for (const one of history) {
      world.happen(one)
      world.check()
      quiet?.happen(one)
    }
    // What is taken back after its confirmations comes back as other tokens where somebody bought some before it: then a person has to look.
    const compared = quiet !== null && !(world.past.tookBack && before === 'purchases')
    if (compared && world.outline() !== quiet.outline()) throw new Broken('an adversary changed what the journal does')
    world.comeToRest()
    world.checkEnd()
    if (!compared) return
    quiet.comeToRest()
    if (world.outline() !== quiet.outline()) throw new Broken('an adversary held something up')
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    throw new Broken(
      `${error.message}\n${JSON.stringify(world.state(), (_, value) => (typeof value === 'bigint' ? String(value) : value))}`,
    )
  }
}

function isPurchase(event: Event): boolean {
  return event.do === 'adversary' && event.deeds.includes('purchase')
}

/**
 * Generates histories and checks each; the shrunk counterexample as a sentence an event, or null when all held.
 * @param rules of the contracts that are minted into
 * @param shrink whether a counterexample is made as short as it goes, which can take half a minute
 */
export function checkHistories(
  seed: number,
  count: number,
  rules: ContractRules = contractRules,
  shrink = true,
): { report: string } | null {
  const result = fc.check(
    fc.property(histories, (history) => live(history, rules)),
    { seed, numRuns: count, endOnFailure: !shrink },
  )
  if (!result.failed) return null
  const history = (result.counterexample?.[0] ?? []) as Event[]
  const cause =
    result.errorInstance instanceof Broken
      ? result.errorInstance.message
      : result.errorInstance instanceof Error
        ? result.errorInstance.stack
        : String(result.errorInstance)
  return {
    report: [
      `seed ${result.seed}, path ${result.counterexamplePath}, after ${result.numRuns} histories and ${result.numShrinks} shrinks:`,
      ...history.map((one, at) => `  ${String(at + 1).padStart(2)}. ${inWords(one)}`),
      `  → ${cause}`,
    ].join('\n'),
  }
}

function inWords({ do: what, ...rest }: Event): string {
  const details = Object.entries(rest).map(
    ([name, value]) => `${name} ${Array.isArray(value) ? value.join('+') : value}`,
  )
  return details.length === 0 ? what : `${what}: ${details.join(', ')}`
}
