/** The live projects' seed: from the vault file, or from the environment. No other code opens it. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { VaultState } from '../../shared/app-api.ts'
import { moveInto, putAside, writeTemporary } from '../lib/durable-file.ts'
import { CoreError } from '../lib/errors.ts'
import { liveSeedVariable, passphraseVariable } from '../lib/live-environment.ts'
import { takeTurns } from '../lib/turns.ts'
import { backupQuestion } from './backup-question.ts'
import type { Keychain } from './keychain.ts'
import type { LiveKeys } from './live-keys.ts'
import {
  openSeed,
  openWithPassphrase,
  type ScryptCost,
  sealPassphrase,
  sealVault,
  usualCost,
  type VaultContent,
  vaultFileName,
  writeVault,
} from './vault-file.ts'
import { readSource, type VaultSource as Source, sentences } from './vault-source.ts'
import { fingerprintOf, readWords, seedOf, wordsOf } from './words.ts'

export interface VaultOptions {
  dataDir: string
  /** MINTDESK_LIVE_SEED, MINTDESK_PASSPHRASE. */
  env: Readonly<Record<string, string | undefined>>
  /** The practice projects' words; their signatures must be worthless on a live network. */
  practice: string
  /** The fingerprint of the seed of this data folder's live projects; undefined before the first. */
  known(): Promise<string | undefined>
  keychain: Keychain
  clock(): number
  log: Logger
  /** The cost of new passphrase slots; `usualCost` when absent. */
  cost?: ScryptCost | undefined
}

export interface Vault extends LiveKeys {
  state(): Promise<Omit<VaultState, 'projects'>>
  /** Whether the keychain may open the vault. It does not call the keychain, which might ask the person. */
  hasKeychainSlot(): boolean
  /** Calls the listener after each change. */
  onChange(listener: () => void): void
  /** Makes the vault with a new seed, unlocked. @returns the words, to be shown once. @throws CoreError `vault.…` */
  create(input: { passphrase: string; keychain: boolean }): Promise<string[]>
  /** Makes the vault again from its words: after a loss of file or passphrase, or on another computer. It is unlocked, unless locked meanwhile. */
  restore(input: { words: string; passphrase: string; keychain: boolean }): Promise<void>
  unlock(passphrase: string): Promise<void>
  unlockByKeychain(): Promise<void>
  lock(): void
  /** Returns the words, and makes a new question about three of them. */
  reveal(passphrase: string): Promise<string[]>
  /** Verifies that the caller knows the passphrase; passes where no vault holds the seed: then there is none. @throws CoreError `vault.passphrase` */
  prove(passphrase: string | undefined): Promise<void>
  /** Records that the words are backed up, when the three words that `reveal` asks for are right. */
  confirm(answers: readonly { place: number; word: string }[]): Promise<void>
  changePassphrase(passphrase: string, next: string): Promise<void>
  /** Lets the keychain open the vault, or no longer. */
  setKeychain(input: { on: true; passphrase: string } | { on: false }): Promise<void>
  close(): void
}

