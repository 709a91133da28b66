export type JobId = `0x${string}`

/**
 * A project's jobs, by what they do: HMAC-SHA-256 under a key from the seed. Whoever has the seed gets the same id for the same work, also
 * with a database restored from a copy; nobody else can foretell one, from a spreadsheet, an NFT's id or what was published.
 */
export type JobKey = (work: string) => JobId

/**
 * A batch's job id: what the contract remembers so that it is minted once. It follows from its kind, its members (by their tags) and their
 * order alone, so the same mints that are grouped again in the same way ask for the same job. `generation` counts the batches of these
 * that failed on chain before.
 */
export function batchJobId(key: JobKey, kind: string, tags: readonly string[], generation: number): JobId {
  return key(`mintdesk batch v2\n${kind}\n${generation}\n${tags.join('\n')}`)
}

/** The job id of a mint on its own; follows from its tag, so that the chain can be asked for a mint by its id alone. */
export function loneJobId(key: JobKey, tag: string, generation: number): JobId {
  return key(`mintdesk mint v2\n${generation}\n${tag}`)
}

/**
 * The job id of a burn; follows from the NFT's tag, so that an NFT is burnt once, whatever a database that was restored from a copy asks
 * for again. `generation` counts the burns before whose permission was used up for something else.
 */
export function burnJobId(key: JobKey, tag: string, generation: number): JobId {
  return key(`mintdesk burn v2\n${generation}\n${tag}`)
}

/**
 * The job id of a transfer; follows from its request, so that the same request moves an NFT once, also where a database was restored from
 * a copy.
 */
export function transferJobId(key: JobKey, request: string): JobId {
  return key(`mintdesk transfer v2\n${request}`)
}

/** What a mint's tag is made of: the project's place in the seed, the collection's id and the mint's id. */
export function mintIdentity(projectIndex: number, collectionId: string, mintId: string): string {
  return JSON.stringify([projectIndex, collectionId, mintId])
}
