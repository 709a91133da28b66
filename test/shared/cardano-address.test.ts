import { crc32 } from 'node:zlib'
import { base58, bech32 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCardanoAddress, readCardanoAddress } from '../../src/shared/cardano-address.ts'
import { parseRecipient, parseWallet } from '../../src/shared/locator.ts'

/** CIP-19's test vectors, by header type. */
const mainnet = {
  0: 'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
  1: 'addr1z8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gten0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs9yc0hh',
  2: 'addr1yx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerkr0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shs2z78ve',
  3: 'addr1x8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gt7r0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shskhj42g',
  4: 'addr1gx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrzqf96k',
  5: 'addr128phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtupnz75xxcrtw79hu',
  6: 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
  7: 'addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx',
  14: 'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw',
  15: 'stake178phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcccycj5',
}
const testnet = {
  0: 'addr_test1qz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs68faae',
  4: 'addr_test1gz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrdw5vky',
  7: 'addr_test1wrphkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcl6szpr',
  14: 'stake_test1uqehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gssrtvn',
}
const byron = {
  /** Of Icarus, on mainnet. */
  icarus: 'Ae2tdPwUPEZLs4HtbuNey7tK4hTKrwNwYtGqp7bDfCy2WdR3P6735W5Yfpe',
  /** CIP-19's, of the first test network. */
  test: '37btjrVyb4KDXBNC4haBVPCrro8AQPHwvCMp3RFhhSVWwfFmZ6wwzSK6JK1hY6wHNmtrpTf1kdbva8TCneM2YsiXT7mrzT21EacHnPpz5YyUdj64na',
}

/** An address of Byron, made by the rules of CIP-19's annex. */
function byronOf(root: Uint8Array, { path, magic, type }: { path?: Uint8Array; magic?: number; type: number }): string {
  const uint = (n: number) =>
    n < 24
      ? [n]
      : n < 256
        ? [24, n]
        : n < 65_536
          ? [25, n >> 8, n & 255]
          : [26, ...[24, 16, 8, 0].map((by) => (n >>> by) & 255)]
  const bytes = (of: readonly number[]) => [
    ...uint(of.length).map((byte, at) => (at === 0 ? byte | 0x40 : byte)),
    ...of,
  ]
  const attributes = [
    ...(path ? [[1, ...bytes(bytes([...path]))]] : []),
    ...(magic === undefined ? [] : [[2, ...bytes(uint(magic))]]),
  ]
  const payload = [0x83, ...bytes([...root]), 0xa0 + attributes.length, ...attributes.flat(), type]
  const sum = crc32(Uint8Array.from(payload))
  return base58.encode(
    Uint8Array.from([0x82, 0xd8, 24, ...bytes(payload), 26, ...[24, 16, 8, 0].map((by) => (sum >>> by) & 255)]),
  )
}

const anyBech32 = fc.constantFrom(...Object.values(mainnet), ...Object.values(testnet))
const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