/**
 * Looks for the seed, and opens the vault when the environment has its passphrase.
 * @throws StorageError when the file cannot be read
 */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const { dataDir, env, keychain, clock, log, cost = usualCost } = options
  const path = join(dataDir, vaultFileName)
  const practice = await fingerprintOfWords(options.practice)
  const listeners = new Set<() => void>()
  const turn = takeTurns()
  let source = await readSource({ path, env, practice, known: await options.known() })
  const question = backupQuestion()
  /** Why the vault is still locked, where the passphrase at the start did not open it. */
  let remark: string | null = null
  /** How often the vault was locked: an unlock that began before a lock must not open it afterwards. */
  let locks = 0

  const changed = (): void => {
    for (const listener of listeners) listener()
  }

  async function save(vault: VaultContent): Promise<void> {
    await moveInto(await writeTemporary(dataDir, [Buffer.from(writeVault(vault))]), path)
  }

  /** Uses the changed content from now on. The vault may have been locked meanwhile. */
  function put(vault: VaultContent): void {
    source = { kind: 'vault', vault, seed: source.kind === 'vault' ? source.seed : null }
  }

  /** The vault. @throws CoreError when there is none that can be used */
  function requireVault(): Extract<Source, { kind: 'vault' }> {
    if (source.kind === 'vault') return source
    if (source.kind === 'refused') throw new CoreError('vault.refused', source.message)
    if (source.kind === 'environment')
      throw new CoreError(
        'vault.environment',
        `The seed comes from ${liveSeedVariable}, so there is no vault: start Mintdesk without it to use one.`,
      )
    throw new CoreError('vault.none', 'There is no vault yet: make one, or restore it from its 24 words.')
  }

  function requireNoEnvironment(): void {
    if (source.kind === 'environment') requireVault()
  }

  async function keychainSlot(dataKey: Uint8Array): Promise<VaultContent['slots']['keychain']> {
    const unavailable = await keychain.unavailable()
    if (unavailable !== null) throw new CoreError('vault.keychain', unavailable)
    return { sealed: Buffer.from(await keychain.wrap(dataKey)).toString('base64') }
  }

  /**
   * Stores a new vault for a seed and uses it from now on; it is open, unless it was locked meanwhile.
   * @param asked the value of `locks` when the caller asked for it
   */
  async function keepSeed(
    entropy: Buffer,
    { passphrase, keychain: withKeychain }: { passphrase: string; keychain: boolean },
    { backedUp, asked }: { backedUp: boolean; asked: number },
  ): Promise<void> {
    const { vault, dataKey } = await sealVault(entropy, passphrase, { cost, now: clock(), backedUp })
    try {
      const slot = withKeychain ? await keychainSlot(dataKey) : null
      const whole = { ...vault, slots: { ...vault.slots, keychain: slot } }
      const seed = await seedOf(entropy)
      await save(whole)
      forget()
      source = { kind: 'vault', vault: whole, seed }
      if (locks !== asked) forget()
      remark = null
    } finally {
      dataKey.fill(0)
    }
  }

  /** @param asked the value of `locks` when the caller asked for it */
  async function openUp(vault: VaultContent, dataKey: Buffer, asked: number): Promise<void> {
    const entropy = await openSeed(path, vault, dataKey)
    try {
      const seed = await seedOf(entropy)
      if (locks !== asked) {
        seed.fill(0)
        throw new CoreError('vault.locked', 'The vault was locked meanwhile: unlock it.')
      }
      forget()
      source = { kind: 'vault', vault, seed }
      remark = null
    } finally {
      entropy.fill(0)
    }
  }

  function forget(): void {
    if (source.kind === 'vault' && source.seed !== null) {
      source.seed.fill(0)
      source = { ...source, seed: null }
    }
  }

  const missing = (): string | null =>
    source.kind === 'none' ? sentences.none : source.kind === 'refused' ? source.message : null
  const locked = (): string | null =>
    source.kind === 'vault' && source.seed === null ? (remark ?? sentences.locked) : null
  const isBackedUp = (): boolean => source.kind !== 'vault' || source.vault.backedUpAt !== null
  const hasKeychainSlot = (): boolean => source.kind === 'vault' && source.vault.slots.keychain !== null
  const unavailable = (): string | null => missing() ?? (isBackedUp() ? null : sentences.unbacked)

  async function unlock(passphrase: string, asked: number): Promise<void> {
    const { vault } = requireVault()
    const dataKey = await openWithPassphrase(vault, passphrase)
    try {
      await openUp(vault, dataKey, asked)
    } finally {
      dataKey.fill(0)
    }
    changed()
  }

  const given = env[passphraseVariable]
  if (source.kind === 'vault' && given !== undefined && given !== '')
    await unlock(given, locks).catch((error: unknown) => {
      if (!(error instanceof CoreError)) throw error
      remark = `The vault is locked, because ${passphraseVariable} or the passphrase file does not open it: unlock it with "mintdesk vault unlock".`
      log.warn({ code: error.code }, 'the vault was not opened at the start')
    })

  return {
    isThere: () => source.kind !== 'none',
    missing,
    unavailable,
    locked,
    seed() {
      const none = unavailable()
      if (none !== null) throw new CoreError('live.seed', none)
      const why = locked()
      if (why !== null) throw new CoreError('vault.locked', why)
      if (source.kind !== 'vault' && source.kind !== 'environment') throw new Error('there is no live seed')
      if (source.seed === null) throw new Error('there is no live seed')
      return source.seed
    },
    fingerprint: () =>
      source.kind === 'environment' ? source.fingerprint : source.kind === 'vault' ? source.vault.fingerprint : null,
    hasKeychainSlot,
    onChange: (listener) => void listeners.add(listener),

    async state() {
      const keychainReason = await keychain.unavailable()
      return {
        state: source.kind === 'vault' ? (source.seed === null ? 'locked' : 'open') : source.kind,
        message: unavailable() ?? locked(),
        backedUp: source.kind === 'vault' && source.vault.backedUpAt !== null,
        createdAt: source.kind === 'vault' ? source.vault.createdAt : null,
        asks: question.places(),
        keychain: {
          unavailable: keychainReason,
          on: hasKeychainSlot(),
        },
      }
    },

    create: (input) =>
      turn(async () => {
        requireNoEnvironment()
        if (source.kind === 'vault')
          throw new CoreError(
            'vault.exists',
            'There is a vault already: a data folder has one seed for its live projects.',
          )
        if (source.kind === 'refused') requireVault()
        if ((await options.known()) !== undefined)
          throw new CoreError('vault.other', `${sentences.other} Restore the vault from the words of that one.`)
        const entropy = randomBytes(32)
        try {
          await keepSeed(entropy, input, { backedUp: false, asked: locks })
          const words = wordsOf(entropy)
          question.ask(words)
          return words
        } finally {
          entropy.fill(0)
          changed()
        }
      }),

    restore(input) {
      const asked = locks
      return turn(async () => {
        requireNoEnvironment()
        const read = readWords(input.words)
        if ('faults' in read) throw new CoreError('vault.words', read.faults.map(({ message }) => message).join(' '))
        const { entropy } = read
        try {
          const fingerprint = await fingerprintOf(entropy)
          const known = await options.known()
          if (fingerprint === practice)
            throw new CoreError(
              'vault.words',
              'These are the words of the practice projects, which are never used on a live network.',
            )
          if (known !== undefined && known !== fingerprint)
            throw new CoreError('vault.other', `${sentences.other} Type the words of that one.`)
          if (source.kind === 'vault' && source.vault.fingerprint !== fingerprint)
            throw new CoreError(
              'vault.exists',
              'There is a vault already, with another seed: move its file away and start Mintdesk again first, or type the words of that one.',
            )
          if (source.kind === 'refused' && !source.damaged) requireVault()
          if (source.kind === 'refused') await putAside(path, `vault.damaged-${clock()}.json`)
          await keepSeed(entropy, input, { backedUp: true, asked })
          question.forget()
        } finally {
          entropy.fill(0)
        }
        changed()
      })
    },

    unlock(passphrase) {
      const asked = locks
      return turn(() => unlock(passphrase, asked))
    },

    async unlockByKeychain() {
      const asked = locks
      const slot = requireVault().vault.slots.keychain
      const reason = slot === null ? 'it was not told to.' : await keychain.unavailable()
      // Outside `turn`, since the system may ask the person for long, who may type the passphrase meanwhile.
      const dataKey =
        slot === null || reason !== null
          ? null
          : await keychain.unwrap(Buffer.from(slot.sealed, 'base64')).catch(() => null)
      await turn(async () => {
        const { vault, seed } = requireVault()
        try {
          if (dataKey === null) throw new Error('not opened')
          if (seed === null) await openUp(vault, dataKey, asked)
        } catch (error) {
          if (error instanceof CoreError && error.code === 'vault.locked') throw error
          throw new CoreError(
            'vault.keychain',
            `The keychain of this computer does not open the vault${reason === null ? '' : ` (${reason.replace(/\.$/, '')})`}: use the passphrase.`,
          )
        } finally {
          dataKey?.fill(0)
        }
      })
      changed()
    },

    lock() {
      requireVault()
      locks++
      forget()
      question.forget()
      changed()
    },

    reveal: (passphrase) =>
      turn(async () => {
        const { vault } = requireVault()
        const dataKey = await openWithPassphrase(vault, passphrase)
        const entropy = await openSeed(path, vault, dataKey).finally(() => dataKey.fill(0))
        const words = wordsOf(entropy)
        entropy.fill(0)
        question.ask(words)
        return words
      }),

    prove: (passphrase) =>
      turn(async () => {
        if (source.kind !== 'vault') return
        if (passphrase === undefined)
          throw new CoreError('vault.passphrase', 'This needs the passphrase of the vault, though it is unlocked.')
        const dataKey = await openWithPassphrase(source.vault, passphrase)
        dataKey.fill(0)
      }),

    confirm: (answers) =>
      turn(async () => {
        const held = requireVault()
        question.require(answers)
        const vault = { ...held.vault, backedUpAt: new Date(clock()).toISOString() }
        await save(vault)
        put(vault)
        question.forget()
        changed()
      }),

    changePassphrase: (passphrase, next) =>
      turn(async () => {
        const held = requireVault()
        const dataKey = await openWithPassphrase(held.vault, passphrase)
        try {
          const slot = await sealPassphrase(dataKey, next, cost)
          const vault = { ...held.vault, slots: { ...held.vault.slots, passphrase: slot } }
          await save(vault)
          put(vault)
        } finally {
          dataKey.fill(0)
        }
        changed()
      }),

    setKeychain: (input) =>
      turn(async () => {
        const held = requireVault()
        let slot: VaultContent['slots']['keychain'] = null
        if (input.on) {
          const dataKey = await openWithPassphrase(held.vault, input.passphrase)
          slot = await keychainSlot(dataKey).finally(() => dataKey.fill(0))
        }
        const vault = { ...held.vault, slots: { ...held.vault.slots, keychain: slot } }
        await save(vault)
        put(vault)
        changed()
      }),

    close() {
      forget()
      if (source.kind === 'environment') source.seed.fill(0)
    },
  }
}

async function fingerprintOfWords(words: string): Promise<string | null> {
  const read = readWords(words)
  return 'entropy' in read ? fingerprintOf(read.entropy) : null
}
