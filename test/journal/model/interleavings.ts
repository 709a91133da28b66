import { foldTrail, noTrail } from '../../../src/core/chains/family/fence.ts'
import type { MintCall, Verdict } from './marked-contract.ts'
import { jobOf } from './two-signers.ts'

/** A call, what the contract says of it, and whether it would revert for a reason of its own. */
export interface Played {
  call: MintCall
  verdict: Verdict
  reverts?: true
}

/** Calls of two signers with one key into one collection, in the order in which blocks hold them. */
export interface Interleaving {
  what: string
  /** Each from the same beginning: forks of one chain. Members are letters. */
  branches: readonly (readonly Played[])[]
}

/** A call under the writer that minted last. */
function call(members: string, writer: number, replaced: readonly string[] = []): MintCall {
  const list = members.split('')
  return { job: jobOf(list), members: list, fence: { expected: writer, writer, trail: noTrail, replaced } }
}

/** A call that enters, by a signer who knows these jobs. */
function entry(members: string, expected: number, writer: number, known: readonly MintCall[]): MintCall {
  const trail = known.reduce((folded, { job }) => foldTrail(folded, job), noTrail)
  return { ...call(members, writer), fence: { expected, writer, trail, replaced: [] } }
}

const minted = (one: MintCall): Played => ({ call: one, verdict: 'minted' })

const y = entry('y', 0, 10, [])
const p = call('p', 10)
const z = call('z', 10)
const x = entry('x', 0, 10, [])
const late = entry('zq', 10, 20, [y, p])

/** What two programs with one key, late bytes and forks can do to each other. */
export const interleavings = {
  race: {
    what: 'what enters without knowing the last mint is refused, and would mint it twice',
    branches: [[minted(y), minted(z), { call: entry('zq', 10, 20, [y]), verdict: 'another-history' }]],
  },
  fork: {
    // It saw y and p; then a reorganisation put other work of the first one where p was, and z after it.
    what: 'as many jobs as were known are not the same jobs',
    branches: [
      [minted(y), minted(p), minted(late)],
      [minted(y), minted(z), { call: late, verdict: 'another-history' }],
    ],
  },
  retry: {
    what: 'what failed and comes back first stops the retry that names it, and else is minted twice',
    branches: [[minted(x), { call: call('xv', 10, [x.job]), verdict: 'replaced-minted' }]],
  },
  entry: {
    what: 'what is signed behind one that fails is refused, so that nothing is before a block holds it',
    branches: [
      [
        { call: entry('h', 0, 10, []), verdict: 'reverted', reverts: true },
        { call: p, verdict: 'another-writer' },
        { call: call('q', 10), verdict: 'another-writer' },
      ],
    ],
  },
} as const satisfies Record<string, Interleaving>
