import { describe, expect, it } from 'vitest'
import { shellKeychain } from '../../src/core/wallets/shell-keychain.ts'
import { keychainAnswers } from '../../src/main/keychain.ts'

type Storage = Parameters<typeof keychainAnswers>[0]
type Backend = ReturnType<Storage['getSelectedStorageBackend']>

/** Seals by turning the text round; what it was not given it refuses. */
function storage(backend: Backend, available = true): Storage {
  return {
    getSelectedStorageBackend: () => backend,
    isAsyncEncryptionAvailable: async () => available,
    encryptStringAsync: async (text) => Buffer.from(`sealed ${text}`),
    decryptStringAsync: async (sealed) => {
      const text = sealed.toString()
      if (!text.startsWith('sealed ')) throw new Error(`not mine: ${text}`)
      return { result: text.slice(7), shouldReEncrypt: false }
    },
  }
}

/** The core's side and the shell's, joined as the channel joins them. */
function joined(of: Storage, platform: string) {
  const answer = keychainAnswers(of, platform)
  const keychain = shellKeychain((message) => {
    if (message.type !== 'keychain') return
    answer(message.ask, message.value).then(
      (value) => keychain.answered({ type: 'keychain', id: message.id, ok: true, value }),
      () => keychain.answered({ type: 'keychain', id: message.id, ok: false, value: '' }),
    )
  })
  return keychain
}

describe('the keychain of the desktop shell', () => {
  it('seals and opens bytes for the core', async () => {
    const keychain = joined(storage('gnome_libsecret'), 'linux')
    expect(await keychain.unavailable()).toBeNull()
    const secret = Buffer.from([0, 255, 128, 10])
    const sealed = await keychain.wrap(secret)
    expect(Buffer.from(sealed).toString()).toBe('sealed AP+ACg==')
    expect(await keychain.unwrap(sealed)).toEqual(secret)
    await expect(keychain.unwrap(Buffer.from('other'))).rejects.toThrow('the keychain refused')
  })

  it('is refused on Linux where it would protect nothing', async () => {
    for (const backend of ['basic_text', 'unknown'] as const) {
      const keychain = joined(storage(backend), 'linux')
      expect(await keychain.unavailable()).toMatch(/^This desktop has no keychain that protects anything/)
      await expect(keychain.wrap(Buffer.from('a'))).rejects.toThrow('the keychain refused')
      await expect(keychain.unwrap(Buffer.from('sealed YQ=='))).rejects.toThrow('the keychain refused')
    }
    expect(await joined(storage('unknown'), 'darwin').unavailable()).toBeNull()
  })

  it('says when it is locked', async () => {
    expect(await joined(storage('kwallet6', false), 'linux').unavailable()).toMatch(/is locked or cannot be used/)
  })
})
