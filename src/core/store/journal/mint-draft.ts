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
  /** Of semi-fungible collections: the template, where one is named, by its key and the caller's id, and how many units (1). */
  template?: { pk: number; id: string }
  amount?: number
  /** Whether it is to lie in a tree, on chains that have them. */
  compressed?: boolean
}
