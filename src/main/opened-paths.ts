import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Files that Mintdesk opens, by their endings. */
const sheets = /\.(csv|tsv|xlsx|xlsm|ods)$/i
/** An option or a link, also where it ends like a file. */
const notAFile = /^(?:-|mintdesk:|[a-z][a-z\d+.-]+:\/\/)/i

/**
 * The spreadsheets that a system names when it starts an app to open them.
 * @param args of the process, without its program
 * @param cwd the folder that paths are relative to
 */
export function openedPaths(args: readonly string[], cwd: string): string[] {
  return args
    .flatMap((arg) => pathOf(arg) ?? [])
    .filter((path) => sheets.test(path))
    .map((path) => resolve(cwd, path))
}

/** Some desktops of Linux name files by their URLs, as the entry of an installer allows (`%U`). */
function pathOf(arg: string): string | undefined {
  if (!/^file:/i.test(arg)) return notAFile.test(arg) ? undefined : arg
  try {
    return fileURLToPath(arg)
  } catch {
    // Of another computer, or no address at all.
    return undefined
  }
}
