import { expect, it } from 'vitest'
import { asFile, openDropped, sortDropped } from '../../src/renderer/src/mint/file/dropped.ts'
import { findMedia, placeMedia } from '../../src/shared/media/media-files.ts'
import { zipOf } from '../shared/zip-of.ts'

function file(name: string, relativePath = ''): File {
  return Object.assign(new File(['x'], name), { relativePath })
}

const sorted = async (...files: File[]) => sortDropped(await openDropped(files))

it('tells the spreadsheet from the images beside it, and leaves system files out', async () => {
  const dropped = await sorted(
    file('1.png', '/badges/images/1.png'),
    file('list.CSV', '/badges/list.CSV'),
    file('.DS_Store', '/badges/.DS_Store'),
    file('Thumbs.db', './badges/images/Thumbs.db'),
    file('second.tsv'),
  )
  expect(dropped.sheet?.path).toBe('badges/list.CSV')
  expect(dropped.leftAside.map(({ path }) => path)).toEqual(['second.tsv'])
  expect([...dropped.media.keys()]).toEqual(['badges/images/1.png'])
})

it.each([
  ['images/1.png', 'images/1.png'],
  ['1.png', '1.png'],
  ['badges/images/1.png', 'badges/images/1.png'],
  ['.\\images\\1.png', 'images/1.png'],
  ['https://example.com/1.png', 'badges/images/1.png'],
])('places the files of a folder as cells such as %s name them', async (cell, path) => {
  const { media } = await sorted(file('1.png', '/badges/images/1.png'), file('2.png', '/badges/images/2.png'))
  expect([...placeMedia(media, ['Ada', cell]).keys()]).toEqual([path, path.replace('1.png', '2.png')])
})

it('keeps the folders that not all files lie in', async () => {
  const { media } = await sorted(file('1.png', '/badges/a/1.png'), file('1.png', '/badges/b/1.png'))
  expect([...placeMedia(media, ['b/1.png']).keys()]).toEqual(['a/1.png', 'b/1.png'])
  expect([...placeMedia(media, ['1.png']).keys()]).toEqual(['badges/a/1.png', 'badges/b/1.png'])
})

it('finds the file a cell names, however its accents are written', async () => {
  const { media } = await sorted(file('café.png', '/cafe\u0301.png'), file('1.png', '/images/1.png'))
  expect(findMedia(media, 'café.png')).toBe(media.get('cafe\u0301.png'))
  expect(findMedia(media, './images/1.png')).toBe(media.get('images/1.png'))
  expect(findMedia(media, '2.png')).toBeUndefined()
})

it.each(['list.csv', 'list.xlsx', 'list.xlsm', 'list.ods'])(
  'takes a zip for the files in it, %s among them',
  async (list) => {
    const zip = new File([await zipOf({ [`badges/${list}`]: 'recipient', 'badges/1.png': 'one' })], 'badges.zip')
    const { sheet, media } = await sorted(zip)
    expect(sheet && (await (await asFile(sheet)).text())).toBe('recipient')
    expect(sheet && (await asFile(sheet)).name).toBe(list)
    expect([...placeMedia(media, ['1.png']).keys()]).toEqual(['1.png'])
  },
)

it('takes a spreadsheet beside a zip before a text in it', async () => {
  const zip = new File([await zipOf({ 'readme.txt': 'Thanks', '1.png': 'one' })], 'images.zip')
  const { sheet, leftAside } = await sorted(zip, file('list.csv'))
  expect([sheet?.path, leftAside.map(({ path }) => path)]).toEqual(['list.csv', ['readme.txt']])
})
