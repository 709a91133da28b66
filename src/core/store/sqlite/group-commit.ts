import { setImmediate } from 'node:timers/promises'
import { CompiledQuery, type Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'
import type { ForcedCommits } from './forced-commits.ts'

/** Does the work of all items in a transaction, or none of it when it throws. @returns the results, in the items' order */
export type Work<Item, Result> = (tx: Transaction<Database>, items: readonly Item[]) => Promise<readonly Result[]>

/** Does the work of one item; when it resolves, that work is on disk. */
export type GroupCommit<Item, Result> = (item: Item) => Promise<Result>

/** Most items that share a commit: other work gets a turn at the database in between. */
const mostAtOnce = 100

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Items that arrive while a commit is on its way to the disk share the next one, since the disk cannot take thousands of small commits a
 * second. `work` takes them together, with statements for all. If that fails, each item is tried by itself, so that it succeeds or fails
 * alone. Each is answered when its commit is on the disk.
 */
export function groupCommit<Item, Result>(commits: ForcedCommits, work: Work<Item, Result>): GroupCommit<Item, Result> {
  type Piece = Waiting<Item, Result>
  const waiting: Piece[] = []
  let running = false

  async function commitNext(): Promise<void> {
    let group: Piece[] = []
    try {
      const ends = await commits.commit(async (tx) => {
        // Taken only here: more items may have arrived while the connection was in use.
        group = waiting.splice(0, mostAtOnce)
        return (await attempt(tx, work, group)) ?? (await eachAlone(tx, work, group))
      })
      await commits.onDisk()
      for (const end of ends) end()
    } catch (error) {
      for (const { reject } of group.length > 0 ? group : waiting.splice(0)) reject(error)
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

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!running) void run()
    })
}

/** What is to be called after the commit. */
type Ends = (() => void)[]

async function eachAlone<Item, Result>(
  tx: Transaction<Database>,
  work: Work<Item, Result>,
  group: readonly Waiting<Item, Result>[],
): Promise<Ends> {
  const ends: Ends = []
  for (const piece of group) ends.push(...((await attempt(tx, work, [piece])) ?? []))
  return ends
}

const begin = CompiledQuery.raw('savepoint pieces')
const undo = CompiledQuery.raw('rollback to pieces')
const finish = CompiledQuery.raw('release pieces')

/** Works on pieces together. On failure rolls back what they wrote; several pieces give null, to be tried one by one, a single one is rejected. */
async function attempt<Item, Result>(
  tx: Transaction<Database>,
  work: Work<Item, Result>,
  pieces: readonly Waiting<Item, Result>[],
): Promise<Ends | null> {
  await tx.executeQuery(begin)
  let results: readonly Result[]
  try {
    results = await work(
      tx,
      pieces.map(({ item }) => item),
    )
  } catch (error) {
    try {
      await tx.executeQuery(undo)
      await tx.executeQuery(finish)
    } catch {
      // SQLite has rolled back the whole transaction, as it does when the disk is full. The first error says why.
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
