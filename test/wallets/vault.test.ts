import { createDecipheriv, createHash, scryptSync } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/core/lib/canonical-json.ts'
import { type Keychain, noKeychain } from '../../src/core/wallets/keychain.ts'
import { openVault, type Vault, type VaultOptions } from '../../src/core/wallets/vault.ts'
import { vaultFileName } from '../../src/core/wallets/vault-file.ts'

const practice = generateMnemonic(wordlist, 256)
const passphrase = 'correct horse battery'
const open: Vault[] = []
let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mintdesk-vault-'))
})
afterEach(async () => {
  for (const vault of open.splice(0)) vault.close()
  await rm(dataDir, { recursive: true, force: true })
})

const path = () => join(dataDir, vaultFileName)
const fileNow = async () => JSON.parse(await readFile(path(), 'utf8'))

async function vaultHere(more: Partial<VaultOptions> = {}): Promise<Vault> {
  const vault = await openVault({
    dataDir,
    env: {},
    practice,
    known: async () => undefined,
    keychain: noKeychain,
    clock: Date.now,
    log: pino({ level: 'silent' }),
    cost: { N: 1_024, r: 8, p: 1 },
    ...more,
  })
  open.push(vault)
  return vault
}

/** Makes a vault and backs it up. */
async function made(vault: Vault, keychain = false): Promise<string[]> {
  const words = await vault.create({ passphrase, keychain })
  await backUp(vault, words)
  return words
}

async function backUp(vault: Vault, words: readonly string[]): Promise<void> {
  const { asks } = await vault.state()
  await vault.confirm((asks ?? []).map((place) => ({ place, word: ` ${words[place - 1]?.toUpperCase()} ` })))
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: { code: string }) => error.code,
  )

/** A keychain that only its own machine opens. */
function keychainOf(machine: number): Keychain & { asked: number } {
  const flip = (bytes: Uint8Array) => Buffer.from(bytes.map((byte) => byte ^ machine))
  return {
    asked: 0,
    unavailable: async () => null,
    wrap: async (secret) => Buffer.concat([Buffer.from([machine]), flip(secret)]),
    async unwrap(sealed) {
      this.asked++
      if (sealed[0] !== machine) throw new Error('of another machine')
      return flip(sealed.subarray(1))
    },
  }
}

