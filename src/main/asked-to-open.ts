/** What the system asked this app to open: spreadsheets and links to pages. The page takes them when it is loaded. */
import { linkedPage } from '../shared/linked-pages.ts'
import { openedPaths } from './opened-paths.ts'

export interface AskedToOpen {
  /** Takes what a start's arguments name, of this app or a second instance. @param args without the program */
  start(args: readonly string[], cwd: string): void
  file(path: string): void
  link(url: string): void
  /**
   * Offers the core the files since the last call. Keeps those that the core, being down, does not take.
   * @returns the ids of the taken files
   */
  takeFiles(offer: (path: string) => Promise<string>): Promise<string[]>
  /** Called when the core is back: calls `tell` if files are kept. */
  again(): void
  /** The page that a link named since the last call; null: none. */
  takePage(): string | null
}

/**
 * @param tell called when there is something to take, or when the person started the app again
 * @param note called with a sentence about a link that was ignored
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
