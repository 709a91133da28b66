import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { folderCidOf } from '../../../src/core/lib/cid.ts'
import { collectionByPk } from '../../../src/core/store/collections/collections.ts'
import type { MintDraft } from '../../../src/core/store/journal/mint-draft.ts'
import { enqueueMints } from '../../../src/core/store/journal/mints.ts'
import { type KuboNode, openKuboNode } from '../../metadata/kubo-node.ts'
import { type OpenEngine, openEngine, recipientOf, runFinished, until } from '../open-engine.ts'
import { type SimulatedChain, simulatedChain } from '../simulated/chain.ts'
import { simulatedChains, treasury } from '../simulated/client.ts'
import { temporaryFolder } from '../simulated/world.ts'

let dir: string
let node: KuboNode
let chain: SimulatedChain
let opened: OpenEngine
/** What was sent while the node did not keep its metadata. */
let unkept: string[]

beforeEach(async () => {
  dir = await temporaryFolder()
  node = await openKuboNode()
  chain = simulatedChain({ confirmations: 2 })
  chain.setBalance(treasury, 10n ** 18n)
  unkept = []
  opened = await openEngine({ dir, chains: simulatedChains(chain), timing: { groupMs: 0, pollMs: 5 }, start: false })
  await opened.db.updateTable('projects').set({ kind: 'live' }).execute()
  await opened.engine.start()
  chain.world.onSend = ({ hash, call }) => {
    const text = Buffer.from(call.data.slice(2), 'hex').toString()
    const folder = /"folder":"(0x[0-9a-f]{64})"/.exec(text)?.[1]
    for (const [, cid = ''] of text.matchAll(/"ipfs:\/\/(baf[a-z2-7]+)"/g)) if (!node.pins.has(cid)) unkept.push(hash)
    if (folder && !node.pins.has(folderCidOf(folder as `0x${string}`))) unkept.push(hash)
  }
})
afterEach(async () => {
  await opened.close()
  await node.close()
  await rm(dir, { recursive: true, force: true })
})

const notice = (): string => opened.engine.notice(opened.project.id, 'polygon')?.text ?? ''

async function finished(run: string): Promise<void> {
  const mining = setInterval(() => chain.mine(), 10)
  await runFinished(opened, run).finally(() => clearInterval(mining))
}

it('a live run is signed only when its metadata is kept; it waits for the storage, and goes on by itself', async () => {
  const run = await opened.addRun(5)
  // The contract is deployed without; nothing that names metadata is.
  const mining = setInterval(() => chain.mine(), 10)
  await until('the reason', async () => /Waiting for the storage: .*no storage is set/.test(notice()))
  clearInterval(mining)
  const mints = () => opened.db.selectFrom('transactions').select('pk').where('purpose', '=', 'mint').execute()
  expect(await mints()).toEqual([])

  await opened.storage.set({ kind: 'kubo', url: node.url })
  await finished(run)
  expect(await mints()).toHaveLength(2)
  expect(notice()).toBe('')
  const { contract_uri } = await collectionByPk(opened.db, opened.collectionPk)
  expect(node.pins).toContain(contract_uri?.replace('ipfs://', ''))

  await node.close()
  const next = await opened.addRun(2, { id: 'b'.repeat(64) })
  await until('the reason', async () => /Waiting for the storage: .*does not answer .* Nothing is lost/.test(notice()))
  expect(await mints()).toHaveLength(2)
  await node.reopen()
  await finished(next)
  expect(await mints()).toHaveLength(3)
  expect(unkept).toEqual([])
  const failed = await opened.db.selectFrom('mints').select('pk').where('state', '=', 'failed').execute()
  expect(failed).toEqual([])
})

it('what rows name themselves goes to the storage, too, where it is content of ours: alone or in a batch', async () => {
  await opened.storage.set({ kind: 'kubo', url: node.url })
  const mining = setInterval(() => chain.mine(), 10)
  const mintHosted = async (...ids: string[]): Promise<void> => {
    const drafts = await Promise.all(
      ids.map(async (id): Promise<MintDraft> => {
        const address = recipientOf(Number.parseInt(id, 36))
        return {
          ...{ id, recipient: `polygon:${address}`, address, compressed: false, reupload: true },
          metadata: { uri: await opened.metadata.storeJson(`{"name":"${id}"}`, 'ipfs://') },
          contentHash: Buffer.from(id.padEnd(32)),
        }
      }),
    )
    await opened.db
      .transaction()
      .execute(async (tx) =>
        enqueueMints(tx, await collectionByPk(tx, opened.collectionPk), drafts, { now: Date.now() }),
      )
    opened.engine.wake(opened.collectionPk)
  }
  await mintHosted('a')
  await until('one', async () => chain.tokens().length === 1)
  await mintHosted('b', 'c', 'd')
  await until('all', async () => chain.tokens().length === 4)
  clearInterval(mining)
  expect(unkept).toEqual([])
})
