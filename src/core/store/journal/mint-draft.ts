/** One NFT to be minted. */
export interface MintDraft {
  /** The caller's own id, or that of an NFT of a run: minted once, whatever happens. Without it the mint gets a UUID. */
  id?: string | undefined
  /** Locator in normal form. */
  recipient: string
  /** Null where a user's wallet is derived later. */
  address: string | null
  /** Canonical JSON and its SHA-256 (hex), the URL of hosted metadata, or null with a collection's base URI. */
  metadata: { json: string; hash: string } | { uri: string } | null
  reupload: boolean
  contentHash: Buffer
  /** Row of the spreadsheet and place in the run, of mints of a run. */
  row?: number
  ordinal?: number
  /** In semi-fungible collections: the template, where one is named, by its key and the caller's id, and how many units (default 1). */
  template?: { pk: number; id: string }
  amount?: number
  /** Whether the NFT is to be a leaf of a tree, on chains that have trees. */
  compressed?: boolean
}
