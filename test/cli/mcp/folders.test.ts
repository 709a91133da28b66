import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Folders, filesInside, openFolders, readInside } from '../../../src/cli/mcp/folders.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'mintdesk-folders-')))
const inner = join(top, 'sheets')
let folders: Folders

beforeAll(async () => {
  for (const folder of ['sheets/media/deep', 'sheets/.ssh', 'sheets/data', 'other'])
    mkdirSync(join(top, folder), { recursive: true })
  const files = [
    'sheets/a.csv',
    'sheets/media/1.png',
    'sheets/media/deep/2.png',
    'sheets/media/.hidden',
    'sheets/.ssh/id.csv',
  ]
  for (const file of [...files, 'sheets/data/api.csv', 'other/private.csv', 'sheets..csv'])
    writeFileSync(join(top, file), file)
  symlinkSync(join(top, 'other/private.csv'), join(inner, 'link.csv'))
  symlinkSync(join(top, 'other'), join(inner, 'way'))
  symlinkSync(join(top, 'other/private.csv'), join(inner, 'media/link.png'))
  symlinkSync(join(inner, 'a.csv'), join(inner, 'same.csv'))
  folders = await openFolders([inner], join(inner, 'data'))
})
afterAll(() => rmSync(top, { recursive: true, force: true }))

const read = async (path: string): Promise<string> => (await readInside(folders, path, 100)).bytes.toString()

it('a file of the folders is read, by its path from there or its whole path', async () => {
  expect(await read('a.csv')).toBe('sheets/a.csv')
  expect(await read(join(inner, 'a.csv'))).toBe('sheets/a.csv')
  expect(await read('same.csv')).toBe('sheets/a.csv')
})

it.each([
  ['a file elsewhere', join(top, 'other/private.csv')],
  ['a file whose folder only begins alike', `${top}/sheets..csv`],
  ['a way up', '../other/private.csv'],
  ['a way up and down again', 'media/../a.csv'],
  ['a link that leads out', 'link.csv'],
  ['a folder that is a link that leads out', 'way/private.csv'],
  ['a hidden file', '.ssh/id.csv'],
  ['Mintdesk’s own data', 'data/api.csv'],
  ['a path with a NUL', 'a.csv\u0000.png'],
  ['nothing outside', '/no/such/file.csv'],
])('refuses %s, without a word on whether it is there', async (_what, path) => {
  await expect(read(path)).rejects.toMatchObject({ code: 'mcp.outside' })
})

it('refuses what is not there, no file, or too large', async () => {
  await expect(read('b.csv')).rejects.toMatchObject({ code: 'mcp.missing' })
  await expect(read('media')).rejects.toMatchObject({ code: 'mcp.kind' })
  await expect(readInside(folders, 'a.csv', 3)).rejects.toMatchObject({ code: 'mcp.size' })
})

it('reads nothing outside, whatever the path', async () => {
  const parts = fc.constantFrom(
    '..',
    '.',
    '',
    'sheets',
    'other',
    'way',
    'private.csv',
    'a.csv',
    'link.csv',
    'media',
    '\\',
    top.slice(1),
  )
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(parts, { maxLength: 6 }), async (absolute, path) => {
      const asked = `${absolute ? '/' : ''}${path.join('/')}`
      const text = await read(asked).catch(() => '')
      expect(['', 'sheets/a.csv']).toContain(text)
    }),
  )
})

it('the files of a folder are those that are no links and not hidden', async () => {
  expect([...(await filesInside(folders, 'media', 10)).keys()].sort()).toEqual(['1.png', 'deep/2.png'])
  await expect(filesInside(folders, 'media', 1)).rejects.toMatchObject({ code: 'mcp.size' })
  await expect(filesInside(folders, 'way', 10)).rejects.toMatchObject({ code: 'mcp.outside' })
})

it('a folder that is none, or lies in Mintdesk’s own data, is not taken', async () => {
  await expect(openFolders([join(top, 'none')], inner)).rejects.toMatchObject({ code: 'mcp.folder' })
  await expect(openFolders([join(inner, 'a.csv')], join(top, 'other'))).rejects.toMatchObject({ code: 'mcp.folder' })
  await expect(openFolders([join(inner, 'media')], inner)).rejects.toMatchObject({ code: 'mcp.folder' })
})
