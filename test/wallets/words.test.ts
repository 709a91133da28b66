import { createHash } from 'node:crypto'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fingerprintOf, readWords, seedOf, wordsOf } from '../../src/core/wallets/words.ts'

const entropy = fc.uint8Array({ minLength: 32, maxLength: 32 })
const known = Buffer.from('68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c', 'hex')
const words = entropyToMnemonic(known, wordlist).split(' ')
/** As data folders remember it since 0.1. */
const fingerprint = (mnemonic: string) =>
  createHash('sha256').update(`mintdesk live seed\n${mnemonic}`).digest('hex').slice(0, 16)
const faultsOf = (list: readonly string[]) => {
  const read = readWords(list.join(' '))
  return 'faults' in read ? read.faults : []
}

it('makes of randomness the words, the seed and the fingerprint that the BIP-39 library does', async () => {
  await fc.assert(
    fc.asyncProperty(entropy, async (bytes) => {
      const mnemonic = entropyToMnemonic(bytes, wordlist)
      expect(wordsOf(bytes).join(' ')).toBe(mnemonic)
      expect(readWords(mnemonic)).toEqual({ entropy: Buffer.from(bytes) })
      expect((await seedOf(bytes)).equals(mnemonicToSeedSync(mnemonic))).toBe(true)
      expect(await fingerprintOf(bytes)).toBe(fingerprint(mnemonic))
    }),
    { numRuns: 15, examples: [[new Uint8Array(32)], [new Uint8Array(32).fill(255)]] },
  )
})

it('takes words in any case, with any white space', () => {
  expect(readWords(`  ${words.join('\n\t').toUpperCase()} `)).toEqual({ entropy: known })
})

it('names each word that is not in the list, by its place', () => {
  expect(faultsOf(words.with(3, 'minting').with(20, 'xyz'))).toEqual([
    { place: 4, message: `Word 4, "minting", is not in BIP-39's English list.` },
    { place: 21, message: `Word 21, "xyz", is not in BIP-39's English list.` },
  ])
  expect(faultsOf(words.slice(1))[0]?.message).toMatch(/^These are 23 words, but a seed here has 24/)
  expect(faultsOf(words.slice(23))[0]?.message).toMatch(/^This is 1 word, but a seed here has 24/)
})

it('names the place of the checksum, and the places where a slip is likely', () => {
  // hamster diagram private dutch cause delay private meat slide toddler razor book …
  const swapped = words.with(3, words[4] ?? '').with(4, words[3] ?? '')
  expect(faultsOf(swapped)).toHaveLength(1)
  expect(faultsOf(swapped)[0]).toMatchObject({ place: 24 })
  const says = (list: readonly string[]) => faultsOf(list)[0]?.message ?? ''
  expect(says(swapped)).toMatch(/the checksum, which is in word 24: .* Look first at word .*\b4\b/)
  expect(words[7]).toBe('meat')
  expect(says(words.with(7, 'seat'))).toMatch(/Look first at word .*\b8\b/)
  for (const { message } of faultsOf(swapped)) expect(message).not.toMatch(/dutch|cause/)
})
