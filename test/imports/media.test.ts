import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMediaFolder } from '../../src/core/imports/media.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-media-'))
  await writeFile(join(dir, 'cat.png'), png)
  await writeFile(join(dir, 'cat.html'), png)
  await writeFile(join(dir, 'cat.tiff'), png)
  await writeFile(join(dir, 'cat.unknown'), png)
  await writeFile(join(dir, 'nothing.png'), '')
  const model = (uri: string) => JSON.stringify({ asset: { version: '2.0' }, buffers: [{ byteLength: 42, uri }] })
  await writeFile(join(dir, 'whole.gltf'), model('data:application/octet-stream;base64,AAAA'))
  await writeFile(join(dir, 'parts.gltf'), model('parts.bin'))
  await writeFile(join(dir, 'table.gltf'), '{"name":"Ada"}')
})
afterAll(() => rm(dir, { recursive: true }))

describe('a file that a row names', () => {
  it('is fine when it is what its ending says, or when nothing is known of its ending', async () => {
    const folder = openMediaFolder(dir)
    expect(await folder.fault('cat.png')).toBeUndefined()
    expect(await folder.fault('cat.unknown')).toBeUndefined()
    expect(await folder.fault('whole.gltf')).toBeUndefined()
  })

  it.each([
    ['cat.html', 'The file "cat.html" is not HTML (its content is image/png)'],
    ['cat.tiff', 'The file "cat.tiff" is not TIFF (its content is image/png)'],
    [
      'parts.gltf',
      'The file "parts.gltf" is a model in several files, of which "parts.bin" is another: save it as one',
    ],
    ['table.gltf', 'The file "table.gltf" is not GLTF (its content is application/json)'],
    ['nothing.png', 'The file "nothing.png" is empty'],
    ['dog.png', 'The file "dog.png" is not in the media folder'],
    ['../cat.png', 'The file "../cat.png" leads out of the folder'],
  ])('is refused when the row is checked, as minting would refuse it: %s', async (name, message) => {
    expect(await openMediaFolder(dir).fault(name)).toContain(message)
  })
})
