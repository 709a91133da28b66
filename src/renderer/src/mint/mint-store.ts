/** What the Mint page remembers while the person looks at other pages; gone with the tab. */
import { create } from 'zustand'
import type { MediaFile } from '../../../shared/media/media-files.ts'
import type { SheetHead } from '../../../shared/spreadsheet/preview.ts'

export interface Upload {
  file: File
  preview: SheetHead | null
  error: unknown
}

interface MintState {
  /** The import that "Mint" in the rail leads back to. */
  importId: string | null
  /** What the next file goes into, unless its addresses are of other chains. */
  collectionId: string
  upload: Upload | null
  /** Files that were opened with Mintdesk from outside, until the page takes them. */
  opened: readonly File[]
  /** Dropped media of the current import, for pictures before they are anywhere else. */
  media: ReadonlyMap<string, MediaFile>
  /** How many media files have been taken in by the core. */
  mediaSent: number
  set(change: Partial<Omit<MintState, 'set'>>): void
}

/** What it remembers at first, and of another project. */
export const emptyMint: Omit<MintState, 'set'> = {
  importId: null,
  collectionId: 'default-polygon',
  upload: null,
  opened: [],
  media: new Map(),
  mediaSent: 0,
}

export const useMintStore = create<MintState>((set) => ({
  ...emptyMint,
  set: (change) => set(change),
}))
