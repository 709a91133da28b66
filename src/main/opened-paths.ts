import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** File name endings that Mintdesk opens. */
const sheets = /\.(csv|tsv|xlsx|xlsm|ods)$/i
/** An option or a link, even if it ends like a file name. */
const notAFile = /^(?:-|mintdesk:|[a-z][a-z\d+.-]+:\/\/)/i

/**
 * The spreadsheets that a system names when it starts an app to open them.
 * @param args of the process, without the program itself
 * @param cwd the folder that paths are relative to
 */
export function openedPaths(args: readonly string[], cwd: string): string[] {
  return args
    .flatMap((arg) => pathOf(arg) ?? [])
    .filter((path) => sheets.test(path))
    .map((path) => resolve(cwd, path))
}

/** Some Linux desktops pass files as URLs, as the installed desktop entry allows (`%U`). */
function pathOf(arg: string): string | undefined {
  if (!/^file:/i.test(arg)) return notAFile.test(arg) ? undefined : arg
  try {
    return fileURLToPath(arg)
  } catch {
    // A file of another computer, or no valid URL.
    return undefined
  }
}
