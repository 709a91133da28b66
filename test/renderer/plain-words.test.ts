import { expect, it } from 'vitest'
import { notSet } from '../../src/core/metadata/pinner.ts'
import { PinningError } from '../../src/core/metadata/pinning.ts'
import { plainWords } from '../../src/renderer/src/ui/plain-words.ts'

it('what a person would type is said as what they press', () => {
  expect(notSet()).toBeInstanceOf(PinningError)
  for (const [typed, pressed] of [
    [notSet().message, 'because no storage is set: set one in Settings. Rows that name'],
    ['The vault is locked: unlock it in Settings, or with "mintdesk vault unlock".', 'unlock it in Settings.'],
    ['Look at it, then go on with “mintdesk collections resume a”: what', 'Look at it, then press “Go on…”: what'],
    ['then take over with “mintdesk collections take-over a”.', 'then press “Take over…”.'],
    ['or put empty ones in their places with “mintdesk networks free base”.', 'or press “Replace what waits there…”.'],
    ['and run “mintdesk recover” again.', 'and recover it in Settings, under Keys and backup again.'],
    ['reset it again: mintdesk networks reset polygon', 'reset it again in Settings, under Practice'],
    ['or begin afresh with “mintdesk networks reset polygon”.', 'or begin afresh in Settings, under Practice.'],
    ['minted too or left out (--hidden mint or --hidden skip on the command line).', 'minted too or left out.'],
    ['There is no RPC for Base: name one in Settings, or with "mintdesk networks set".', 'name one in Settings.'],
    ['or give the folder that holds the file along (--media on the command line).', 'holds the file along.'],
    ['have it verified with "mintdesk contracts verify".', 'have it verified under “Source on explorers”.'],
    ["or choose it in the window's column map.", 'or choose it under Columns.'],
    ['something else used the treasury’s key before', 'something else used the fee balance’s key before'],
    [
      'Transfers need enterprise access, which is off: a person turns it on in the window, or with "mintdesk projects enterprise on 0f3c-1".',
      'Transfers need “Allow moving people’s NFTs”, which is off: a person turns it on in the window.',
    ],
  ] as const)
    expect(plainWords(typed)).toContain(pressed)
  // What a person wrote stays as they wrote it.
  for (const theirs of ['"treasury" is not a URL: begin', 'There is no project "Treasury": use "a (--b)".'])
    expect(plainWords(theirs)).toBe(theirs)
  expect(plainWords('"a" of the treasury, "treasury"')).toBe('"a" of the fee balance, "treasury"')
  // Cells are written as JSON: what is quoted within them is theirs, too.
  for (const cell of ['our "treasury" (--all)', '5" of the treasury', 'C:\\treasury\\'])
    expect(plainWords(`The treasury: ${JSON.stringify(cell)} (--media), treasury.`)).toBe(
      `The fee balance: ${JSON.stringify(cell)}, fee balance.`,
    )
  expect(plainWords('Row 3 has no recipient: fill it in.')).toBe('Row 3 has no recipient: fill it in.')
})
