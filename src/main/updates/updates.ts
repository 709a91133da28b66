/** Updates of the desktop app: checked once a day, downloaded on a click, installed when the app ends, never while work is under way. */
import type { NewVersion, UpdateState, UpdatesView } from '../../shared/updates.ts'
import type { DesktopSettings, DesktopSettingsFile } from '../desktop-settings.ts'
import type { ProgramUpdater } from './program-updater.ts'

export interface UpdatesOptions {
  /** Why this installation does not update itself, and how to update it; undefined if it updates itself. */
  never: string | undefined
  /** Makes the updater; called once, at its first use. */
  makeUpdater(): Promise<ProgramUpdater>
  settings: DesktopSettingsFile
  /** Called at each change. */
  onChange(view: UpdatesView): void
  /** Milliseconds since 1970. */
  now?: () => number
}

export interface Updates {
  view(): UpdatesView
  /** Switches updates on or off, and stores the choice. */
  set(on: boolean): Promise<void>
  /** Checks for an update at once. */
  check(): Promise<void>
  /** Checks if the last check is a day old or a downloaded update is not installed; called from time to time. */
  checkIfDue(): Promise<void>
  download(): Promise<void>
  /** @param isMinting whether anything is under way */
  working(isMinting: boolean): void
  /** The app ends: decides now whether `install` will install an update. */
  ending(): void
  /** Installs the downloaded update if `ending` decided so. @returns whether it was installed */
  install(): Promise<boolean>
}

const day = 24 * 3_600_000

export function createUpdates({ never, makeUpdater, settings, onChange, now = Date.now }: UpdatesOptions): Updates {
  let state: UpdateState =
    never === undefined ? { kind: settings.read().updates ? 'current' : 'off' } : { kind: 'never', why: never }
  let problem = never === undefined ? settings.read().updateProblem : null
  /** The state before the check that is under way, or was last. */
  let beforeCheck = state
  let isMinting = false
  let mayInstall = false
  /** Whether an earlier start's download was looked for again. */
  let isResumed = false
  let made: Promise<ProgramUpdater> | undefined
  function updater(): Promise<ProgramUpdater> {
    made ??= makeUpdater()
    return made
  }

  /** Stores settings for the next start. A failed write does no harm: the next start only checks once more than needed. */
  function keep(changes: Partial<DesktopSettings>): void {
    try {
      settings.change(changes)
    } catch {
      // The next change writes again.
    }
  }
  const view = (): UpdatesView => ({ state, problem, checkedAt: settings.read().updatesCheckedAt })
  function become(next: UpdateState, why: string | null = null): void {
    state = next
    problem = why
    onChange(view())
  }
  /** Why this version could not be installed when the app ended, if it is the one that was tried. */
  function notInstalled(version: string | undefined): string | null {
    const { updateOnDisk, updateProblem } = settings.read()
    return version === updateOnDisk ? updateProblem : null
  }
  const isOff = (): boolean => state.kind === 'off' || state.kind === 'never'

  async function check(): Promise<void> {
    if (isOff() || state.kind === 'checking' || state.kind === 'downloading') return
    const before = state
    beforeCheck = before
    become({ kind: 'checking' }, settings.read().updateProblem)
    const asked = await attempt(async () => (await updater()).check())
    // The person switched updates off.
    if (isOff()) return
    keep({ updatesCheckedAt: new Date(now()).toISOString() })
    // Minting may have begun or ended meanwhile.
    const back = before.kind === 'ready' ? { ...before, waits: isMinting } : before
    if ('failed' in asked) return become(back, asked.failed)
    const why = notInstalled(asked.done?.version)
    keep({ updateProblem: why })
    if (asked.done === null) return become({ kind: 'current' })
    if (back.kind === 'ready' && back.version === asked.done.version) return become(back, why)
    become({ kind: 'available', ...asked.done }, why)
  }

  async function download(): Promise<void> {
    if (state.kind !== 'available') return
    const found: NewVersion = { version: state.version, notes: state.notes }
    let why = notInstalled(found.version)
    become({ kind: 'downloading', percent: 0, ...found }, why)
    const loaded = await attempt(async () =>
      (await updater()).download((percent) => {
        // Nothing is loaded of what is on disk and in order: what comes anew was never tried.
        why = null
        if (state.kind === 'downloading' && percent !== state.percent)
          become({ kind: 'downloading', percent, ...found })
      }),
    )
    if (isOff()) return
    if ('failed' in loaded) return become({ kind: 'available', ...found }, loaded.failed)
    keep({ updateOnDisk: found.version, updateProblem: why })
    become({ kind: 'ready', waits: isMinting, ...found }, why)
  }

  return {
    view,
    async set(on) {
      if (state.kind === 'never' || on === (state.kind !== 'off')) return
      settings.change({ updates: on, updateProblem: null })
      if (state.kind === 'downloading') (await updater()).cancel()
      become(on ? { kind: 'current' } : { kind: 'off' })
      if (on) await check()
    },
    check,
    async checkIfDue() {
      const { updatesCheckedAt, updateOnDisk } = settings.read()
      const resumes = updateOnDisk !== null && !isResumed
      const isDue = updatesCheckedAt === null || Math.abs(now() - Date.parse(updatesCheckedAt)) >= day
      if (isOff() || !(resumes || isDue)) return
      isResumed = true
      await check()
      // The person asked for this update before and it is on disk, so it is only verified and not downloaded again.
      if (resumes && state.kind === 'available' && state.version === updateOnDisk) await download()
    },
    download,
    working(minting) {
      isMinting = minting
      if (state.kind === 'ready' && state.waits !== minting) become({ ...state, waits: minting }, problem)
    },
    ending() {
      // The app checks by itself, too: what was ready stays ready meanwhile.
      const last = state.kind === 'checking' ? beforeCheck : state
      mayInstall = last.kind === 'ready' && !isMinting
    },
    async install() {
      if (!mayInstall) return false
      const tried = await attempt(async () => (await updater()).install())
      // The app ends, so the next start shows what went wrong.
      keep('failed' in tried ? { updateProblem: tried.failed } : { updateOnDisk: null, updateProblem: null })
      return !('failed' in tried)
    },
  }
}

async function attempt<Result>(act: () => Promise<Result>): Promise<{ done: Result } | { failed: string }> {
  try {
    return { done: await act() }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}
