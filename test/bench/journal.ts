/**
 * What the journal's own writes take for 200 mints, from composing them to their end: six commits, each on disk before it returns
 * (`synchronous=FULL`), for one batch of 200 alone, for four together, and for four of 500, as a run in an economy collection has them. By the
 * clock, and the processor's part of it, which other programs change less; and what it costs on this disk to have a page written for
 * good. `node test/bench/journal.ts [batches]`, by default 200. Signing and the network are not in it.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addCollection } from '../../src/core/store/collections/collections.ts'
import { firstProject } from '../../src/core/store/installation/projects.ts'
import { markPrepared, queuedMints } from '../../src/core/store/journal/batches.ts'
import { commitComposition } from '../../src/core/store/journal/compose-batches.ts'
import type { MintDraft } from '../../src/core/store/journal/mint-draft.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { markIncluded, recordAnswers } from '../../src/core/store/journal/sent-transactions.ts'
import { settleMinted } from '../../src/core/store/journal/settle-minted.ts'
import { commitSigned } from '../../src/core/store/journal/sign-transactions.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'

const per = 200
const batches = Number(process.argv[2] ?? 200)
/** Mints of a batch, and batches that are taken through each step together. */
const ways = [
  { size: 200, together: 1 },
  { size: 200, together: 4 },
  { size: 500, together: 4 },
]
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

/** Writes a page in place and has it forced to the disk, again and again; ms each, on average. */
async function pageForced(file: string): Promise<number> {
  const times = 200
  const handle = await open(file, 'w')
  try {
    const page = randomBytes(4_096)
    await handle.write(page, 0, page.length, 0)
    await handle.datasync()
    const began = performance.now()
    for (let at = 0; at < times; at++) {
      await handle.write(page, 0, page.length, 0)
      await handle.datasync()
    }
    return (performance.now() - began) / times
  } finally {
    await handle.close()
  }
}

const dir = await mkdtemp(join(tmpdir(), 'mintdesk-bench-'))
const { db, close } = openStore(join(dir, 'mintdesk.db'))
try {
  const { id: projectId } = await firstProject(db, Date.now())
  const metadata = { name: 'Badges', description: '', imageUrl: '', symbol: 'B' }
  const input = { id: 'badges', chain: 'polygon', contractKind: 'economy', fungibility: 'non-fungible' } as const
  const collection = await db
    .transaction()
    .execute((trx) =>
      addCollection(
        trx,
        projectId,
        { ...input, metadata, initial: { supplyLimit: null, payments: null }, contractUri: '', reupload: false },
        'badges',
        Date.now(),
      ),
    )
  const mintsInAll = ways.reduce((sum, { size }) => sum + batches * size, 0)
  for (let from = 0; from < mintsInAll; from += 5_000) {
    const drafts = Array.from({ length: Math.min(5_000, mintsInAll - from) }, (_, at) => draft(from + at))
    await db.transaction().execute((trx) => enqueueMints(trx, collection, drafts, { now: Date.now() }))
  }
  const columns: Record<string, Record<string, string>> = {}
  let sequence = 0
  for (const { size, together } of ways) {
    const steps = { compose: 0, prepare: 0, sign: 0, 'write down the answer': 0, include: 0, settle: 0 }
    let processor = 0
    const timed = async <T>(step: keyof typeof steps, work: () => Promise<T>): Promise<T> => {
      const used = process.cpuUsage()
      const began = performance.now()
      const result = await work()
      steps[step] += performance.now() - began
      const { user, system } = process.cpuUsage(used)
      processor += (user + system) / 1_000
      return result
    }
    for (let done = 0; done < batches; done += together) {
      const now = Date.now()
      const mints = await queuedMints(db, collection.pk, null, size * together)
      const compositions = Array.from({ length: together }, (_, at) => ({
        collectionPk: collection.pk,
        runId: null,
        jobId: hex(32),
        kind: 'batch' as const,
        mints: mints.slice(at * size, (at + 1) * size).map(({ pk }) => ({ pk })),
      }))
      const composed = (await timed('compose', () => commitComposition(db, compositions, now))) ?? []
      const prepared = composed.map((pk) => ({ pk, folder: hex(32) }))
      await timed('prepare', () => markPrepared(db, prepared))
      const queue = { network: 'practice:polygon', signer: '0x1F203Ad412D0a10A6E0CAB7d88c398d187F5A9f4' }
      const signed = composed.map((batchPk) => ({
        ...queue,
        sequence: sequence++,
        purpose: 'mint' as const,
        collectionPk: collection.pk,
        batchPk,
        actionPk: null,
        transferPk: null,
        runId: null,
        call: JSON.stringify({ to: hex(20), data: hex(size * 20 + 164), value: '0', weight: '1500000' }),
        hash: hex(32),
        raw: randomBytes(size * 20 + 300),
        maxFee: 2_000_000_000n,
        priorityFee: 1_000_000_000n,
      }))
      const committed = await timed('sign', () => commitSigned(db, null, signed, now))
      const answers = committed.map((pks) => ({ ...pks, answer: 'accepted', sent: true }))
      await timed('write down the answer', () => recordAnswers(db, answers, sequence, now))
      const seen = committed.map(({ transactionPk }, place) => {
        const hash = signed[place]?.hash ?? ''
        return { transactionPk, at: { hash, blockNumber: sequence, blockHash: hash } }
      })
      await timed('include', () => markIncluded(db, seen, now))
      const minted = seen.map(({ transactionPk, at }, place) => ({
        transactionPk,
        batchPk: composed[place] ?? 0,
        firstTokenId: 1 + (sequence - together + place) * size,
        inclusion: { ...at, gasUsed: 1_375_400n, fee: 1_375_400_000_000n },
      }))
      await timed('settle', () => settleMinted(db, minted, now))
    }
    const whole = Object.values(steps).reduce((sum, ms) => sum + ms, 0)
    const name = together === 1 ? `a batch of ${size}, alone` : `${together} of ${size} together`
    for (const [step, ms] of Object.entries({ ...steps, 'all of it': whole, "the processor's part": processor }))
      columns[step] = { ...columns[step], [name]: (ms / ((batches * size) / per)).toFixed(2) }
  }
  console.log(`ms for ${per} mints`)
  console.table(columns)
  console.log(`A page of 4 KiB forced to this disk: ${(await pageForced(join(dir, 'page'))).toFixed(2)} ms.`)
} finally {
  await close()
  await rm(dir, { recursive: true, force: true })
}
