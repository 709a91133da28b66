import { expect, it } from 'vitest'
import { findMedia, placeMedia, sortDropped } from '../../src/renderer/src/mint/dropped.ts'

function file(name: string, relativePath = ''): File {
  return Object.assign(new File(['x'], name), { relativePath })
}

it('tells the spreadsheet from the images beside it, and leaves system files out', () => {
  const dropped = sortDropped([
    file('1.png', '/badges/images/1.png'),
    file('list.CSV', '/badges/list.CSV'),
    file('.DS_Store', '/badges/.DS_Store'),
    file('Thumbs.db', './badges/images/Thumbs.db'),
    file('second.tsv'),
  ])
  expect(dropped.sheet?.name).toBe('list.CSV')
  expect(dropped.leftAside.map(({ name }) => name)).toEqual(['second.tsv'])
  expect([...dropped.media.keys()]).toEqual(['badges/images/1.png'])
})

it.each([
  ['images/1.png', 'images/1.png'],
  ['1.png', '1.png'],
  ['badges/images/1.png', 'badges/images/1.png'],
  ['.\\images\\1.png', 'images/1.png'],
  ['https://example.com/1.png', 'badges/images/1.png'],
])('places the files of a folder as cells such as %s name them', (cell, path) => {
  const { media } = sortDropped([file('1.png', '/badges/images/1.png'), file('2.png', '/badges/images/2.png')])
  expect([...placeMedia(media, ['Ada', cell]).keys()]).toEqual([path, path.replace('1.png', '2.png')])
})

it('keeps the folders that not all files lie in', () => {
  const { media } = sortDropped([file('1.png', '/badges/a/1.png'), file('1.png', '/badges/b/1.png')])
  expect([...placeMedia(media, ['b/1.png']).keys()]).toEqual(['a/1.png', 'b/1.png'])
  expect([...placeMedia(media, ['1.png']).keys()]).toEqual(['badges/a/1.png', 'badges/b/1.png'])
})

it('finds the file a cell names, however its accents are written', () => {
  const { media } = sortDropped([file('café.png', '/cafe\u0301.png'), file('1.png', '/images/1.png')])
  expect(findMedia(media, 'café.png')?.name).toBe('café.png')
  expect(findMedia(media, './images/1.png')?.name).toBe('1.png')
  expect(findMedia(media, '2.png')).toBeUndefined()
})
