/**
 * What the journal's own writes take for a batch of 200 mints, from composing it to its end: five commits, each on disk before it returns
 * (`synchronous=FULL`). `node test/bench/journal.ts [batches]`, by default 250. The rows are those of a run; signing and the network are not in it.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commitComposition, markPrepared, queuedMints } from '../../src/core/store/batches.ts'
import { addCollection } from '../../src/core/store/collections.ts'
import { commitSigned, markIncluded, recordAnswers } from '../../src/core/store/lane.ts'
import { enqueueMints, type MintDraft } from '../../src/core/store/mints.ts'
import { openStore } from '../../src/core/store/open.ts'
import { firstProject } from '../../src/core/store/projects.ts'
import { settleMinted } from '../../src/core/store/settle.ts'

const size = 200
const batches = Number(process.argv[2] ?? 250)
const hex = (bytes: number): string => `0x${randomBytes(bytes).toString('hex')}`

function draft(at: number): MintDraft {
  const address = `0x${createHash('sha256').update(String(at)).digest('hex').slice(0, 40)}`
  const json = JSON.stringify({
    attributes: [{ trait_type: 'Seat', value: at }],
    image: 'ipfs://bafkqaaa',
    name: `#${at}`,
  })
  const hash = createHash('sha256').update(json).digest('hex')
  const recipient = `polygon:${address}`
  return {
    recipient,
    address,
    metadata: { json, hash },
    reupload: true,
    contentHash: randomBytes(32),
    row: at + 2,
    ordinal: at,
  }
}

const dir = await mkdtemp(join(tmpdir(), 'mintdesk-bench-'))
const { db, close } = openStore(join(dir, 'mintdesk.db'))
try {
  const { id: projectId } = await firstProject(db, Date.now())
  const metadata = { name: 'Badges', description: '', imageUrl: '', symbol: 'B' }
  const wish = { id: 'badges', chain: 'polygon', contractKind: 'economy', fungibility: 'non-fungible' } as const
  const collection = await db
    .transaction()
    .execute((trx) =>
      addCollection(
        trx,
        projectId,
        { ...wish, metadata, initial: { supplyLimit: null, payments: null }, contractUri: '', reupload: false },
        'badges',
        Date.now(),
      ),
    )
  for (let from = 0; from < batches * size; from += 5_000) {
    const drafts = Array.from({ length: Math.min(5_000, batches * size - from) }, (_, at) => draft(from + at))
    await db.transaction().execute((trx) => enqueueMints(trx, collection, drafts, { now: Date.now() }))
  }
  const steps = { compose: 0, prepare: 0, sign: 0, 'write down the answer': 0, include: 0, settle: 0 }
  const timed = async <T>(step: keyof typeof steps, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    steps[step] += performance.now() - began
    return result
  }
  for (let sequence = 0; sequence < batches; sequence++) {
    const now = Date.now()
    const mints = await queuedMints(db, collection.pk, null, size)
    const members = mints.map(({ pk, address, metadata_hash }, place) => {
      return { pk, place, address: address ?? '', resolved: { hash: metadata_hash ?? '', json: null } }
    })
    const composition = {
      collectionPk: collection.pk,
      runId: null,
      jobId: hex(32),
      kind: 'batch' as const,
      mints: members,
    }
    const composed = await timed('compose', () => commitComposition(db, [composition], now))
    const [batchPk = 0] = composed ?? []
    await timed('prepare', () => markPrepared(db, batchPk, hex(32)))
    const hash = hex(32)
    const lane = { network: 'practice:polygon', signer: '0x1F203Ad412D0a10A6E0CAB7d88c398d187F5A9f4' }
    const call = JSON.stringify({ to: hex(20), data: hex(size * 20 + 164), value: '0', weight: '1500000' })
    const signed = {
      ...lane,
      sequence,
      purpose: 'mint' as const,
      collectionPk: collection.pk,
      batchPk,
      actionPk: null,
      transferPk: null,
      call,
      hash,
      raw: randomBytes(size * 20 + 300),
      maxFee: 2_000_000_000n,
      priorityFee: 1_000_000_000n,
    }
    const transactionPk = await timed('sign', () => commitSigned(db, signed, now))
    const answer = { attemptPk: sequence + 1, transactionPk, answer: 'accepted', sent: true } as const
    await timed('write down the answer', () => recordAnswers(db, [answer], sequence, now))
    const at = { hash, blockNumber: sequence, blockHash: hash }
    await timed('include', () => markIncluded(db, transactionPk, at, now))
    const inclusion = { ...at, gasUsed: 1_375_400n, fee: 1_375_400_000_000n }
    const minted = { transactionPk, batchPk, firstTokenId: 1 + sequence * size, inclusion }
    await timed('settle', () => settleMinted(db, minted, now))
  }
  const whole = Object.values(steps).reduce((sum, ms) => sum + ms, 0)
  const rows = Object.entries({ ...steps, 'the whole batch': whole })
  console.table(
    Object.fromEntries(rows.map(([step, ms]) => [step, { 'ms a batch of 200': (ms / batches).toFixed(2) }])),
  )
} finally {
  await close()
  await rm(dir, { recursive: true, force: true })
}
