import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Chains } from '../../../src/core/chains/family/family.ts'
import type { Limits } from '../../../src/core/chains/family/transactions.ts'
import { waitingStates } from '../../../src/core/journal/states.ts'
import { createRunControl, type RunControl } from '../../../src/core/minting/runs/control.ts'
import { collectionByPk } from '../../../src/core/store/collections/collections.ts'
import type { MintDraft } from '../../../src/core/store/journal/mint-draft.ts'
import { enqueueMints } from '../../../src/core/store/journal/mints.ts'
import { isNow, mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import { findRun } from '../../../src/core/store/journal/runs/runs.ts'
import { type OpenEngine, openEngine } from '../open-engine.ts'
import { digest, type SimulatedChain, type SimulatedOptions, simulatedChain } from './chain.ts'
import { simulatedChains, treasury } from './client.ts'
import { correctedRecipients } from './corrected.ts'

export interface SimulatedWorldOptions extends Partial<SimulatedOptions> {
  limits?: Limits
  clock?: () => number
  /** Every other mint is for a user. */
  toUsers?: boolean
  /** The chain of another world, which a copy of that one mints on as well. */
  chain?: SimulatedChain
  /** How the engine meets the chain, where it is not as an EVM network. */
  chainsOf?: (chain: SimulatedChain) => Chains
  /** What stands between the engine and the chain. */
  through?: (chains: Chains) => Chains
}

const { setTimeout: realSetTimeout, clearTimeout: clearRealTimeout } = globalThis
/** A round takes milliseconds. */
const stuckMs = 20_000

/** More than any test spends. */
const plenty = 10n ** 18n

/** A folder in memory where the system has one: thousands of small databases are made and thrown away. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'mintdesk-journal-'))
}

/**
 * The real engine on a simulated chain, one round at a time: the engine's own timers never run out (the test holds `setTimeout`), so
 * it takes exactly the rounds it is woken for.
 */
export async function openWorld(dir: string, options: SimulatedWorldOptions = {}) {
  const clock = options.clock ?? Date.now
  const through = options.through ?? ((chains) => chains)
  const chain: SimulatedChain = options.chain ?? simulatedChain({ confirmations: 3, ...options })
  chain.setBalance(treasury, plenty)
  const file = join(dir, 'mintdesk.db')
  const copy = join(dir, 'copy.db')
  let opened: OpenEngine
  let control: RunControl
  let reader: SqliteDatabase.Database
  let rounds = 0
  let roundOver = () => {}
  /** Points of the journal until the process dies; -1: it does not. */
  let pointsLeft = -1
  /** The point at which it dies, or ''. */
  let fatal = ''
  let atPoint: { left: number; name?: string; act(): void } = { left: -1, act: () => {} }
  const points: string[] = []
  const changedRuns: string[] = []
  const corrections = correctedRecipients(clock)
  /** What was sent before it was on disk. */
  const leaked: string[] = []

  function point(name: string): void {
    if (name === 'after round') {
      rounds++
      roundOver()
      return
    }
    points.push(name)
    if (--atPoint.left === 0 || atPoint.name === name) {
      const { act } = atPoint
      atPoint = { left: -1, act: () => {} }
      act()
    }
    if ((pointsLeft > 0 && --pointsLeft === 0) || name === fatal) chain.world.down = true
    if (chain.world.down) throw new Error(`killed ${name}`)
  }

  const recipientOf = (place: number, mint: string): string =>
    options.toUsers && place % 2 === 0 ? `userId:${mint}:polygon` : recipient(mint)

  async function open(): Promise<void> {
    rounds = 0
    opened = await openEngine({
      dir,
      chains: through(options.chainsOf?.(chain) ?? simulatedChains(chain, options.limits)),
      point,
      timing: { groupMs: 0, pollMs: 1 },
      clock,
      runChanged: (runId) => changedRuns.push(runId),
    })
    control = createRunControl(opened.db, opened.engine, clock)
    reader = new SqliteDatabase(file, { readonly: true })
    const onDisk = reader.prepare('select 1 from attempts where hash = ?')
    // Of two copies on one chain nobody can tell whose bytes these are.
    if (!options.chain)
      chain.world.onSend = ({ hash }) => {
        if (!onDisk.get(hash)) leaked.push(hash)
      }
    await control.recover()
    opened.engine.wake(opened.collectionPk)
    await roundsAre(2)
  }

  async function close(): Promise<void> {
    chain.world.onSend = () => {}
    reader.close()
    await opened.close()
  }

  async function roundsAre(wanted: number): Promise<void> {
    while (rounds < wanted)
      await new Promise<void>((resolve, reject) => {
        const timer = realSetTimeout(() => reject(new Error(`no round ended for ${stuckMs} ms`)), stuckMs)
        roundOver = () => {
          clearRealTimeout(timer)
          resolve()
        }
      })
  }

  /** Does something that wakes the engine, and waits for the round it takes; brings it back when it died. */
  async function during(act: () => unknown): Promise<void> {
    const before = rounds
    await act()
    await roundsAre(before + 1)
    if (chain.world.down) await restart()
  }

  async function restart(): Promise<void> {
    await close()
    pointsLeft = -1
    fatal = ''
    chain.world.down = false
    await open()
  }

  await open()
  return {
    chain,
    treasury,
    points,
    /** Runs that the engine told of. */
    changedRuns,
    leaked,
    get db() {
      return opened.db
    },
    get collectionPk() {
      return opened.collectionPk
    },
    get control() {
      return control
    },
    get identity() {
      return opened.identity
    },
    get metadata() {
      return opened.metadata
    },
    during,
    restart,
    close,
    replaceExternalUse: () => opened.engine.replaceExternalUse(opened.project.id, 'polygon'),
    notice: () => opened.engine.notice(opened.project.id, 'polygon')?.text ?? null,
    runNotice: (name: string) =>
      opened.engine.notice(opened.project.id, 'polygon', digest(name).slice(2))?.text ?? null,
    wakeChain: () => opened.engine.wakeChain(opened.project.id, 'polygon'),
    wake: () => opened.engine.wake(opened.collectionPk),
    round: () => during(() => opened.engine.wake(opened.collectionPk)),
    /** The process dies at the n-th point of the journal from now. */
    dieAt(n: number): void {
      pointsLeft = n
    },
    /** The process dies when it comes by this point. */
    dieAtPoint(name: string): void {
      fatal = name
    },
    /** Does something at the n-th point of the journal from now, or at the next of a name, in the middle of a round. */
    actAt(at: number | string, act: () => void): void {
      atPoint = typeof at === 'number' ? { left: at, act } : { left: -1, name: at, act }
    },

    /** A run of so many mints; nothing when the database has it. */
    async addRun(name: string, count: number): Promise<void> {
      const id = digest(name).slice(2)
      if (await findRun(opened.db, id)) return
      await during(() =>
        opened.addRun(count, { id, recipient: (ordinal) => recipientOf(ordinal, `${name} ${ordinal}`) }),
      )
    },
    correct: (name: string, ordinal: number) =>
      during(async () => {
        await corrections.correct(opened, digest(name).slice(2), ordinal)
        opened.engine.wake(opened.collectionPk)
      }),
    corrections,
    run: async (name: string) => findRun(opened.db, digest(name).slice(2)),
    addMints: (ids: readonly string[]) =>
      during(() =>
        enqueue(
          opened,
          ids.map((id, place) => {
            const to = recipientOf(place, id)
            return to.startsWith('userId:') ? { ...stored(id), recipient: to, address: null } : stored(id)
          }),
          clock(),
        ),
      ),
    addHosted: (ids: readonly string[]) =>
      during(() =>
        enqueue(
          opened,
          ids.map((id) => ({ ...stored(id), metadata: { uri: `https://example.com/${id}.json` } })),
          clock(),
        ),
      ),

    /** Keeps a copy of the database as it is now. */
    async keepCopy(): Promise<void> {
      rmSync(copy, { force: true })
      await sql`vacuum into ${copy}`.execute(opened.db)
    },
    /** Puts the kept copy back; false when there is none. */
    async restoreCopy(): Promise<boolean> {
      if (!existsSync(copy)) return false
      await close()
      for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
      copyFileSync(copy, file)
      await open()
      return true
    },
    async forgetContent(): Promise<void> {
      for (const folder of ['content', 'lists']) await rm(join(dir, folder), { recursive: true, force: true })
    },
    /** A person goes on with a collection that was halted, with the next round; nothing, when it was not. */
    goOn(): void {
      const halted = reader.prepare('select other_writer as writer from collections where halted is not null').get()
      if (halted === undefined) return
      if ((halted as { writer: number | null }).writer === null)
        void opened.engine.resumeCollection(opened.collectionPk)
      else void opened.engine.takeOver(opened.collectionPk)
    },
    takeOver: () => during(() => opened.engine.takeOver(opened.collectionPk)),
    resumeCollection: () => during(() => opened.engine.resumeCollection(opened.collectionPk)),
    /** Whether anything waits or is in flight. */
    async busy(): Promise<boolean> {
      const { rows } = await sql<{ busy: number }>`
        select exists (select 1 from mints where ${isNow(waitingStates)})
            or exists (select 1 from transactions where state in ('signed', 'sent', 'included'))
            or exists (select 1 from runs where state = 'running') as busy`.execute(opened.db)
      return rows[0]?.busy === 1
    },
    /** Rounds and blocks until nothing waits any more; `before` each. @throws when that takes more than `blocks` */
    async settle(blocks = 150, before: () => void | Promise<void> = () => {}): Promise<void> {
      for (let made = 0; made < blocks; made++) {
        if (!(await this.busy())) return
        await before()
        await this.round()
        chain.mine()
      }
      if (await this.busy()) expect.fail(`it did not come to rest: ${JSON.stringify(await this.states())}`)
    },
    async states() {
      const mints = await mintsNow(opened.db).select(['pk', 'state', 'batch_pk', 'token_id']).execute()
      const batches = await opened.db.selectFrom('batches').select(['pk', 'kind', 'state', 'transaction_pk']).execute()
      const transactions = await opened.db
        .selectFrom('transactions')
        .select(['pk', 'sequence', 'state', 'purpose', 'batch_pk'])
        .execute()
      const attempts = await opened.db
        .selectFrom('attempts')
        .select(['transaction_pk', 'answer', 'sent_block', 'fill'])
        .execute()
      const halted = await opened.db
        .selectFrom('collections')
        .select('halted')
        .where('halted', 'is not', null)
        .execute()
      return { mints, batches, transactions, attempts, halted, head: chain.head().number, count: chain.count(treasury) }
    },
  }
}

export type SimulatedWorld = Awaited<ReturnType<typeof openWorld>>

/** A recipient that only this mint has. */
export function recipient(mint: string): string {
  return digest(`recipient of ${mint}`).slice(0, 42)
}

function stored(id: string): MintDraft {
  const json = JSON.stringify({ name: id })
  return {
    id,
    recipient: `polygon:${recipient(id)}`,
    address: recipient(id),
    metadata: { json, hash: digest(json).slice(2) },
    reupload: false,
    contentHash: Buffer.from(digest(`content ${id}`).slice(2), 'hex'),
  }
}

async function enqueue(
  { db, collectionPk, engine }: OpenEngine,
  drafts: readonly MintDraft[],
  now: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await enqueueMints(tx, await collectionByPk(tx, collectionPk), drafts, { now })
  })
  engine.wake(collectionPk)
}
