import { fileCid } from '../../lib/cid.ts'
import { type Archive, carHeader, carSection } from '../car.ts'

/** Ours: what a test stores; the same for everybody, so a service keeps it once. */
const testText = 'Mintdesk asks whether this is kept.\n'

/** The few bytes that a test stores, and their address. */
export async function testContent(): Promise<{ cid: string; bytes: Uint8Array }> {
  const bytes = new TextEncoder().encode(testText)
  const { cid } = await fileCid(bytes)
  return { cid, bytes }
}

/** The same as an archive. */
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