describe('a vault', () => {
  it('is made once, shows its words, and mints nothing before three of them were typed', async () => {
    const vault = await vaultHere()
    expect(vault.missing()).toMatch(
      /^Live projects need their seed: make the vault in Settings or with "mintdesk vault create"/,
    )
    const words = await vault.create({ passphrase, keychain: false })
    expect(words).toHaveLength(24)
    expect(vault.missing()).toBeNull()
    expect(vault.unavailable()).toMatch(/^The seed of the live projects is not backed up/)
    expect(() => vault.seed()).toThrow('not backed up')
    const { asks } = await vault.state()
    expect(new Set(asks).size).toBe(3)
    const answers = (asks ?? []).map((place) => ({ place, word: words[place - 1] ?? '' }))
    const wrong = answers.with(1, { place: answers[1]?.place ?? 0, word: answers[1]?.word === 'zoo' ? 'zone' : 'zoo' })
    await expect(vault.confirm(wrong)).rejects.toThrow(`Word ${asks?.[1]} is another one`)
    await expect(vault.confirm(answers.slice(1))).rejects.toThrow(`Word ${asks?.[0]} is another one`)
    expect(vault.unavailable()).not.toBeNull()
    await vault.confirm(answers)
    expect(vault.unavailable()).toBeNull()
    expect(vault.seed().equals(mnemonicToSeedSync(words.join(' ')))).toBe(true)
    expect(await codeOf(vault.create({ passphrase, keychain: false }))).toBe('vault.exists')
  })

  it('stays locked after a start until its passphrase comes; locking zeroes the seed', async () => {
    const words = await made(await vaultHere())
    const vault = await vaultHere()
    expect(await vault.state()).toMatchObject({ state: 'locked', backedUp: true, asks: null })
    expect(vault.unavailable()).toBeNull()
    expect(() => vault.seed()).toThrow('The vault is locked: unlock it')
    await expect(vault.unlock('correct horse batterY')).rejects.toThrow('This passphrase does not open the vault')
    let told = 0
    vault.onChange(() => told++)
    await vault.unlock(passphrase)
    const seed = vault.seed()
    expect(seed.equals(mnemonicToSeedSync(words.join(' ')))).toBe(true)
    vault.lock()
    expect(told).toBe(2)
    expect(seed.equals(Buffer.alloc(64))).toBe(true)
    expect(vault.locked()).not.toBeNull()
  })

  it('opens at the start with the passphrase of the environment, and says when that is a wrong one', async () => {
    await made(await vaultHere())
    const right = await vaultHere({ env: { MINTDESK_PASSPHRASE: passphrase } })
    expect((await right.state()).state).toBe('open')
    const wrong = await vaultHere({ env: { MINTDESK_PASSPHRASE: 'something else' } })
    expect(wrong.locked()).toMatch(/MINTDESK_PASSPHRASE or the passphrase file does not open it/)
  })

  it('shows its words again for the passphrase alone, and asks after others then', async () => {
    const vault = await vaultHere()
    const words = await vault.create({ passphrase, keychain: false })
    expect(await codeOf(vault.reveal('something else'))).toBe('vault.passphrase')
    expect(await vault.reveal(passphrase)).toEqual(words)
    vault.lock()
    expect((await vault.state()).asks).toBeNull()
    expect(await codeOf(vault.confirm([]))).toBe('vault.backup')
    for (const other of ['something else', undefined]) expect(await codeOf(vault.prove(other))).toBe('vault.passphrase')
    await vault.prove(passphrase)
    // Looking does not unlock, nor does knowing it.
    expect(await vault.reveal(passphrase)).toEqual(words)
    expect((await vault.state()).state).toBe('locked')
    await backUp(vault, words)
    expect((await vault.state()).backedUp).toBe(true)
  })

  it('changes its passphrase; the old one opens it no more, and a lock in the middle stays one', async () => {
    const words = await made(await vaultHere())
    const vault = await vaultHere({ env: { MINTDESK_PASSPHRASE: passphrase } })
    expect(await codeOf(vault.changePassphrase('something else', 'another long one'))).toBe('vault.passphrase')
    const changing = vault.changePassphrase(passphrase, 'Ünïcode \u00e9 passphrase')
    vault.lock()
    await changing
    expect((await vault.state()).state).toBe('locked')
    expect(await codeOf(vault.unlock(passphrase))).toBe('vault.passphrase')
    // The same letters, composed otherwise.
    await (await vaultHere()).unlock('U\u0308ni\u0308code e\u0301 passphrase')
    expect(await vault.reveal('Ünïcode é passphrase')).toEqual(words)
  })
})

describe('its words', () => {
  it('bring it back while it is open; locked meanwhile, it stays locked', async () => {
    const words = (await made(await vaultHere())).join(' ')
    const vault = await vaultHere({ env: { MINTDESK_PASSPHRASE: passphrase } })
    const restoring = vault.restore({ words, passphrase: 'a new passphrase', keychain: false })
    vault.lock()
    await restoring
    expect((await vault.state()).state).toBe('locked')
    await vault.unlock('a new passphrase')
    await vault.restore({ words, passphrase, keychain: false })
    expect((await vault.state()).state).toBe('open')
  })

  it('bring it back on another computer, backed up; faults name their places', async () => {
    const words = await made(await vaultHere())
    await rm(path())
    const vault = await vaultHere()
    const slip = words.with(4, 'mintdesk').join(' ')
    await expect(vault.restore({ words: slip, passphrase, keychain: false })).rejects.toMatchObject({
      code: 'vault.words',
      message: `Word 5, "mintdesk", is not in BIP-39's English list.`,
    })
    await vault.restore({ words: words.join('\n'), passphrase: 'another passphrase', keychain: false })
    expect(await vault.state()).toMatchObject({ state: 'open', backedUp: true, message: null })
    expect(vault.seed().equals(mnemonicToSeedSync(words.join(' ')))).toBe(true)
  })

  it('make a forgotten passphrase good, and a damaged file; another seed is refused', async () => {
    const words = (await made(await vaultHere())).join(' ')
    const vault = await vaultHere()
    const other = generateMnemonic(wordlist, 256)
    expect(await codeOf(vault.restore({ words: other, passphrase, keychain: false }))).toBe('vault.exists')
    expect(await codeOf(vault.restore({ words: practice, passphrase, keychain: false }))).toBe('vault.words')
    await vault.restore({ words, passphrase: 'a new passphrase', keychain: false })
    await (await vaultHere()).unlock('a new passphrase')

    await writeFile(path(), '{"version":1')
    const broken = await vaultHere()
    expect(broken.missing()).toMatch(
      /is damaged \(it is not JSON\): put a copy of it back and start Mintdesk again, or restore/,
    )
    expect(await codeOf(broken.create({ passphrase, keychain: false }))).toBe('vault.refused')
    // The damaged file is put away by the first try, which the keychain ends.
    expect(await codeOf(broken.restore({ words, passphrase, keychain: true }))).toBe('vault.keychain')
    await broken.restore({ words, passphrase, keychain: false })
    expect((await readdir(dataDir)).filter((name) => name.startsWith('vault.damaged-'))).toHaveLength(1)
    await (await vaultHere()).unlock(passphrase)
  })

  it('of another seed than the live projects have are refused, wherever they come from', async () => {
    const vault = await vaultHere()
    await made(vault)
    const known = vault.fingerprint() ?? ''
    const others = { known: async () => 'ffffffffffffffff' }
    const refused = await vaultHere(others)
    expect(refused.missing()).toMatch(
      /were made with another seed: .* Put the vault file back .*, and start Mintdesk again\.$/,
    )
    expect(await codeOf(refused.unlock(passphrase))).toBe('vault.refused')
    await rm(path())
    const none = await vaultHere({ known: async () => known })
    expect(await codeOf(none.create({ passphrase, keychain: false }))).toBe('vault.other')
    const words = generateMnemonic(wordlist, 256)
    expect(await codeOf(none.restore({ words, passphrase, keychain: false }))).toBe('vault.other')
    const env = { MINTDESK_LIVE_SEED: words }
    expect((await vaultHere({ ...others, env })).missing()).toMatch(/^MINTDESK_LIVE_SEED is another seed than/)
  })
})

