import { hash } from 'node:crypto'
import type { ReadyMint } from '../../imports/ready-mints.ts'
import type { CollectionRow } from '../../store/collections/collections.ts'
import type { MintDraft } from '../../store/journal/mint-draft.ts'

/** The run that mints are entered into, and whether they are compressed where their row does not say it. */
export interface Entered {
  /** The id of its NFT at a place of the file (`nftIdsOf`). */
  idAt(place: number): string
  compressed: boolean
}

/** A row's NFT as the journal takes it. @param ordinal its place in the run, from 0 */
export function draftOf(mint: ReadyMint, collection: CollectionRow, run: Entered, ordinal: number): MintDraft {
  const { chain } = collection
  return {
    id: mint.id,
    idOfRun: mint.id === undefined ? run.idAt(ordinal) : undefined,
    recipient: mint.recipient,
    // An address locator is `<chain>:<address>`; users' wallets are derived when their batch is composed.
    address: mint.recipient.startsWith(`${chain}:`) ? mint.recipient.slice(chain.length + 1) : null,
    metadata: metadataOf(mint),
    reupload: true,
    compressed: mint.compressed ?? run.compressed,
    contentHash: mint.contentHash,
    amount: mint.quantity,
    row: mint.row,
    ordinal,
  }
}

function metadataOf({ metadata, metadataUri }: ReadyMint): MintDraft['metadata'] {
  if (metadataUri !== undefined) return { uri: metadataUri }
  return metadata === undefined ? null : { json: metadata, hash: hash('sha256', metadata, 'hex') }
}
