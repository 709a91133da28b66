import type { LinkTrial } from '../../../shared/app-api.ts'
import { findingOf } from '../../../shared/spreadsheet/finding.ts'
import type { TryLink } from '../../metadata/try-link.ts'
import type { LinkFinding } from '../../store/import-sheet/links.ts'
import type { Imports } from '../imports.ts'
import { rowsAtOnce } from '../pace.ts'
import type { LinkCell } from './link-cells.ts'

export interface LinkTrialsDeps {
  imports: Pick<Imports, 'get' | 'linkCells' | 'markLinks' | 'version'>
  tryLink: TryLink
  clock(): number
  /** Receives an error that ends a whole trial. */
  onFault(error: unknown): void
}

/** Ours: links in work at once; how long a trial continues without a question about it, and the time between two reports of its findings, ms. */
const atATime = 20
const askedWithin = 10_000
const betweenMarks = 1_000
/** Ours: how long the results of a trial are remembered, ms. */
const rememberedFor = 3_600_000

interface Trial {
  /** The version of the import's rows that the links come from. */
  version: number
  view: LinkTrial
  askedAt: number
  /** Sentence by role and link; null: the link works. */
  known: Map<string, string | null>
  stop: AbortController
  over: Promise<void>
}

export type LinkTrials = ReturnType<typeof createLinkTrials>

/**
 * Tries the links to pictures of an import while the person looks at it. A link that fails becomes a warning of its rows. A trial ends when the rows
 * change, or when nobody asks about it any more.
 */
export function createLinkTrials({ imports, tryLink, clock, onFault }: LinkTrialsDeps) {
  const trials = new Map<string, Trial>()

  async function run(id: string, trial: Trial): Promise<void> {
    const { view, known, stop } = trial
    const isOff = (): boolean =>
      stop.signal.aborted || imports.version(id) !== trial.version || clock() - trial.askedAt > askedWithin
    const places = new Map<string, LinkCell[]>()
    for await (const piece of imports.linkCells(id)) {
      if (isOff()) return
      for (const cell of piece) {
        const key = `${cell.role} ${cell.link}`
        const same = places.get(key)
        if (same) same.push(cell)
        else places.set(key, [cell])
      }
    }
    view.total = places.size
    const waiting = places[Symbol.iterator]()
    let found: LinkFinding[] = []
    let fresh = true
    let marking = Promise.resolve()
    let markedAt = clock()
    const mark = (): void => {
      const [now, isFresh] = [found, fresh]
      found = []
      fresh = false
      markedAt = clock()
      marking = marking.then(async () => {
        for (let at = 0; at === 0 || at < now.length; at += rowsAtOnce)
          await imports.markLinks(id, trial.version, now.slice(at, at + rowsAtOnce), isFresh && at === 0)
      })
      // Awaited below, which is not reached where something else fails.
      marking.catch(() => undefined)
    }
    const tried = ({ link, role }: LinkCell): Promise<string | null> =>
      tryLink(link, role, stop.signal).catch((error: unknown) => {
        // An unexpected error says nothing about the link; the other links are tried all the same.
        if (!stop.signal.aborted) onFault(error)
        return null
      })
    const one = async (): Promise<void> => {
      for (const [key, cells] of waiting) {
        const [first] = cells
        if (isOff() || first === undefined) return
        let fault = known.get(key)
        if (fault === undefined) {
          fault = await tried(first)
          if (isOff()) return
          known.set(key, fault)
        }
        view.tried++
        if (fault === null) continue
        const message = fault
        view.failed++
        found.push(
          ...cells.map(({ pos, row, column }) => ({ pos, ...findingOf(row, column, 'metadata.link', message) })),
        )
        if (clock() - markedAt > betweenMarks) mark()
      }
    }
    await Promise.all(Array.from({ length: atATime }, one))
    if (!isOff()) mark()
    await marking
    if (!isOff()) view.state = 'done'
  }

  function begin(id: string, version: number, before: Trial | undefined): Trial {
    const view: LinkTrial = { state: 'running', total: 0, tried: 0, failed: 0 }
    const known = before?.known ?? new Map<string, string | null>()
    const trial = { version, view, known, askedAt: clock(), stop: new AbortController(), over: Promise.resolve() }
    trial.over = run(id, trial)
      .catch((error: unknown) => {
        if (!trial.stop.signal.aborted && imports.version(id) === version) onFault(error)
      })
      .finally(() => {
        trial.stop.abort()
        if (view.state === 'running') view.state = 'stopped'
      })
    for (const [other, { askedAt }] of trials) if (clock() - askedAt > rememberedFor) trials.delete(other)
    trials.set(id, trial)
    return trial
  }

  return {
    /**
     * Returns the progress of an import's link trial; begins one where none ran for the present rows.
     * @param again tries the failed links again
     * @throws CoreError `import.notFound`
     */
    async look(id: string, again = false): Promise<LinkTrial> {
      const { state } = await imports.get(id)
      const version = imports.version(id)
      const before = trials.get(id)
      if (state !== 'checked') {
        before?.stop.abort()
        return { state: 'stopped', total: 0, tried: 0, failed: 0 }
      }
      const isOld = before === undefined || before.version !== version || before.view.state === 'stopped'
      if (before && !isOld && !again) {
        before.askedAt = clock()
        return { ...before.view }
      }
      before?.stop.abort()
      await before?.over
      if (again && before) for (const [link, fault] of before.known) if (fault !== null) before.known.delete(link)
      return { ...begin(id, version, before).view }
    },

    /** Stops the trial of an import and forgets it. */
    forget(id: string): void {
      trials.get(id)?.stop.abort()
      trials.delete(id)
    },

    /** Ends all trials. */
    async close(): Promise<void> {
      for (const { stop } of trials.values()) stop.abort()
      await Promise.all([...trials.values()].map(({ over }) => over))
    },
  }
}
