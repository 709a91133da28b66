import { LinkedFileError } from '../linked-file-error.ts'

/** The bytes that a `data:` address holds. @throws LinkedFileError where it holds none */
export async function* dataBytes(text: string): AsyncGenerator<Uint8Array> {
  // `fetch` of a data: address only decodes it; nothing is sent anywhere.
  const answer = await fetch(text).catch(() => undefined)
  const bytes = new Uint8Array((await answer?.arrayBuffer()) ?? [])
  if (bytes.length === 0)
    throw new LinkedFileError('metadata.url', 'The picture’s data cannot be read: write it again.')
  yield bytes
}
