import { setImmediate } from 'node:timers/promises'
import { CompiledQuery, type Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'
import type { ForcedCommits } from './forced-commits.ts'

/** Does in a transaction what is wished for, all of it or (when it throws) nothing, and answers each wish, in their order. */
export type Work<Wish, Result> = (tx: Transaction<Database>, wishes: readonly Wish[]) => Promise<readonly Result[]>

/** Does what is wished for; what it answers is on disk. */
export type GroupCommit<Wish, Result> = (wish: Wish) => Promise<Result>

/** Most wishes that share a commit: others get a turn at the database in between. */
const mostAtOnce = 100

interface Waiting<Wish, Result> {
  wish: Wish
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Lets what is wished for while a commit is on its way to the disk share the next one, since thousands of small ones a second would not
 * fit; and lets it be done at once, in statements for all. Where that fails, each wish is tried by itself, so that each succeeds or fails
 * alone. Each is answered when its commit is on the disk.
 */
export function groupCommit<Wish, Result>(commits: ForcedCommits, work: Work<Wish, Result>): GroupCommit<Wish, Result> {
  type Piece = Waiting<Wish, Result>
  const waiting: Piece[] = []
  let running = false

  async function commitNext(): Promise<void> {
    let group: Piece[] = []
    try {
      const ends = await commits.commit(async (tx) => {
        // Taken only now: more has arrived while the connection was in use.
        group = waiting.splice(0, mostAtOnce)
        return (await attempt(tx, work, group)) ?? (await eachAlone(tx, work, group))
      })
      void answer(group, ends)
    } catch (error) {
      for (const { reject } of group.length > 0 ? group : waiting.splice(0)) reject(error)
    }
  }

  /** Answers what was committed, when the disk has it. The next commit need not wait for that. */
  async function answer(group: readonly Piece[], ends: Ends): Promise<void> {
    try {
      await commits.onDisk()
      for (const end of ends) end()
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      // Whatever else this turn of the event loop brings shares the commit.
      await setImmediate()
      await commitNext()
    }
    running = false
  }

  return (wish) =>
    new Promise((resolve, reject) => {
      waiting.push({ wish, resolve, reject })
      if (!running) void run()
    })
}

/** What is to be called after the commit. */
type Ends = (() => void)[]

async function eachAlone<Wish, Result>(
  tx: Transaction<Database>,
  work: Work<Wish, Result>,
  group: readonly Waiting<Wish, Result>[],
): Promise<Ends> {
  const ends: Ends = []
  for (const piece of group) ends.push(...((await attempt(tx, work, [piece])) ?? []))
  return ends
}

const begin = CompiledQuery.raw('savepoint pieces')
const undo = CompiledQuery.raw('rollback to pieces')
const finish = CompiledQuery.raw('release pieces')

/** Pieces at once; null when they fail, what they wrote is undone, and they can be tried one by one. One alone fails for good. */
async function attempt<Wish, Result>(
  tx: Transaction<Database>,
  work: Work<Wish, Result>,
  pieces: readonly Waiting<Wish, Result>[],
): Promise<Ends | null> {
  await tx.executeQuery(begin)
  let results: readonly Result[]
  try {
    results = await work(
      tx,
      pieces.map(({ wish }) => wish),
    )
  } catch (error) {
    try {
      await tx.executeQuery(undo)
      await tx.executeQuery(finish)
    } catch {
      // SQLite has undone the whole transaction, as it does when the disk is full: why, it said first.
      throw error
    }
    const [only] = pieces
    return pieces.length === 1 && only ? [() => only.reject(error)] : null
  }
  await tx.executeQuery(finish)
  if (results.length !== pieces.length) throw new Error('not every piece of work was answered')
  return pieces.map(
    ({ resolve }, place) =>
      () =>
        resolve(results[place] as Result),
  )
}