describe('the keychain', () => {
  /** A vault whose keychain asks the person, who has not answered yet. */
  async function asking() {
    const keychain = keychainOf(7)
    await made(await vaultHere({ keychain }), true)
    let answer = (): void => undefined
    const answered = new Promise<void>((done) => {
      answer = done
    })
    const unwrap = async (sealed: Uint8Array) => {
      await answered
      return await keychain.unwrap(sealed)
    }
    const vault = await vaultHere({ keychain: { ...keychain, unwrap } })
    return { vault, answer: () => answer() }
  }

  it('does not hold up the passphrase while it asks the person', async () => {
    const { vault, answer } = await asking()
    const byKeychain = vault.unlockByKeychain()
    await vault.unlock(passphrase)
    const seed = vault.seed()
    answer()
    await byKeychain
    expect(vault.seed()).toBe(seed)
    expect(seed.some((byte) => byte !== 0)).toBe(true)
  })

  it('does not open what was locked while it asked, nor does a passphrase that was being tried', async () => {
    const { vault, answer } = await asking()
    const byKeychain = codeOf(vault.unlockByKeychain())
    const byPassphrase = codeOf(vault.unlock(passphrase))
    vault.lock()
    answer()
    expect(await Promise.all([byKeychain, byPassphrase])).toEqual(['vault.locked', 'vault.locked'])
    expect((await vault.state()).state).toBe('locked')
    await vault.unlock(passphrase)
    expect((await vault.state()).state).toBe('open')
  })

  it('opens the vault without a passphrase, on its own machine alone, until it is told not to', async () => {
    const keychain = keychainOf(7)
    await made(await vaultHere({ keychain }), true)
    const vault = await vaultHere({ keychain })
    await vault.unlockByKeychain()
    expect((await vault.state()).keychain).toEqual({ unavailable: null, on: true })
    const moved = await vaultHere({ keychain: keychainOf(9) })
    await expect(moved.unlockByKeychain()).rejects.toThrow(
      'The keychain of this computer does not open the vault: use the passphrase.',
    )
    await moved.unlock(passphrase)
    await vault.setKeychain({ on: false })
    expect((await fileNow()).slots.keychain).toBeNull()
    vault.lock()
    expect(await codeOf(vault.unlockByKeychain())).toBe('vault.keychain')
    expect(await codeOf(vault.setKeychain({ on: true, passphrase: 'something else' }))).toBe('vault.passphrase')
    await vault.setKeychain({ on: true, passphrase })
    await vault.unlockByKeychain()
    // Words are shown for the passphrase, whatever the keychain would say.
    const before = keychain.asked
    expect(await codeOf(vault.reveal(''))).toBe('vault.passphrase')
    expect(keychain.asked).toBe(before)
  })

  it('that cannot be used is refused with its reason, and nothing is made', async () => {
    const vault = await vaultHere()
    await expect(vault.create({ passphrase, keychain: true })).rejects.toThrow('used by the desktop app alone')
    expect((await vault.state()).state).toBe('none')
    expect(await readdir(dataDir)).toEqual([])
  })
})