describe('an address of Cardano', () => {
  it.each(Object.entries(mainnet))('of type %s is known, on mainnet', (type, text) => {
    const kind = Number(type) >= 14 ? 'stake' : 'payment'
    expect(readCardanoAddress(text)).toEqual({ text, kind, network: 'mainnet', magic: null })
    expect(readCardanoAddress(text.toUpperCase())).toMatchObject({ text })
  })

  it.each(Object.entries(testnet))('of type %s is known, on test networks', (type, text) => {
    const kind = Number(type) >= 14 ? 'stake' : 'payment'
    expect(readCardanoAddress(text)).toEqual({ text, kind, network: 'testnet', magic: null })
  })

  it('of Byron is known, with its network', () => {
    expect(readCardanoAddress(byron.icarus)).toMatchObject({ kind: 'byron', network: 'mainnet' })
    expect(readCardanoAddress(byron.test)).toMatchObject({ kind: 'byron', network: 'testnet', magic: 1_097_911_063 })
  })

  it('can be looked at as a stake address, and not minted to', () => {
    const locator = `cardano:${mainnet[14]}`
    expect(parseRecipient(locator)).toEqual({
      ok: false,
      faults: [{ code: 'recipient.format', message: expect.stringContaining('is a stake address') }],
    })
    expect(parseWallet(locator)).toMatchObject({ ok: true, recipient: { locator } })
    expect(parseWallet(`cardano:${mainnet[7]}`)).toMatchObject({ ok: true })
  })

  it('with one character changed is none, whichever and wherever', () => {
    fc.assert(
      fc.property(anyBech32, fc.nat(), fc.constantFrom(...letters), (text, at, letter) => {
        const from = text.indexOf('1') + 1
        const place = from + (at % (text.length - from))
        fc.pre(text[place] !== letter)
        expect(readCardanoAddress(text.slice(0, place) + letter + text.slice(place + 1))).toHaveProperty('wrong')
      }),
    )
    for (const text of Object.values(byron))
      for (let place = 0; place < text.length; place++)
        expect(
          readCardanoAddress(`${text.slice(0, place)}${text[place] === 'x' ? 'y' : 'x'}${text.slice(place + 1)}`),
        ).toHaveProperty('wrong')
  })

  it('with another network inside than before its 1, of another length, or of no type that there is, is none', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('addr', 'addr_test', 'stake', 'stake_test'),
        fc.integer({ min: 0, max: 15 }),
        fc.integer({ min: 0, max: 15 }),
        fc.uint8Array({ minLength: 0, maxLength: 60 }),
        (prefix, type, tag, rest) => {
          const text = bech32.encode(prefix, bech32.toWords(Uint8Array.from([(type << 4) | tag, ...rest])), false)
          const length = type <= 3 ? 56 : type === 6 || type === 7 || type >= 14 ? 28 : type <= 5 ? null : -1
          const right =
            type >= 14 === prefix.startsWith('stake') &&
            tag === (prefix.endsWith('_test') ? 0 : 1) &&
            (length === null ? 'wrong' in readCardanoAddress(text) === false : rest.length === length)
          expect('wrong' in readCardanoAddress(text)).toBe(!right)
        },
      ),
      { numRuns: 2_000 },
    )
    expect(checkCardanoAddress(mainnet[0].replace('addr1', 'addr_test1'))).toMatchObject({ ok: false })
    const swapped = bech32.encode('addr', bech32.toWords(Uint8Array.from([0x60, ...new Uint8Array(28)])), false)
    expect(readCardanoAddress(swapped)).toEqual({ wrong: expect.stringContaining('of another network inside') })
  })

  it('of Byron that is made by the rules is known, and with any byte of it changed is none', () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
    const parts = fc.record({
      root: bytes(28),
      path: fc.option(bytes(28), { nil: undefined }),
      magic: fc.option(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { nil: undefined }),
      type: fc.constantFrom(0, 2),
    })
    fc.assert(
      fc.property(parts, fc.nat(), fc.integer({ min: 1, max: 255 }), ({ root, type, ...some }, at, by) => {
        const { path, magic } = some
        const text = byronOf(root, { type, ...(path && { path }), ...(magic !== undefined && { magic }) })
        expect(readCardanoAddress(text)).toEqual({
          ...{ text, kind: 'byron', magic: magic ?? 764_824_073 },
          network: (magic ?? 764_824_073) === 764_824_073 ? 'mainnet' : 'testnet',
        })
        const whole = base58.decode(text)
        whole[at % whole.length] = (whole[at % whole.length] ?? 0) ^ by
        expect(readCardanoAddress(base58.encode(whole))).toHaveProperty('wrong')
      }),
    )
  })

  it('is nothing else: any text is taken or refused, and never breaks', () => {
    fc.assert(fc.property(fc.string({ maxLength: 220 }), (text) => void readCardanoAddress(text)))
    for (const text of ['', 'addr1', 'stake_test1', '0x12', `Ae2${'t'.repeat(500)}`, 'ADDR1qx2'])
      expect(readCardanoAddress(text)).toHaveProperty('wrong')
  })
})
