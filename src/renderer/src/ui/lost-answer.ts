import { CallError } from '../api/client.ts'

const lost = ['core.unreachable', 'core.answer', 'core.shape', 'internal']

/** Whether the outcome of a request is unknown: its answer was lost, or does not report it. */
export function isUnknown(error: unknown): boolean {
  return !(error instanceof CallError) || lost.includes(error.code)
}
