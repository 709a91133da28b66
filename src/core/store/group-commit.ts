import { setImmediate } from 'node:timers/promises'
import { CompiledQuery, type Transaction } from 'kysely'
import type { Store } from './open.ts'
import type { Database } from './schema.ts'

type Work<Result> = (tx: Transaction<Database>) => Promise<Result>

/** Runs work in a transaction of the database; what it answers is on disk. */
export type GroupCommit = <Result>(work: Work<Result>) => Promise<Result>

/** Most pieces of work that share a commit: others get a turn at the database in between. */
const mostAtOnce = 100

/**
 * Lets pieces of work that arrive while another is being committed share the next commit, since a commit waits for the disk and
 * thousands of small ones a second would not fit. Each succeeds or fails by itself; each is answered after the commit.
 */
export function groupCommit(db: Store): GroupCommit {
  const waiting: { attempt: Work<() => void>; fail: (error: unknown) => void }[] = []
  let running = false

  async function commitNext(): Promise<void> {
    let group: typeof waiting = []
    try {
      const ends = await db.transaction().execute(async (tx) => {
        // Taken only now: more has arrived while the connection was in use.
        group = waiting.splice(0, mostAtOnce)
        const settled: (() => void)[] = []
        for (const { attempt } of group) settled.push(await attempt(tx))
        return settled
      })
      for (const end of ends) end()
    } catch (error) {
      for (const { fail } of group.length > 0 ? group : waiting.splice(0)) fail(error)
    }
  }

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      // A commit holds up everything else: requests that have arrived meanwhile are to be among the next ones.
      await setImmediate()
      await commitNext()
    }
    running = false
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ attempt: (tx) => alone(tx, work, resolve, reject), fail: reject })
      if (!running) void run()
    })
}

const begin = CompiledQuery.raw('savepoint piece')
const undo = CompiledQuery.raw('rollback to piece')
const finish = CompiledQuery.raw('release piece')

/** One piece of work: when it fails, what it wrote is undone, and nothing of the others'. */
async function alone<Result>(
  tx: Transaction<Database>,
  work: Work<Result>,
  resolve: (result: Result) => void,
  reject: (error: unknown) => void,
): Promise<() => void> {
  await tx.executeQuery(begin)
  try {
    const result = await work(tx)
    return () => resolve(result)
  } catch (error) {
    await tx.executeQuery(undo)
    return () => reject(error)
  } finally {
    await tx.executeQuery(finish)
  }
}
