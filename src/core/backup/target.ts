/** A place that holds backups: a folder (folder-target.ts), or a bucket that speaks S3 (s3-target.ts). */
export interface BackupTarget {
  /** Its name for the person. */
  readonly label: string
  /** Verifies that the place exists and can be used. @throws CoreError with the cure */
  check(): Promise<void>
  /** The files directly in it, in no order. */
  top(): AsyncIterable<string>
  /** The files below a prefix that ends in a slash, in no order, without unfinished ones. */
  list(prefix: string): AsyncIterable<string>
  /** When a file was written, milliseconds since 1970; undefined where it does not exist. */
  writtenAt(name: string): Promise<number | undefined>
  /** Resolves when the file is complete and durable; on an error it does not exist. @throws with the cure */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined where the file does not exist. */
  get(name: string): Promise<Uint8Array | undefined>
  /** Renames a file to a name that no other content can have. It always has at least one of the names. Does nothing where it does not exist. */
  move(from: string, to: string): Promise<void>
  /** Does nothing where the file does not exist. */
  remove(name: string): Promise<void>
  close(): Promise<void>
}
