import { expect, it } from 'vitest'
import { spellingsOf } from '../../src/renderer/src/mint/check/spelling.ts'

const meant = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const written = meant.replace('5aA', '5AA')

it('both spellings of a mistyped address are known, with the chain before it', () => {
  expect(spellingsOf('polygon', ` ${written} `)).toEqual({ written, meant })
  expect(spellingsOf('polygon', `base:${written}`)).toEqual({ written: `base:${written}`, meant: `base:${meant}` })
})

it('of what is right, no address, or has another character where case counts, there is one', () => {
  for (const cell of [meant, '0x12', 'ada@example.com', '']) expect(spellingsOf('polygon', cell), cell).toBeNull()
  expect(spellingsOf('solana', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')).toBeNull()
})
