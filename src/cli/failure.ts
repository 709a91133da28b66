/** How a command ends, and how its failure is reported to the person. */
import { CallError } from '../shared/call-error.ts'

/** The exit codes of every command. */
export const exitCodes = { done: 0, failed: 1, fileHasErrors: 2, someFailed: 3, interrupted: 130 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** A failure with a message of one sentence for the person. */
export class CommandError extends Error {
  readonly code: string
  readonly exitCode: ExitCode

  constructor(code: string, message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message)
    this.name = 'CommandError'
    this.code = code
    this.exitCode = exitCode
  }
}

/** The report of a failure: one sentence, its dotted code, its parts if there are several, and the exit code. Never a stack. */
export interface Failure {
  code: string
  message: string
  exitCode: ExitCode
  /** If a request had several faults: each fault, with the part of the request that it concerns. */
  details: readonly { path: string; message: string }[]
}

const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'you have no permission for it',
  EPERM: 'you have no permission for it',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of its path is a file',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
  EMFILE: 'too many files are open',
}

/** Turns any error into a report. Errors of the core and of calls already contain a sentence. */
export function tell(error: unknown): Failure {
  return {
    ...inOneSentence(error),
    details: error instanceof CallError && error.details.length > 1 ? error.details : [],
  }
}

function inOneSentence(error: unknown): Omit<Failure, 'details'> {
  if (error instanceof CommandError) return { code: error.code, message: error.message, exitCode: error.exitCode }
  if (!(error instanceof Error)) return { code: 'failed', message: String(error), exitCode: exitCodes.failed }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const reason = systemReasons[code]
  if (reason !== undefined && 'path' in error)
    return { code: 'file', message: `${error.path} cannot be used: ${reason}.`, exitCode: exitCodes.failed }
  if (code.startsWith('SQLITE_FULL') || code === 'ENOSPC')
    return {
      code: 'disk.full',
      message: 'The disk is full: free some space and try again; what was accepted before is safe.',
      exitCode: exitCodes.failed,
    }
  return { code: code || 'failed', message: sentence(error.message), exitCode: exitCodes.failed }
}

function sentence(message: string): string {
  const line = message.split('\n', 1)[0]?.trim() ?? ''
  return /[.!?:)]$/.test(line) ? line : `${line}.`
}
