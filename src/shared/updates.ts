/** What the desktop app reports to the page about its own updates. */

/** A newer version, according to its signed description. */
export interface NewVersion {
  version: string
  /** What is new, as plain text; may be empty. */
  notes: string
}

export type UpdateState =
  /** This kind of installation does not update itself; `why` says how to update it. */
  | { kind: 'never'; why: string }
  /** A person switched updates off; the app does not check. */
  | { kind: 'off' }
  /** No newer version is known. */
  | { kind: 'current' }
  | { kind: 'checking' }
  | ({ kind: 'available' } & NewVersion)
  /** `percent`: 0 … 100 of the file. */
  | ({ kind: 'downloading'; percent: number } & NewVersion)
  /** On disk and verified; installed when the app ends, unless NFTs are being minted then (`waits`: they are now). */
  | ({ kind: 'ready'; waits: boolean } & NewVersion)

export interface UpdatesView {
  state: UpdateState
  /** The last problem, with its remedy; null: none. */
  problem: string | null
  /** When the app last checked for updates, ISO 8601; null: never. */
  checkedAt: string | null
}

/** How to update an installation without the desktop app. */
export const updateByHand =
  'To update, put the newer package in the place of this one: npm install -g mintdesk-<version>.tgz, or unpack the newer archive. The data folder stays as it is.'
