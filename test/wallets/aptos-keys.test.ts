import {
  Account,
  AccountAddress,
  CKDPriv,
  createObjectAddress,
  deriveKey,
  Ed25519PrivateKey,
  Ed25519PublicKey,
  Ed25519Signature,
  HARDENED_OFFSET,
} from '@aptos-labs/ts-sdk'
import { mnemonicToSeedSync } from '@scure/bip39'
import { describe, expect, it } from 'vitest'
import { collectionAddressOf, normalAddress } from '../../src/core/chains/aptos/addresses.ts'
import { openAptosKeys } from '../../src/core/wallets/aptos-keys.ts'
import { userIndices } from '../../src/core/wallets/derive.ts'
import { openKeyring } from '../../src/core/wallets/keyring.ts'

const mnemonic = 'test test test test test test test test test test test junk'
const ann = { kind: 'email', id: 'ann@example.com' } as const

/** What the official client derives from the same words; its own words for a path know five steps only. */
function official(...path: readonly number[]): string {
  const root = deriveKey(Ed25519PrivateKey.SLIP_0010_SEED, mnemonicToSeedSync(mnemonic))
  const { key } = path.reduce((parent, index) => CKDPriv(parent, index + HARDENED_OFFSET), root)
  return Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(key, false) }).accountAddress.toStringLong()
}

describe('keys on Aptos', () => {
  const keys = openAptosKeys(mnemonicToSeedSync(mnemonic))

  it('give for ever the addresses that they once gave', () => {
    expect([keys.treasury(0).address, keys.user(0, ann).address]).toMatchInlineSnapshot(`
      [
        "0x4304a126ad8d3c4fbe9c076649baca1ab87855c45b27a093e836245ebb141020",
        "0x1270fd751feb0e758d00bf4d8314a6dc5d8cc8419d897b22744016153a8d6bf5",
      ]
    `)
  })

  it('lie at the paths that are documented, as the official client derives them', () => {
    expect(keys.treasury(3).address).toBe(official(44, 637, 3, 0))
    expect(keys.user(3, ann).address).toBe(official(44, 637, 3, 1, ...userIndices('email', ann.id)))
  })

  it('sign what their public key verifies', () => {
    const { publicKey, address, sign } = keys.treasury(0)
    const message = Buffer.from('any bytes')
    const key = new Ed25519PublicKey(publicKey)
    expect(key.verifySignature({ message, signature: new Ed25519Signature(sign(message)) })).toBe(true)
    expect(key.authKey().derivedAddress().toStringLong()).toBe(address)
  })

  it('are those of the keyring, and are gone when it was forgotten', async () => {
    const keyring = await openKeyring(mnemonic)
    expect(keyring.aptos.treasury(0).address).toBe(keys.treasury(0).address)
    keyring.forget()
    expect(() => keyring.aptos.treasury(0)).toThrow('locked')
    expect(() => keyring.aptos.user(0, ann)).toThrow('locked')
  })
})

describe('addresses on Aptos', () => {
  it('of collections follow from their creator and their name', () => {
    const creator = `0x${'5a'.repeat(32)}`
    for (const name of ['Badges', 'Ä ü €', ''])
      expect(collectionAddressOf(creator, name)).toBe(
        createObjectAddress(AccountAddress.from(creator), name).toStringLong(),
      )
  })

  it('have one normal form', () => {
    expect(normalAddress('0x4')).toBe(`0x${'4'.padStart(64, '0')}`)
    expect(normalAddress(`0x0${'AB'.repeat(31)}C`)).toBe(`0x0${'ab'.repeat(31)}c`)
    for (const bad of ['0x', '', '0xzz', `0x${'1'.repeat(65)}`]) expect(() => normalAddress(bad)).toThrow(RangeError)
  })
})
