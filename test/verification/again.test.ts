/** Having verified again what is verified: what another explorer lacks is made up for, and nothing that is known is lost. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Chains } from '../../src/core/chains/family/family.ts'
import { submissionReader } from '../../src/core/verification/submissions.ts'
import { openVerifications, type Verifications } from '../../src/core/verification/verifications.ts'
import { type Project, type SharedContracts, toVerify } from '../../src/shared/app-api.ts'
import { openFreshStore } from '../store/fresh-store.ts'
import { type Explorers, openExplorers } from './explorers.ts'

const address = '0x00000000000000000000000000000000000000aa'
const at = `8453/${address}`
const project: Project = { id: 'p', index: 0, name: 'Shop', kind: 'live', enterprise: false }

let dir: string
let explorers: Explorers
let verifications: Verifications
let close: () => Promise<void>
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-verify-'))
  explorers = await openExplorers()
  const store = await openFreshStore(join(dir, 'mintdesk.db'))
  const { db } = store
  await db
    .insertInto('projects')
    .values({ id: 'p', idx: 0, name: 'Shop', kind: 'live', enterprise: 0, created_at: 1 })
    .execute()
  const fixed = { contract_kind: 'economy', fungibility: 'non-fungible', metadata: '{}', reupload: 1 } as const
  await db
    .insertInto('collections')
    .values({ project_id: 'p', id: 'c', chain: 'base', ...fixed, state: 'deployed', created_at: 1 })
    .execute()
  const list = [{ name: 'CollectionFactory', address, submission: 'collection-factory.json.gz' }]
  const reader: Chains['reader'] = async () =>
    ({ sharedContracts: { chainId: 8453, list, isDeployed: async () => true } }) as unknown as Awaited<
      ReturnType<Chains['reader']>
    >
  verifications = openVerifications({
    ...{ db, chains: { reader }, clock: () => 1, log: pino({ level: 'silent' }), pauseMs: 1 },
    env: { MINTDESK_SOURCIFY_URL: explorers.sourcify, MINTDESK_ETHERSCAN_URL: explorers.etherscan },
    readSubmission: submissionReader(join(import.meta.dirname, '../../resources')),
  })
  close = async () => {
    await verifications.close()
    await store.close()
  }
})
afterEach(async () => {
  await close()
  await explorers.close()
  await rm(dir, { recursive: true, force: true })
})

/** Has all verified, and waits for it. */
async function verified(): Promise<SharedContracts> {
  await verifications.start(project, null)
  return vi.waitFor(
    async () => {
      const state = await verifications.list(project)
      expect(state.contracts.filter(({ state }) => state === 'verifying')).toEqual([])
      return state
    },
    { timeout: 60_000 },
  )
}

it('Etherscan is asked itself once there is a key, where Sourcify could not hand on to it', async () => {
  explorers.forwarded = {
    etherscan: { error: 'No API key for this chain' },
    blockscout: { explorerUrl: 'https://base.blockscout.com/address/0xaa' },
  }
  const before = await verified()
  expect(before.contracts).toMatchObject([{ state: 'verified', via: 'sourcify' }])
  // Nobody who could do anything about it.
  expect(toVerify(before)).toEqual([])

  const withKey = await verifications.setEtherscanKey(project, 'a-good-key')
  expect(toVerify(withKey)).toMatchObject([{ address }])
  explorers.taken = { status: '0', result: 'Max rate limit reached' }
  const limited = await verified()
  expect(limited.contracts).toMatchObject([
    {
      state: 'verified',
      via: 'sourcify',
      match: 'exact',
      message: expect.stringContaining('try again in some minutes'),
    },
  ])
  expect(toVerify(limited)).toMatchObject([{ address }])

  explorers.taken = { status: '1', result: 'a-guid' }
  const after = await verified()
  expect(after.contracts).toMatchObject([
    {
      ...{ state: 'verified', via: 'sourcify', match: 'exact', message: null },
      url: `https://repo.sourcify.dev/${at}`,
      explorers: [
        { explorer: 'etherscan', error: null },
        { explorer: 'blockscout', url: 'https://base.blockscout.com/address/0xaa', error: null },
      ],
    },
  ])
  expect(toVerify(after)).toEqual([])
  const asked = explorers.asked.length
  await verified()
  expect(explorers.asked).toHaveLength(asked)
})