describe('the vault file', () => {
  it('can be opened by another program from docs/keys.md alone', async () => {
    const words = await made(await vaultHere())
    const { checksum, ...rest } = await fileNow()
    expect(createHash('sha256').update(canonicalJson(rest)).digest('hex')).toBe(checksum)
    const { salt, N, r, p, ...slot } = rest.slots.passphrase
    const key = scryptSync(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, { N, r, p })
    const unseal = (by: Buffer, { nonce, sealed }: { nonce: string; sealed: string }, label: string): Buffer => {
      const bytes = Buffer.from(sealed, 'base64')
      const box = createDecipheriv('aes-256-gcm', by, Buffer.from(nonce, 'base64'))
      box.setAAD(Buffer.from(label)).setAuthTag(bytes.subarray(-16))
      return Buffer.concat([box.update(bytes.subarray(0, -16)), box.final()])
    }
    const dataKey = unseal(key, slot, 'mintdesk vault 1 passphrase')
    const entropy = unseal(dataKey, rest.seed, `mintdesk vault 1 seed ${rest.fingerprint}`)
    expect(entropy).toEqual(Buffer.from(mnemonicToEntropy(words.join(' '), wordlist)))
  })

  it('costs what the documentation says, is for this user alone, and holds nothing in the clear', async () => {
    const vault = await vaultHere({ cost: undefined })
    const words = await vault.create({ passphrase, keychain: false })
    expect((await fileNow()).slots.passphrase).toMatchObject({ kdf: 'scrypt', N: 131_072, r: 8, p: 1 })
    expect((await stat(path())).mode & 0o777).toBe(0o600)
    const text = await readFile(path(), 'utf8')
    const entropy = Buffer.from(mnemonicToEntropy(words.join(' '), wordlist))
    for (const secret of [passphrase, entropy.toString('hex'), entropy.toString('base64'), words.slice(0, 2).join(' ')])
      expect(text).not.toContain(secret)
    await chmod(path(), 0o644)
    await vaultHere()
    expect((await stat(path())).mode & 0o777).toBe(0o600)
  })

  it('that was changed by one character is told from a wrong passphrase; a newer one is refused', async () => {
    await made(await vaultHere())
    const whole = await readFile(path(), 'utf8')
    const sealed = (await fileNow()).slots.passphrase.sealed as string
    const one = `${sealed[0] === 'A' ? 'B' : 'A'}${sealed.slice(1)}`
    for (const [text, says] of [
      [whole.replace(sealed, one), /is damaged \(its checksum does not fit\)/],
      [whole.slice(0, -20), /is damaged \(it is not JSON\)/],
      ['', /is damaged \(it is not JSON\)/],
      ['{"version":1}', /is damaged \(it is not of the form/],
      [
        whole.replace('"version": 1', '"version": 2'),
        /is of version 2, which only a newer Mintdesk reads: update Mintdesk/,
      ],
    ] as const) {
      await writeFile(path(), text)
      const vault = await vaultHere()
      expect(vault.missing()).toMatch(says)
      expect(await codeOf(vault.unlock(passphrase))).toBe('vault.refused')
    }
    // Somebody who mends the checksum is found out by the seal.
    const { checksum: _old, ...rest } = JSON.parse(whole)
    rest.seed.sealed = `${rest.seed.sealed[0] === 'A' ? 'B' : 'A'}${rest.seed.sealed.slice(1)}`
    const checksum = createHash('sha256').update(canonicalJson(rest)).digest('hex')
    await writeFile(path(), JSON.stringify({ ...rest, checksum }))
    await expect((await vaultHere()).unlock(passphrase)).rejects.toThrow('its slots do not open its seed')
  })

  it('is left as it was when it cannot be written', async () => {
    const vault = await vaultHere()
    await made(vault)
    const before = await readFile(path(), 'utf8')
    await rename(dataDir, `${dataDir}-away`)
    await expect(vault.changePassphrase(passphrase, 'another passphrase')).rejects.toThrow('Files cannot be stored in')
    await rename(`${dataDir}-away`, dataDir)
    expect(await readFile(path(), 'utf8')).toBe(before)
    expect(await readdir(dataDir)).toEqual([vaultFileName])
    expect(await vault.reveal(passphrase)).toHaveLength(24)
  })
})
