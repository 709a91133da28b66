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
  /** Told what went wrong with a trial as a whole, which ends it. */
  onFault(error: unknown): void
}

/** Ours: links under way at once; how long a trial goes on that nobody asks about, and between two tellings of what it found, ms. */
const atATime = 20
const askedWithin = 10_000
const betweenMarks = 1_000
/** Ours: how long it is remembered what was found behind links, ms. */
const rememberedFor = 3_600_000

interface Trial {
  /** Of the rows that its links are of. */
  version: number
  view: LinkTrial
  askedAt: number
  /** By role and link; null: it can be had. */
  known: Map<string, string | null>
  stop: AbortController
  over: Promise<void>
}

export type LinkTrials = ReturnType<typeof createLinkTrials>

/**
 * Tries the linked pictures of imports while a person looks at them. What cannot be had becomes a warning of its rows. A trial ends when the rows
 * change, and when nobody asks any more.
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
      // It is waited for at the end, which is not reached where something else fails.
      marking.catch(() => undefined)
    }
    const tried = ({ link, role }: LinkCell): Promise<string | null> =>
      tryLink(link, role, stop.signal).catch((error: unknown) => {
        // Nothing can be said of it then; the others are tried all the same.
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
     * How far the links of an import are tried; begins where nobody has, or its rows are others since.
     * @param again tries those anew that could not be had
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

    /** Stops what is tried of an import, and forgets it. */
    forget(id: string): void {
      trials.get(id)?.stop.abort()
      trials.delete(id)
    },

    /** Ends all. */
    async close(): Promise<void> {
      for (const { stop } of trials.values()) stop.abort()
      await Promise.all([...trials.values()].map(({ over }) => over))
    },
  }
}
