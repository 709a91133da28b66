/** What happens when the window's page or the core dies. */
import { type CrashAction, crashActionOf, crashPage } from './crash-page.ts'

export interface CrashOptions {
  /** Shows a page of HTML in the window, and opens a new window if it was closed. */
  show(html: string): void
  /** Makes the report. @param why what happened, in a sentence */
  report(why: string): string
  copy(text: string): void
  /** Starts the app again, and ends this process. */
  again(): void
  quit(): void
  /** Milliseconds of a clock. */
  now?: () => number
}

export interface Crash {
  /** The page's process died. @returns whether the page may be loaded again; if not, the crash page is shown */
  pageDied(): boolean
  /** The core was given up. @param why in a sentence */
  coreDied(why: string): void
  /** Carries out a button of the crash page. */
  leave(url: string): void
  /** Shows the crash page in a newly opened window. @returns whether there is a crash page to show */
  reshow(): boolean
}

/** Ours: after this many deaths within a minute, the page is not loaded again. */
const deaths = 3
const within = 60_000

export function createCrash({ show, report, copy, again, quit, now = Date.now }: CrashOptions): Crash {
  let died: number[] = []
  /** The report to copy; undefined while no crash page is shown: then its buttons do not count. */
  let shown: string | undefined
  let page = ''
  const acts: Record<CrashAction, () => void> = { again, quit, copy: () => shown !== undefined && copy(shown) }

  function stop(why: string): void {
    shown = report(why)
    page = crashPage(why, shown)
    show(page)
  }
  return {
    pageDied() {
      died = [...died, now()].filter((at) => at > now() - within)
      // The crash page has no script, so it should not die. If it does, it is not loaded again.
      if (shown === undefined && died.length < deaths) return true
      if (shown === undefined) stop(`The window stopped ${died.length} times within a minute.`)
      return false
    },
    coreDied: stop,
    leave(url) {
      const action = crashActionOf(url)
      if (shown !== undefined && action !== undefined) acts[action]()
    },
    reshow() {
      if (shown !== undefined) show(page)
      return shown !== undefined
    },
  }
}
