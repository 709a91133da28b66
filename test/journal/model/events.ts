import fc from 'fast-check'
import { deeds } from './adversary.ts'
import type { Collection, SendFault } from './chain.ts'
import type { Event } from './world.ts'

const run = fc.constantFrom('spring', 'summer')
const ids = [
  ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7'],
  ['h8', 'i9', 'j10', 'k11'],
] as const
const faults: SendFault[] = ['answer lost', 'not heard', 'dropped', 'twice', 'rejected', 'unpaid', 'limited']

function weighted(weight: number, arbitrary: fc.Arbitrary<Event>): fc.WeightedArbitrary<Event> {
  return { weight, arbitrary }
}

const event: fc.Arbitrary<Event> = fc.oneof(
  weighted(
    24,
    fc.integer({ min: 1, max: 30 }).map((count) => ({ do: 'steps', count })),
  ),
  weighted(
    12,
    fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 7 }))
      .map(([count, empty]) => ({ do: 'mine', count, includes: empty > 0 })),
  ),
  weighted(
    6,
    fc.tuple(run, fc.integer({ min: 1, max: 8 })).map(([name, size]) => ({ do: 'run', run: name, size })),
  ),
  weighted(
    6,
    fc
      .constantFrom<Collection[]>(0, 0, 1)
      .chain((into) =>
        fc
          .uniqueArray(fc.constantFrom(...ids[into]), { minLength: 1, maxLength: 4 })
          .map((chosen) => ({ do: 'mints', ids: chosen, into })),
      ),
  ),
  weighted(6, fc.constant({ do: 'crash' })),
  weighted(
    5,
    fc
      .array(fc.constantFrom(...faults), { minLength: 1, maxLength: 3 })
      .map((chosen) => ({ do: 'faults', faults: chosen })),
  ),
  weighted(
    2,
    fc.integer({ min: 1, max: 3 }).map((count) => ({ do: 'no answers', count })),
  ),
  weighted(
    4,
    fc
      .record({ depth: fc.integer({ min: 1, max: 2 }), drop: fc.boolean(), includes: fc.boolean() })
      .map((how) => ({ do: 'reorganise', ...how })),
  ),
  weighted(2, fc.constant({ do: 'drop pool' })),
  weighted(
    3,
    fc.constantFrom(1n, 10n, 300n).map((base) => ({ do: 'fee', base })),
  ),
  weighted(
    3,
    fc.integer({ min: 0, max: 2 }).map((ahead) => ({ do: 'outside', ahead })),
  ),
  weighted(
    2,
    fc.integer({ min: 0, max: 1 }).map((blocks) => ({ do: 'lag', blocks })),
  ),
  weighted(
    2,
    fc.integer({ min: 0, max: 4 }).map((blocks) => ({ do: 'late receipts', blocks })),
  ),
  weighted(2, fc.constant({ do: 'keep copy' })),
  weighted(
    2,
    fc.integer({ min: 0, max: 3 }).map((mined) => ({ do: 'restore copy', mined })),
  ),
  weighted(
    2,
    fc
      .record({ depth: fc.integer({ min: 3, max: 12 }), drop: fc.boolean(), includes: fc.boolean() })
      .map((how) => ({ do: 'take back', ...how })),
  ),
  weighted(1, fc.constant({ do: 'accept' })),
  weighted(1, fc.constant({ do: 'second copy' })),
  weighted(3, fc.constant({ do: 'turn to the other' })),
  weighted(
    4,
    fc
      .record({ deeds: fc.uniqueArray(fc.constantFrom(...deeds)), into: fc.constantFrom<Collection[]>(0, 1) })
      .map((what) => ({ do: 'adversary', ...what })),
  ),
  weighted(
    2,
    fc.boolean().map((refuse) => ({ do: 'recipients', refuse })),
  ),
  weighted(
    4,
    fc.tuple(run, fc.constantFrom(1, 1, 0, 2)).map(([name, ordinal]) => ({ do: 'correct', run: name, ordinal })),
  ),
  weighted(
    6,
    fc
      .tuple(
        fc.constantFrom(
          'pause' as const,
          'resume' as const,
          'cancel' as const,
          'begin to cancel' as const,
          'retry' as const,
        ),
        run,
      )
      .map(([what, name]) => ({ do: what, run: name })),
  ),
)

/** Histories of what may happen, one event after the other. */
export const histories: fc.Arbitrary<Event[]> = fc.array(event, { minLength: 4, maxLength: 40, size: 'max' })
