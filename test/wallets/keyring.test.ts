import { inspect } from 'node:util'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import fc from 'fast-check'
import { recoverMessageAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { deriveHardened, rootNode, userIndices } from '../../src/core/wallets/derive.ts'
import { type Keyring, openKeyring, type User } from '../../src/core/wallets/keyring.ts'

const mnemonic = 'test test test test test test test test test test test junk'
const ann: User = { kind: 'email', id: 'ann@example.com' }
let keyring: Keyring

beforeAll(async () => {
  keyring = await openKeyring(mnemonic)
})

describe('a keyring', () => {
  it('gives for ever the addresses that it once gave', () => {
    expect(keyring.treasury(0).address).toBe('0x445890b4CE7251C4F08F2768A8bc43F4C4FF1A63')
    expect(keyring.treasury(1).address).toBe('0x0A865184976D57DF851edDD603440600D2cf14bD')
    expect(keyring.userAddress(0, ann)).toBe('0xDd7FD20D81F5A466A318BE42E5df0bf7314a56B2')
    expect(keyring.userAddress(0, { kind: 'userId', id: 'ann@example.com' })).toBe(
      '0x12CFcFc480B49Ab057B330ba119075EbF4D537Ca',
    )
    expect(keyring.userAddress(1, ann)).toBe('0x157F7f54Cdd5196193387315fA442A200B84EDd2')
    expect(Buffer.from(keyring.mintsKey(0)).toString('hex')).toBe(
      '42ef0e1dd2637ef0e5f66080b2a43a08b9a916a71b53739e5f16506baefba769',
    )
  })

  it('follows the paths of the design, as any BIP-32 wallet would', () => {
    const root = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic))
    const address = (path: string): string => {
      const key = root.derive(path).privateKey
      return key === null ? '' : privateKeyToAddress(`0x${Buffer.from(key).toString('hex')}`)
    }
    expect(keyring.treasury(3).address).toBe(address("m/44'/60'/3'/0'"))
    const indices = userIndices('email', ann.id).map((index) => `${index}'`)
    expect(keyring.userAddress(3, ann)).toBe(address(`m/44'/60'/3'/1'/${indices.join('/')}`))
  })

  it('has the root of a seed, and hardened children, as @scure/bip32 does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (seed) => {
        const { privateKey, chainCode } = HDKey.fromMasterSeed(seed)
        const { key, chainCode: ours } = rootNode(seed)
        expect([key, ours].map((bytes) => Buffer.from(bytes))).toEqual(
          [privateKey, chainCode].map((bytes) => Buffer.from(bytes ?? [])),
        )
      }),
      { numRuns: 20 },
    )
    const seed = mnemonicToSeedSync(mnemonic)
    const [root, node] = [HDKey.fromMasterSeed(seed), rootNode(seed)]
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 31 - 1), { minLength: 1, maxLength: 3 }), (indices) => {
        const theirs = indices.reduce((parent, index) => parent.deriveChild(2 ** 31 + index), root)
        expect(Buffer.from(deriveHardened(node, indices).key)).toEqual(Buffer.from(theirs.privateKey ?? []))
      }),
      { numRuns: 20 },
    )
    for (const index of [-1, 2 ** 31, 0.5]) expect(() => deriveHardened(node, [index])).toThrow(RangeError)
  })

  it('gives a user one address however it is asked for, and other users others', async () => {
    const users = [
      ann,
      { kind: 'email', id: 'bob@example.com' },
      { kind: 'userId', id: 'bob@example.com' },
    ] satisfies User[]
    const addresses = await keyring.userAddresses(0, users)
    expect(addresses).toEqual(users.map((user) => keyring.userAccount(0, user).address))
    expect(new Set([...addresses, keyring.treasury(0).address]).size).toBe(4)
    expect((await openKeyring(mnemonic)).userAddress(0, ann)).toBe(addresses[0])
  })

  it('gives different ids different keys', () => {
    const user = fc.tuple(fc.constantFrom('email' as const, 'userId' as const), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(user, user, (a, b) => {
        const same = JSON.stringify(a) === JSON.stringify(b)
        expect(JSON.stringify(userIndices(...a)) === JSON.stringify(userIndices(...b))).toBe(same)
      }),
    )
  })

  it('leaves the event loop free while many addresses are derived', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const users = Array.from({ length: 300 }, (_, at): User => ({ kind: 'userId', id: `user ${at}` }))
    expect(new Set(await keyring.userAddresses(7, users)).size).toBe(300)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
  })

  it('derives nothing any more when it has forgotten its keys', async () => {
    const own = await openKeyring(mnemonic)
    own.treasury(0)
    own.forget()
    expect(() => own.treasury(0)).toThrow('The vault was locked meanwhile')
    expect(() => own.userAddress(0, ann)).toThrow('The vault was locked meanwhile')
  })

  it('signs without showing its keys', async () => {
    const account = keyring.treasury(0)
    const signature = await account.signMessage({ message: 'hello' })
    expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(account.address)
    const key = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive("m/44'/60'/0'/0'").privateKey
    expect(inspect([keyring, account], { depth: 5, showHidden: true })).not.toContain(
      Buffer.from(key ?? []).toString('hex'),
    )
  })
})
