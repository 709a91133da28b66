export type JobId = `0x${string}`

/**
 * Computes a job id from what the job does: HMAC-SHA-256 under a key from the seed. The same seed gives the same id for the same work, also with a
 * restored database; nobody else can predict one from a spreadsheet, an NFT's id or published data.
 */
export type JobKey = (work: string) => JobId

/**
 * A batch's job id, which the contract records so that the batch is minted once. It follows from the batch's kind, its members (by their tags) and
 * their order alone, so the same mints grouped in the same way get the same job. `generation`: how many batches of these mints failed on chain
 * before.
 */
export function batchJobId(key: JobKey, kind: string, tags: readonly string[], generation: number): JobId {
  return key(`mintdesk batch v2\n${kind}\n${generation}\n${tags.join('\n')}`)
}

/** The job id of a lone mint. It follows from the mint's tag, so the chain can be asked for a mint by its id alone. */
export function loneJobId(key: JobKey, tag: string, generation: number): JobId {
  return key(`mintdesk mint v2\n${generation}\n${tag}`)
}

/**
 * The job id of a burn. It follows from the NFT's tag, so an NFT is burnt once, whatever a restored database asks for again. `generation`: how many
 * earlier burns failed because their permission was used up for something else.
 */
export function burnJobId(key: JobKey, tag: string, generation: number): JobId {
  return key(`mintdesk burn v2\n${generation}\n${tag}`)
}

/** The job id of a transfer. It follows from the request, so the same request moves an NFT once, also with a restored database. */
export function transferJobId(key: JobKey, request: string): JobId {
  return key(`mintdesk transfer v2\n${request}`)
}

/** What a mint's tag is made of: the project's place in the seed, the collection's id and the mint's id. */
export function mintIdentity(projectIndex: number, collectionId: string, mintId: string): string {
  return JSON.stringify([projectIndex, collectionId, mintId])
}
