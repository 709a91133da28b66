import { createHash, createHmac } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { mintIdentities } from '../../../src/core/minting/identity.ts'
import {
  batchJobId,
  burnJobId,
  type JobKey,
  loneJobId,
  mintIdentity,
  transferJobId,
} from '../../../src/core/minting/job-id.ts'
import { openWallets } from '../../../src/core/wallets/addresses.ts'
import { openKeyring } from '../../../src/core/wallets/keyring.ts'
import { openFreshStore } from '../../store/fresh-store.ts'
import { temporaryFolder } from '../simulated/world.ts'

const mnemonic = `${'abandon '.repeat(23)}art`
const another = `${'zoo '.repeat(23)}vote`
const store = await openFreshStore(join(await temporaryFolder(), 'mintdesk.db'))
afterAll(() => store.close())

async function open(words: string, index = 0) {
  const keyring = await openKeyring(words)
  const mintsKey = () => keyring.mintsKey(index)
  const identity = mintIdentities({ db: store.db, wallets: openWallets(() => keyring), mintsKey, clock: () => 1 })
  const project = { id: 'one', kind: 'practice' as const, index }
  const key: JobKey = (work) => identity.job(project, work)
  return { key, tag: (id: string) => identity.tag(project, mintIdentity(index, 'c', id)), mintsKey }
}

/** One job of each kind. */
const jobs = ({ key, tag }: Awaited<ReturnType<typeof open>>) => [
  batchJobId(key, 'batch', [tag('a'), tag('b')], 0),
  batchJobId(key, 'sorted', [tag('a'), tag('b')], 0),
  batchJobId(key, 'batch', [tag('b'), tag('a')], 0),
  batchJobId(key, 'batch', [tag('a')], 0),
  batchJobId(key, 'batch', [tag('a'), tag('b')], 1),
  loneJobId(key, tag('a'), 0),
  loneJobId(key, tag('a'), 1),
  burnJobId(key, tag('a'), 0),
  burnJobId(key, tag('a'), 1),
  transferJobId(key, 'a'),
]

it('a job follows from the seed, its kind, its members and their order', async () => {
  const first = jobs(await open(mnemonic))
  expect(new Set(first).size).toBe(first.length)
  expect(jobs(await open(mnemonic))).toEqual(first)
  for (const id of first) expect(id).toMatch(/^0x[0-9a-f]{64}$/)
  const others = [...jobs(await open(another)), ...jobs(await open(mnemonic, 1))]
  expect(others.filter((id) => first.includes(id))).toEqual([])
})

it('is no hash of what was published: the tags in mints.json', async () => {
  const { key, tag } = await open(mnemonic)
  const asked: string[] = []
  const noted: JobKey = (work) => {
    asked.push(work)
    return key(work)
  }
  const made = [
    batchJobId(noted, 'batch', [tag('a'), tag('b')], 0),
    loneJobId(noted, tag('a'), 0),
    burnJobId(noted, tag('a'), 0),
  ]
  const guesses = asked.flatMap((work) => [
    createHash('sha256').update(work).digest('hex'),
    ...[tag('a'), tag('b')].map((known) => createHmac('sha256', known).update(work).digest('hex')),
  ])
  expect(guesses.filter((guess) => made.includes(`0x${guess}`))).toEqual([])
  // Nor would a mint of such an id have a tag that is a job.
  expect(made).not.toContain(`0x${tag(asked[0] ?? '')}`)
})
