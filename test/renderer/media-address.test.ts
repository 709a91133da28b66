import { expect, it } from 'vitest'
import { droppedAddress, mediaAddress } from '../../src/renderer/src/ui/media/address.ts'

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
