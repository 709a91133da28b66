import { expect, it } from 'vitest'
import { droppedAddress, mediaAddress, thumbnailAddress } from '../../src/renderer/src/ui/media/address.ts'

it('loads every picture through the core or from the metadata itself, and nothing else', () => {
  expect(mediaAddress('/app/media/s', 'ipfs://bafy/1.png')).toBe('/app/media/s?ipfs=bafy%2F1.png')
  expect(mediaAddress('/app/media/s', 'ipfs://ipfs/bafy')).toBe('/app/media/s?ipfs=bafy')
  expect(mediaAddress('/app/media/s', 'ipfs://bafy/my cat.png')).toBe('/app/media/s?ipfs=bafy%2Fmy%20cat.png')
  expect(mediaAddress('/app/media/s', 'https://host.example/a?b=c&d')).toBe(
    '/app/media/s?url=https%3A%2F%2Fhost.example%2Fa%3Fb%3Dc%26d',
  )
  expect(mediaAddress('/app/media/s', 'data:image/png;base64,AA==')).toBe('data:image/png;base64,AA==')
  for (const refused of [
    '',
    'ipfs://',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//host/a.png',
    'a.png',
  ])
    expect(mediaAddress('/app/media/s', refused)).toBeNull()
})

it('asks the core for a dropped file by its name, whatever is in it', () => {
  expect(droppedAddress('/app/media/s', 'imp', 'images/my cat & dog?.png')).toBe(
    '/app/media/s?import=imp&path=images%2Fmy+cat+%26+dog%3F.png',
  )
})

it('asks the core for small pictures, and takes what is in the page or in the metadata as it is', () => {
  expect(thumbnailAddress('/app/media/s', 'ipfs://bafy/1.png', 64)).toBe(
    '/app/media/s/thumbnail?size=64&ipfs=bafy%2F1.png',
  )
  expect(thumbnailAddress('/app/media/s', 'ar://abc', 320)).toBe(
    '/app/media/s/thumbnail?size=320&url=https%3A%2F%2Farweave.net%2Fabc',
  )
  expect(thumbnailAddress('/app/media/s', 'data:image/png;base64,AA==', 64)).toBe('data:image/png;base64,AA==')
  expect(thumbnailAddress('/app/media/s', 'javascript:alert(1)', 64)).toBeNull()
})
