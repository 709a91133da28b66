import { CallError } from '../api/client.ts'

const lost = ['core.unreachable', 'core.answer', 'core.shape', 'internal']

/** Whether nobody said what became of a request: its answer was lost on the way, or says nothing of it. */
export function isUnknown(error: unknown): boolean {
  return !(error instanceof CallError) || lost.includes(error.code)
}
