import { expect, it } from 'vitest'
import { openArchive } from '../../src/shared/media/media-archive.ts'
import type { MediaFile } from '../../src/shared/media/media-files.ts'
import { zipOf } from './zip-of.ts'

const bytesOf = async (files: Record<string, string>) => Buffer.from(await (await zipOf(files)).arrayBuffer())

it('gives the files of an archive by their paths, without what systems leave there', async () => {
  const zip = await zipOf({
    'badges/1.png': 'one',
    'badges/naïve.svg': 'two',
    '__MACOSX/badges/1.png': 'x',
    'badges/.DS_Store': 'x',
    'Thumbs.db': 'x',
  })
  const files = await openArchive(zip, 'badges.zip')
  const read = async ([path, file]: [string, MediaFile]) => [path, await (await file.blob()).text()]
  expect(await Promise.all([...files].map(read))).toEqual([
    ['badges/1.png', 'one'],
    ['badges/naïve.svg', 'two'],
  ])
  expect((await files.get('badges/naïve.svg')?.blob())?.type).toBe('image/svg+xml')
})

it('says of a damaged file in it which that is, and reads the others', async () => {
  const bytes = await bytesOf({ 'a.txt': 'aaaaaaaaaa', 'b.txt': 'bbb' })
  bytes[bytes.indexOf('aaaaaaaaaa')] = 0x7a
  const files = await openArchive(new Blob([bytes]), 'x.zip')
  await expect(files.get('a.txt')?.blob()).rejects.toThrow('a.txt in x.zip is damaged: pack the images again')
  expect(await (await files.get('b.txt')?.blob())?.text()).toBe('bbb')
})

it.each([
  ['no archive at all', async () => new Blob(['hello'])],
  ['one that was cut off', async () => (await zipOf({ 'a.png': 'a'.repeat(100) })).slice(0, 60)],
])('refuses %s with the cure', async (_, archive) => {
  await expect(openArchive(await archive(), 'x.zip')).rejects.toThrow(
    /^x\.zip is damaged or no \.zip file: pack the images again, or give them as a folder\.$/,
  )
})

it('refuses what is sealed, empty, or too large, each in a sentence', async () => {
  await expect(openArchive(await zipOf({ 'a.png': 'a' }, 'secret'), 'x.zip')).rejects.toThrow('sealed by a password')
  await expect(openArchive(await zipOf({ '.DS_Store': 'a' }), 'x.zip')).rejects.toThrow('x.zip holds no files')
  const large = await bytesOf({ 'film.mp4': 'f' })
  // APPNOTE.TXT 4.3.12: the unpacked size stands 24 bytes into the header of the central directory.
  large.writeUInt32LE(100 * 1024 ** 2 + 1, large.indexOf('PK\x01\x02') + 24)
  await expect(openArchive(new Blob([large]), 'x.zip')).rejects.toThrow('film.mp4 in x.zip is larger than 100 MiB')
})
