/** Where backups are kept: a folder (folder-target.ts), or a bucket that speaks S3 (s3-target.ts). */
export interface BackupTarget {
  /** How a person is told of it. */
  readonly label: string
  /** Sees that it is there and can be used. @throws CoreError with the cure */
  check(): Promise<void>
  /** The files that lie directly in it, in no order. */
  top(): AsyncIterable<string>
  /** The files below a prefix, which ends in a slash, in no order. Those that are being written are left out. */
  list(prefix: string): AsyncIterable<string>
  /** When a file was written, milliseconds since 1970; undefined where there is none. */
  writtenAt(name: string): Promise<number | undefined>
  /** Whole and durable when it resolves, or not there. @throws with the cure */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined where there is none. */
  get(name: string): Promise<Uint8Array | undefined>
  /** Gives a file another name, in whose place nothing else can be. At no moment is it under neither. Nothing where there is none. */
  move(from: string, to: string): Promise<void>
  /** Nothing where there is none. */
  remove(name: string): Promise<void>
  close(): Promise<void>
}
