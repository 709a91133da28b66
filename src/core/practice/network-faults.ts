/** What keeps a practice network from running or from being saved, as sentences for a person. */
import { chainLabel, type EvmChain } from '../../shared/chains.ts'
import { CoreError } from '../lib/errors.ts'
import { DamagedRecord } from './record-entries.ts'
import { NotReproduced } from './replay.ts'
import { UnreadableState } from './state-files.ts'

/** Why the record or the state of a network could not be saved. */
export function faultText(of: 'record' | 'state', chain: EvmChain, error: NodeJS.ErrnoException): string {
  const what = { record: 'What happens on', state: 'The state of' }[of]
  return `${what} the practice network for ${chainLabel(chain)} could not be saved, because ${fileReason(error)}: make room or let the app write there; it is tried again by itself.`
}

export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  // The error of a write to a full disk names no path.
  return error instanceof Error && 'syscall' in error && ('path' in error || isFull(error))
}

function fileReason(error: NodeJS.ErrnoException): string {
  return isFull(error) ? 'the disk is full' : error.message
}

function isFull(error: Error): boolean {
  return 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

/** The error with which callers learn why a network does not run. */
export function unavailable(chain: EvmChain, error: unknown): CoreError {
  if (error instanceof CoreError) return error
  const label = chainLabel(chain)
  const why = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
  if (error instanceof DamagedRecord || error instanceof NotReproduced || error instanceof UnreadableState)
    return new CoreError(
      'network.unavailable',
      `The practice network for ${label} does not start, because what is kept of it does not lead to its chain: ${why}. Nothing of it was changed; put its folder back from a copy, or begin it anew: mintdesk networks reset ${chain}.`,
    )
  return new CoreError(
    'network.unavailable',
    `The practice network for ${label} is not available: ${why}. It is tried again at the next use.`,
  )
}
