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
  /** The collection of the next file, unless its addresses are of other chains. */
  collectionId: string
  upload: Upload | null
  /** Files that were opened with Mintdesk outside of the window, until the page takes them. */
  opened: readonly File[]
  /** Dropped media of the current import, which show its pictures before the core has them. */
  media: ReadonlyMap<string, MediaFile>
  /** How many media files the core has received. */
  mediaSent: number
  set(change: Partial<Omit<MintState, 'set'>>): void
}

/** The store at first, and after a change of project. */
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
