import { createHash } from 'node:crypto'

export type JobId = `0x${string}`

function sha256(text: string): JobId {
  return `0x${createHash('sha256').update(text).digest('hex')}`
}

/**
 * A batch's job id: what the contract remembers so that it is minted once. It follows from the run and the batch's place in it
 * alone, so a run that is planned again after a lost database asks for the same jobs. `generation` counts the batches that
 * failed on chain at this place before.
 */
export function batchJobId(runId: string, firstOrdinal: number, kind: string, generation: number): JobId {
  return sha256(`mintdesk batch v1\n${runId}\n${firstOrdinal}\n${kind}\n${generation}`)
}

/** The job id of mints that came by the API and were grouped; follows from their tags. */
export function groupJobId(tags: readonly string[], generation: number): JobId {
  return sha256(`mintdesk group v1\n${generation}\n${tags.join('\n')}`)
}

/** The job id of a mint on its own; follows from its tag, so that the chain can be asked for a mint by its id alone. */
export function loneJobId(tag: string, generation: number): JobId {
  return sha256(`mintdesk mint v1\n${generation}\n${tag}`)
}

/**
 * The job id of a burn; follows from the NFT's tag, so that an NFT is burnt once, whatever a database that was restored from a copy asks
 * for again.
 */
export function burnJobId(tag: string): JobId {
  return sha256(`mintdesk burn v1\n${tag}`)
}

/**
 * The job id of a transfer; follows from the tag of its request, so that the same request moves an NFT once, also where a database was
 * restored from a copy.
 */
export function transferJobId(tag: string): JobId {
  return sha256(`mintdesk transfer v1\n${tag}`)
}

/** What a mint's tag is made of: the project's place in the seed, the collection's id and the mint's id. */
export function mintIdentity(projectIndex: number, collectionId: string, mintId: string): string {
  return JSON.stringify([projectIndex, collectionId, mintId])
}
