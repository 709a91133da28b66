/** What happens when the window's page or the core ended for good. */
import { type CrashAction, crashActionOf, crashPage } from './crash-page.ts'

export interface CrashOptions {
  /** Shows a page of HTML in the window, made anew where it is gone. */
  show(html: string): void
  /** The report, for a sentence of what happened. */
  report(why: string): string
  copy(text: string): void
  /** Starts the app anew, and ends this one. */
  again(): void
  quit(): void
  /** Milliseconds of a clock. */
  now?: () => number
}

export interface Crash {
  /** The page's process died. @returns whether it may be loaded again; else the crash page stands there */
  pageDied(): boolean
  /** The core was given up. @param why in a sentence */
  coreDied(why: string): void
  /** The page wants to go somewhere. */
  leave(url: string): void
  /** Shows the crash page in a window that was opened anew. @returns whether there is one to be shown */
  reshow(): boolean
}

/** Ours: so many deaths of the page within a minute, and it is not loaded again. */
const deaths = 3
const within = 60_000

export function createCrash({ show, report, copy, again, quit, now = Date.now }: CrashOptions): Crash {
  let died: number[] = []
  /** What is copied; undefined while no crash page is shown, whose buttons alone count. */
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
      // The crash page has no script, and is not what dies; where it does, it is loaded no more either.
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
