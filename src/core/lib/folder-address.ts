/** A file of a folder: a plain name (no path) and its bytes. */
export type FolderFile = { name: string; bytes: Uint8Array }

/** A file's address: its CID in text, the sha2-256 digest in it, and the size of its content in bytes. */
export type FileAddress = { cid: string; digest: `0x${string}`; size: number }

/** One file of an addressed folder, with its own address. */
export type FolderEntry = { name: string; cid: string; size: number }

/** A DAG node that is not a raw leaf of a file; a CAR needs these besides the files. */
export type Block = { cid: string; bytes: Uint8Array }

/** A folder's address, its files in the order given, and the blocks of the folder itself (one, or a HAMT's many). */
export type FolderAddress = { cid: string; digest: `0x${string}`; entries: FolderEntry[]; blocks: Block[] }
