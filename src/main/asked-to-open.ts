/** What the system asked this app to open: spreadsheets, and links to pages. The page takes it when it is there. */
import { linkedPage } from '../shared/linked-pages.ts'
import { openedPaths } from './opened-paths.ts'

export interface AskedToOpen {
  /** What a start names, of this app or of a second one. @param args of the process, without its program */
  start(args: readonly string[], cwd: string): void
  file(path: string): void
  link(url: string): void
  /**
   * Offers the core the files since this was asked last; those that it does not take, because it is down, are kept.
   * @returns the ids of the others
   */
  takeFiles(offer: (path: string) => Promise<string>): Promise<string[]>
  /** The core is back: tells of files that are kept. */
  again(): void
  /** The page since this was asked last; null: none. */
  takePage(): string | null
}

/**
 * @param tell told that there is something to be taken, or that somebody started the app again
 * @param note told what was ignored, in a sentence
 */
export function createAskedToOpen(tell: () => void, note: (sentence: string) => void): AskedToOpen {
  let files: string[] = []
  let page: string | null = null

  function follow(link: string): boolean {
    const named = linkedPage(link)
    if (named === undefined)
      note(`A link was ignored, since it names no page of Mintdesk: ${JSON.stringify(link.slice(0, 200))}`)
    else page = named
    return named !== undefined
  }

  return {
    start(args, cwd) {
      files = [...files, ...openedPaths(args, cwd)]
      const links = args.filter((arg) => /^mintdesk:/i.test(arg))
      const followed = links.map(follow)
      // A link that is ignored does not even bring the window to the front.
      if (links.length === 0 || followed.includes(true)) tell()
    },
    file(path) {
      files = [...files, path]
      tell()
    },
    link(url) {
      if (follow(url)) tell()
    },
    async takeFiles(offer) {
      const offered = files
      files = []
      const results = await Promise.allSettled(offered.map(offer))
      files = [...offered.filter((_, at) => results[at]?.status === 'rejected'), ...files]
      return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    },
    again() {
      if (files.length > 0) tell()
    },
    takePage() {
      const taken = page
      page = null
      return taken
    },
  }
}
