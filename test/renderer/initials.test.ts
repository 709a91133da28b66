import { expect, it } from 'vitest'
import { hueOf, initialsOf } from '../../src/renderer/src/ui/media/initials.ts'

it('a picture that is missing has the initials of its name', () => {
  const names = {
    'Ada Lovelace': 'AL',
    'Badge #7': 'B7',
    'Ticket 10482': 'T482',
    élan: 'ÉL',
    '42': '42',
    '': '',
    '🎉': '',
    日本: '日本',
  }
  for (const [name, initials] of Object.entries(names)) expect(initialsOf(name), name).toBe(initials)
})

it('and always the same colour', () => {
  expect(hueOf('default-polygon')).toBe(hueOf('default-polygon'))
  const hues = new Set(Array.from({ length: 40 }, (_, place) => hueOf(`nft-${place}`)))
  expect(hues.size).toBeGreaterThan(25)
})
