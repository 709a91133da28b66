import { fileCid } from '../../lib/cid.ts'
import { type Archive, carHeader, carSection } from '../car.ts'

/** Ours: the content that a test stores; the same for every installation, so a service keeps it once. */
const testText = 'Mintdesk asks whether this is kept.\n'

/** The bytes that a test stores, and their CID. */
export async function testContent(): Promise<{ cid: string; bytes: Uint8Array }> {
  const bytes = new TextEncoder().encode(testText)
  const { cid } = await fileCid(bytes)
  return { cid, bytes }
}

/** The test content as an archive. */
export async function testArchive(): Promise<Archive> {
  const { cid, bytes } = await testContent()
  return {
    roots: [cid],
    async *bytes() {
      yield carHeader([cid])
      yield carSection({ cid, bytes })
    },
  }
}
