import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPracticeSeed, practiceSeedFileName } from '../../src/core/wallets/seed.ts'

let directory: string
let path: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintdesk-seed-'))
  path = join(directory, practiceSeedFileName)
})
afterEach(() => rm(directory, { recursive: true, force: true }))

describe('the practice seed', () => {
  it('is made once, of 24 words, in a file for this user alone', async () => {
    const mnemonic = await openPracticeSeed(directory)
    expect(mnemonic.split(' ')).toHaveLength(24)
    expect(validateMnemonic(mnemonic, wordlist)).toBe(true)
    expect(await openPracticeSeed(directory)).toBe(mnemonic)
    expect(await readdir(directory)).toEqual([practiceSeedFileName])
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it.skipIf(process.platform === 'win32')(
    'has its file closed to others again when it was opened to them',
    async () => {
      const mnemonic = await openPracticeSeed(directory)
      await chmod(path, 0o644)
      expect(await openPracticeSeed(directory)).toBe(mnemonic)
      expect((await stat(path)).mode & 0o777).toBe(0o600)
    },
  )

  it('is never made anew over a file that cannot be read, and no word of it is told', async () => {
    const mnemonic = await openPracticeSeed(directory)
    const whole = await readFile(path, 'utf8')
    const words = mnemonic.split(' ')
    const swapped = words
      .map((word, at) => (at === 0 ? (wordlist.find((other) => other !== word) ?? '') : word))
      .join(' ')
    const damaged = [
      '',
      whole.slice(0, -20),
      '[]',
      whole.replace(mnemonic, swapped),
      whole.replace('"version": 1', '"version": 2'),
    ]
    for (const text of damaged) {
      await writeFile(path, text)
      const error = await openPracticeSeed(directory).catch((thrown: unknown) => thrown)
      expect(String(error)).toContain(`The practice seed file ${path} is`)
      expect(String(error)).toContain('restore it from a backup, or move it away')
      expect(String(error)).not.toContain(words.slice(1, 4).join(' '))
      expect(await readFile(path, 'utf8')).toBe(text)
    }
  })
})
