/** What the desktop app tells the page of updates of itself. */

/** A newer version, as its signed description names it. */
export interface NewVersion {
  version: string
  /** What is new, as plain text; may be empty. */
  notes: string
}

export type UpdateState =
  /** This kind of installation does not update itself; `why` says so, and how it is updated. */
  | { kind: 'never'; why: string }
  /** A person switched it off: nothing is asked. */
  | { kind: 'off' }
  /** Nothing newer is known. */
  | { kind: 'current' }
  | { kind: 'checking' }
  | ({ kind: 'available' } & NewVersion)
  /** `percent`: 0 … 100 of the file. */
  | ({ kind: 'downloading'; percent: number } & NewVersion)
  /** On disk and verified; installed when the app ends, unless NFTs are minted then (`waits`: they are now). */
  | ({ kind: 'ready'; waits: boolean } & NewVersion)

export interface UpdatesView {
  state: UpdateState
  /** What went wrong last, with its cure; null: nothing. */
  problem: string | null
  /** When it was asked last, ISO 8601; null: never. */
  checkedAt: string | null
}

/** How installations are updated that have no desktop app to do it. */
export const updateByHand =
  'To update, put the newer package in the place of this one: npm install -g mintdesk-<version>.tgz, or unpack the newer archive. The data folder stays as it is.'
