import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collectionByPk } from '../../src/core/store/collections/collections.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { deploymentPayer, isPaidByOthers, oldestRunUnderWay } from '../../src/core/store/journal/runs/paying-runs.ts'
import { runSpending } from '../../src/core/store/journal/runs/run-figures.ts'
import { addRun } from '../../src/core/store/journal/runs/runs.ts'
import { commitSigned } from '../../src/core/store/journal/sign-transactions.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { openWithCollection } from './fresh-store.ts'

let dir: string
let store: OpenStore | undefined
beforeEach(async () => {
  dir = await temporaryFolder()
})
afterEach(async () => {
  await store?.close()
  store = undefined
  await rm(dir, { recursive: true, force: true })
})

describe('who pays for a contract', () => {
  let projectId: string
  let pk: number
  beforeEach(async () => {
    const { collection, ...opened } = await openWithCollection(dir)
    store = opened
    projectId = collection.project_id
    pk = collection.pk
  })
  const db = () => (store as OpenStore).db
  const collection = () => collectionByPk(db(), pk)
  const enter = (id: string, createdAt: number, state: 'running' | 'paused') =>
    addRun(db(), {
      ...{ id, project_id: projectId, collection_pk: pk, import_id: null, name: id, content: id, repeat: 0, state },
      ...{ notice: null, total: 1, quoted_fee: null, created_at: createdAt, completed_at: null },
    })
  const deploy = async () =>
    commitSigned(
      db(),
      null,
      [
        {
          ...{ network: 'practice:polygon', signer: '0x1', sequence: 0, purpose: 'deploy', collectionPk: pk },
          ...{
            batchPk: null,
            actionPk: null,
            transferPk: null,
            runId: await deploymentPayer(db(), await collection()),
          },
          ...{ call: '{}', hash: '0x1', raw: Buffer.alloc(1), maxFee: 1n, priorityFee: 1n },
        },
      ],
      1,
    )

  it('is the oldest run that goes on', async () => {
    expect(await isPaidByOthers(db(), await collection())).toBe(false)
    await enter('paused', 1, 'paused')
    expect(await isPaidByOthers(db(), await collection())).toBe(false)
    await enter('later', 3, 'running')
    await enter('first', 2, 'running')
    expect(await deploymentPayer(db(), await collection())).toBe('first')
    expect(await isPaidByOthers(db(), await collection())).toBe(true)
    await deploy()
    expect([await runSpending(db(), 'first'), await runSpending(db(), 'later')]).toMatchObject([
      { transactions: 1 },
      { transactions: 0 },
    ])
  })

  it('is nobody’s run where a mint of the API brought it; trees are made for the run', async () => {
    const draft = { id: 'm', recipient: 'polygon:0x1', address: '0x1', metadata: null, reupload: false }
    const mint = { ...draft, contentHash: Buffer.alloc(32) }
    await db()
      .transaction()
      .execute(async (trx) => enqueueMints(trx, await collectionByPk(trx, pk), [mint], { now: 1 }))
    expect(await isPaidByOthers(db(), await collection())).toBe(true)
    await enter('run', 2, 'running')
    expect(await deploymentPayer(db(), await collection())).toBeNull()
    expect(await oldestRunUnderWay(db(), pk)).toBe('run')
  })

  it('is nobody’s run where it was asked for by itself', async () => {
    await enter('run', 1, 'running')
    const named = { ...(await collection()), id: 'badges' }
    expect(await deploymentPayer(db(), named)).toBeNull()
    expect(await isPaidByOthers(db(), named)).toBe(true)
  })
})
