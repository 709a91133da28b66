import { resolve } from 'node:path'

/** Files that Mintdesk opens, by their endings. */
const sheets = /\.(csv|tsv|xlsx|xlsm|ods)$/i

/**
 * The spreadsheets that a system names when it starts an app to open them.
 * @param args of the process, without its program
 * @param cwd the folder that paths are relative to
 */
export function openedPaths(args: readonly string[], cwd: string): string[] {
  return args.filter((arg) => !arg.startsWith('-') && sheets.test(arg)).map((arg) => resolve(cwd, arg))
}
