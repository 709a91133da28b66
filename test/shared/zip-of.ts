import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/index-native.js'

/** A `.zip` of files by their paths, as they are; with a password each is sealed. */
export async function zipOf(files: Readonly<Record<string, string | Buffer>>, password?: string): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter(), { level: 0, useWebWorkers: false, ...(password ? { password } : {}) })
  for (const [path, bytes] of Object.entries(files)) await writer.add(path, new Uint8ArrayReader(Buffer.from(bytes)))
  return writer.close()
}
