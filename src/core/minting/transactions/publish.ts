import { PinningError } from '../../metadata/pinning.ts'
import type { QueueContext } from '../deps.ts'

/** The metadata is on its way to the pinning service, or cannot go there, for the reason in the error. */
export interface Unpublished {
  kind: 'unpublished'
  error: PinningError | null
}

/** Publishes our metadata; returns null once all of it is published. @param isNeeded as in `MintMetadata.publish` */
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

/** Publishes content that nothing waits for, as far as possible now. */
export async function publishLater(context: QueueContext, named: readonly string[], uriPrefix: string): Promise<void> {
  for (const name of named) await unpublishedOf(context, [name], uriPrefix, false)
}
