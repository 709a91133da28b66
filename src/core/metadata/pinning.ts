import type { ContentStore } from './content-store.ts'

/** A service that keeps content for the world to fetch. */
export type Pinning = {
  /** Its name for people, such as "this machine". */
  readonly name: string
  /**
   * Keeps the file or folder that the content store holds under this CID, and says which CID it has there. Repeatable.
   * @throws Error in one sentence when the service refuses or cannot be reached
   */
  pin: (cid: string) => Promise<string>
}

/** A practice project's pinning: the content stays in the core's own store, which serves it at `/ipfs/<cid>`. */
export function practicePinning(store: ContentStore): Pinning {
  return {
    name: 'this machine',
    pin: async (cid) => {
      const found = await store.find(cid)
      if (found === undefined) throw new Error(`The content ${cid} is missing from the store: import its files again.`)
      return found.cid
    },
  }
}

/**
 * Pins content, and makes sure that it is kept under the CID that was computed here, since that is what a transaction
 * names.
 * @throws Error when the service fails or gives the content another CID
 */
export async function pinExactly(pinning: Pinning, cid: string): Promise<void> {
  const pinned = await pinning.pin(cid)
  if (pinned === cid) return
  throw new Error(
    `${pinning.name} keeps the content ${cid} under another address, ${pinned}: choose another pinning service or set it to CIDv1 with 1 MiB chunks.`,
  )
}
