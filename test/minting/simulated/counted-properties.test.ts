import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import { tokenAddress } from './chain.ts'
import { countedChains } from './counted-client.ts'
import { type Command, command, holdsInHistories } from './happenings.ts'
import type { SimulatedWorld } from './world.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Such a chain takes nothing back that it included. */
const final = command.filter(
  (given: Command) => !('includes' in given) && !('depth' in given) && (given as { do: string }).do !== 'lag',
)
const isCopied = (given: Command): boolean => ['keep copy', 'restore copy'].includes(given.do)
/** Older copies of the database are what it is about. */
const copies = fc.constantFrom<Command>({ do: 'keep copy' }, { do: 'restore copy' })
// What was corrected is known there by what it asks for now: an older copy of the database asks a person.
const happening = fc.oneof(
  { weight: 6, arbitrary: final.filter((given) => !('ordinal' in given)) },
  { weight: 1, arbitrary: copies },
)

/** Each token is known by its own address. */
async function expectAddresses({ db }: SimulatedWorld): Promise<void> {
  const minted = await mintsNow(db).select(['token_id', 'token_address']).where('state', '=', 'succeeded').execute()
  expect(minted.map(({ token_address }) => token_address)).toEqual(
    minted.map(({ token_id }) => tokenAddress(token_id ?? 0)),
  )
}

it(
  'mints every mint once or not at all and loses none, where a collection only counts its tokens',
  () =>
    holdsInHistories(happening, {
      seed: 1,
      options: { confirmations: 1, chainsOf: countedChains },
      more: expectAddresses,
    }),
  600_000,
)

it(
  'mints there once what is corrected',
  () =>
    holdsInHistories(
      final.filter((given) => !isCopied(given)),
      { seed: 1, runs: 20, options: { confirmations: 1, chainsOf: countedChains }, more: expectAddresses },
    ),
  600_000,
)
