import { expect, it } from 'vitest'
import { findMedia, sortDropped } from '../../src/renderer/src/mint/dropped.ts'

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

it('finds the file a cell names, with or without the dropped folder’s own name', () => {
  const { media } = sortDropped([file('1.png', '/badges/images/1.png'), file('café.png', '/badges/cafe\u0301.png')])
  expect(findMedia(media, 'badges/images/1.png')?.name).toBe('1.png')
  expect(findMedia(media, 'images/1.png')?.name).toBe('1.png')
  expect(findMedia(media, 'café.png')?.name).toBe('café.png')
  expect(findMedia(media, '2.png')).toBeUndefined()
})
