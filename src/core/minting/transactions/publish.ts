import { PinningError } from '../../metadata/pinning.ts'
import type { QueueContext } from '../deps.ts'

/** The metadata is on its way to the pinning service, or cannot go there, for the reason in the error. */
export interface Unpublished {
  kind: 'unpublished'
  error: PinningError | null
}

/** Has our metadata published; null when all of it is. @param isNeeded as `publish` of the engine's metadata */
export async function unpublishedOf(
  { deps, project }: QueueContext,
  named: readonly string[],
  uriPrefix: string,
  isNeeded = true,
): Promise<Unpublished | null> {
  try {
    return (await deps.metadata.publish(project, named, uriPrefix, isNeeded))
      ? null
      : { kind: 'unpublished', error: null }
  } catch (error) {
    if (error instanceof PinningError) return { kind: 'unpublished', error }
    throw error
  }
}

/** Has what nothing waits for published, as far as that can be done now. */
export async function publishLater(context: QueueContext, named: readonly string[], uriPrefix: string): Promise<void> {
  for (const name of named) await unpublishedOf(context, [name], uriPrefix, false)
}
