/** Resets of one practice network that are asked for at the same time: no chain is thrown away on which something may be minted. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeTurns } from '../../src/core/lib/turns.ts'
import { openPracticeResets } from '../../src/core/practice-resets.ts'
import { pendingResets, wipeNetwork } from '../../src/core/store/installation/practice-reset.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { openFreshStore } from '../store/fresh-store.ts'

let dir: string
let store: OpenStore
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-resets-'))
  store = await openFreshStore(join(dir, 'mintdesk.db'))
})
afterEach(async () => {
  await store.close()
  await rm(dir, { recursive: true, force: true })
})

/** Resets of a network that takes some turns of the event loop to begin anew, with what happened in its order. */
async function played() {
  const happened: string[] = []
  const inTurn = takeTurns()
  const resets = await openPracticeResets({
    db: store.db,
    engine: {
      closeNetwork: async () => void happened.push('closed'),
      openNetwork: async () => void happened.push('open'),
    },
    lists: { forget: async () => undefined },
    marks: { forget: async () => undefined },
    practice: {
      reset: () =>
        inTurn(async () => {
          happened.push('begins anew')
          for (let turns = 0; turns < 20; turns += 1) await nextTurn()
          happened.push('is new')
        }),
    },
    ...{ clock: () => 1, log: pino({ level: 'silent' }) },
  })
  return { resets, happened }
}

const whole = ['closed', 'begins anew', 'is new', 'open']

it('one is done when the other begins, and nothing is minted on a chain that begins anew', async () => {
  const { resets, happened } = await played()
  await Promise.all([resets.reset('polygon'), resets.reset('polygon')])
  expect(happened).toEqual([...whole, ...whole])
  expect(await pendingResets(store.db)).toEqual([])
})

it('what an earlier process began is not done again where somebody has reset it meanwhile', async () => {
  await wipeNetwork(store.db, 'polygon', 1)
  const { resets, happened } = await played()
  await Promise.all([resets.reset('polygon'), resets.finish()])
  expect(happened).toEqual(['closed', ...whole])
})
