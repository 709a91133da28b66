import { Keypair, PublicKey } from '@solana/web3.js'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { collectionChains, evmChains } from '../../src/shared/chains.ts'
import { normalEmail, parseRecipient, parseWallet } from '../../src/shared/locator.ts'

const vitalik = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const wallet = 'EMkCqF2uqvKVzjUHNkzbM4ZzpXJi1ZxMdhqyQYzTsgz5'

function warningsOf(address: string): string[] {
  const parsed = parseRecipient(`solana:${address}`)
  return parsed.ok ? parsed.warnings.map(({ code }) => code) : ['not ok']
}

function locatorOf(text: string, chain?: Parameters<typeof parseRecipient>[1]): string {
  const parsed = parseRecipient(text, chain)
  return parsed.ok ? parsed.recipient.locator : parsed.faults.map(({ code }) => code).join(' ')
}

const hexAddress = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('hex'))
const personal = hexAddress.filter((hex) => !hex.startsWith('0000') && new Set(hex).size > 4)

describe('the three forms of a recipient', () => {
  it('takes an address with its chain, in any case, and gives it back with its checksum', () => {
    expect(locatorOf(`polygon:${vitalik}`)).toBe(`polygon:${vitalik}`)
    expect(locatorOf(`polygon:${vitalik.toLowerCase()}`)).toBe(`polygon:${vitalik}`)
    expect(locatorOf(` Polygon: 0x${vitalik.slice(2).toUpperCase()} `)).toBe(`polygon:${vitalik}`)
  })

  it('takes e-mail addresses and user ids, the chain after the last colon', () => {
    expect(locatorOf('email:Ann@Example.COM:polygon')).toBe('email:ann@example.com:polygon')
    expect(locatorOf('userId:abc:polygon')).toBe('userId:abc:polygon')
    expect(locatorOf('userId:auth0:user:77:base-sepolia')).toBe('userId:auth0:user:77:base-sepolia')
    expect(locatorOf('userId: Ann B :solana')).toBe('userId: Ann B :solana')
  })

  it('takes sol for solana', () => {
    expect(locatorOf(`sol:${wallet}`)).toBe(`solana:${wallet}`)
    expect(locatorOf('email:a@b.co:sol')).toBe('email:a@b.co:solana')
  })

  it('takes bare addresses and e-mail addresses on the collection’s chain', () => {
    expect(locatorOf(vitalik, 'base')).toBe(`base:${vitalik}`)
    expect(locatorOf('ann@example.com', 'base')).toBe('email:ann@example.com:base')
    expect(locatorOf('email:ann@example.com', 'base')).toBe('email:ann@example.com:base')
    expect(locatorOf(vitalik)).toBe('recipient.chain')
    expect(locatorOf('email:ann@example.com')).toBe('recipient.chain')
  })

  it('finds each fault under its code', () => {
    expect(locatorOf('', 'polygon')).toBe('recipient.missing')
    expect(locatorOf('   ', 'polygon')).toBe('recipient.missing')
    expect(locatorOf('polygon:', 'polygon')).toBe('recipient.format')
    expect(locatorOf('hello', 'polygon')).toBe('recipient.format')
    expect(locatorOf(vitalik.slice(0, -1), 'polygon')).toBe('recipient.format')
    expect(locatorOf(vitalik.slice(2), 'polygon')).toBe('recipient.format')
    expect(locatorOf('email:not-one:polygon')).toBe('recipient.format')
    expect(locatorOf('userId::polygon')).toBe('recipient.format')
    expect(locatorOf('userId:a\u0000b:polygon')).toBe('recipient.format')
    expect(locatorOf(`userId:${'x'.repeat(256)}:polygon`)).toBe('recipient.format')
    expect(locatorOf('0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'polygon')).toBe('recipient.checksum')
    expect(locatorOf(`ethereum:${vitalik}`, 'polygon')).toBe('recipient.chain')
    expect(locatorOf(`bitcoin:${vitalik}`)).toBe('recipient.chain')
    expect(locatorOf('userId:7:dogecoin')).toBe('recipient.chain')
    expect(locatorOf(`0x${'0'.repeat(40)}`, 'polygon')).toBe('recipient.zero')
    expect(locatorOf('0x000000000000000000000000000000000000dEaD', 'polygon')).toBe('recipient.burn')
    expect(locatorOf('0x0000000000000000000000000000000000000009', 'polygon')).toBe('recipient.burn')
    expect(locatorOf('0x0000000000000000000000000000000000001010', 'polygon')).toBe('recipient.burn')
    expect(locatorOf('solana:11111111111111111111111111111111')).toBe('recipient.burn')
    expect(locatorOf(`aptos:0x${'0'.repeat(64)}`)).toBe('recipient.reserved')
    expect(locatorOf('aptos:0x1')).toBe('recipient.reserved')
  })

  it('says in its message what is wrong and what to do', () => {
    const short = parseRecipient('0x1234', 'polygon')
    expect(short.ok ? '' : short.faults[0]?.message).toBe(
      'The address "0x1234" has 4 hex digits where 40 are needed: copy the whole address.',
    )
    const shorter = parseRecipient('0x1', 'polygon')
    expect(shorter.ok ? '' : shorter.faults[0]?.message).toContain('has 1 hex digit where')
  })

  it('names the family of an address that is another one’s', () => {
    const evm = parseRecipient(`solana:0x${'1a'.repeat(20)}`)
    expect(evm).toMatchObject({
      faults: [{ code: 'recipient.format', message: expect.stringContaining('EVM address') }],
    })
    const solana = parseRecipient(wallet, 'polygon')
    expect(solana).toMatchObject({
      faults: [{ code: 'recipient.format', message: expect.stringContaining('is a Solana address') }],
    })
    const aptos = (own: string) => parseRecipient(own, 'aptos')
    expect(aptos(vitalik)).toMatchObject({ faults: [{ message: expect.stringContaining('is an EVM address') }] })
    expect(aptos(wallet)).toMatchObject({ faults: [{ message: expect.stringContaining('is a Solana address') }] })
    const short = parseRecipient(wallet.slice(0, 30), 'solana')
    expect(short).toMatchObject({
      faults: [{ code: 'recipient.format', message: expect.stringContaining('32 to 44 base58 characters') }],
    })
  })

  it('warns of a Solana address that belongs to a program', () => {
    const person = Keypair.generate().publicKey
    const program = new PublicKey('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
    const [derived] = PublicKey.findProgramAddressSync([person.toBytes()], program)
    expect(warningsOf(person.toBase58())).toEqual([])
    expect(warningsOf(derived.toBase58())).toEqual(['recipient.offCurve'])
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const key = new PublicKey(Uint8Array.from([1, ...bytes.slice(1)]))
        expect(warningsOf(key.toBase58())).toEqual(PublicKey.isOnCurve(key) ? [] : ['recipient.offCurve'])
      }),
    )
  })

  it('brings Aptos addresses to their 64 digits and takes Cardano’s', () => {
    const zeros = 'AB12'.repeat(15)
    expect(locatorOf(`aptos:0x${zeros}`)).toBe(`aptos:0x0000${zeros.toLowerCase()}`)
    const long = `0x${'c3'.repeat(32)}`
    expect(locatorOf(`aptos:${long.toUpperCase().replace('X', 'x')}`)).toBe(`aptos:${long}`)
    for (const own of ['0x0', '0x1', '0xF', `0x${'4'.padStart(64, '0')}`])
      expect(locatorOf(`aptos:${own}`)).toBe('recipient.reserved')
    // What was not copied whole would be sent where nobody is.
    const parts = ['0x10', '0xab12', vitalik.slice(0, -1), `${vitalik}0`, long.slice(0, -5)]
    for (const bad of ['0x', '0xg', 'ab12', vitalik, wallet, `0x${'1'.repeat(65)}`, `${long}0`, ...parts])
      expect(locatorOf(`aptos:${bad}`)).toBe('recipient.format')
    const cardano =
      'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x'
    expect(locatorOf(`cardano:${cardano}`)).toBe(`cardano:${cardano}`)
    expect(locatorOf(`cardano:${cardano.replace('qx2', 'qx3')}`)).toBe('recipient.format')
  })
})

describe('wallets to look at', () => {
  it('may be addresses that nobody should mint to', () => {
    const zero = parseWallet(`polygon:0x${'0'.repeat(40)}`)
    expect(zero.ok && zero.recipient.locator).toBe(`polygon:0x${'0'.repeat(40)}`)
    const dead = parseWallet('0x000000000000000000000000000000000000dead', 'base')
    expect(dead.ok && dead.recipient.locator).toBe('base:0x000000000000000000000000000000000000dEaD')
    expect(parseWallet('polygon:0x12').ok).toBe(false)
  })
})

describe('e-mail addresses', () => {
  it('have one normal form: trimmed, lower case, the domain in ASCII, tags kept', () => {
    expect(normalEmail(' Ann+Tag@Bücher.Example ')).toBe('ann+tag@xn--bcher-kva.example')
    expect(normalEmail('ann+tag@xn--bcher-kva.example')).toBe('ann+tag@xn--bcher-kva.example')
    expect(normalEmail('Jürgen@example.com')).toBe('jürgen@example.com')
    expect(normalEmail('Ju\u0308rgen@example.com')).toBe('jürgen@example.com')
  })

  it.each([
    'a',
    '@b.co',
    'a@',
    'a@b',
    'a b@c.co',
    'a@b..co',
    '.a@b.co',
    'a@-b.co',
    'a@1.2.3.4',
    'a@ｅ/x.co',
    'a@b.co, c@d.co',
    `${'a'.repeat(65)}@b.co`,
  ])('are told from what is none: %s', (text) => expect(normalEmail(text)).toBeUndefined())

  it('keep their normal form when it is normalised again', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const normal = normalEmail(email)
        if (normal !== undefined) expect(normalEmail(normal)).toBe(normal)
      }),
    )
  })
})

describe('whatever is written', () => {
  it('never throws, and a locator read again is the same recipient', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(
          fc.constantFrom('email', 'userId', ...collectionChains),
          fc.string(),
          fc.constantFrom(...collectionChains),
        )
        .map((parts) => parts.join(':')),
    )
    fc.assert(
      fc.property(text, fc.option(fc.constantFrom(...collectionChains), { nil: undefined }), (written, chain) => {
        const parsed = parseRecipient(written, chain)
        if (!parsed.ok) expect(parsed.faults.length).toBeGreaterThan(0)
        else expect(parseRecipient(parsed.recipient.locator)).toEqual(parsed)
      }),
    )
  })

  it('gives EVM addresses the checksum that viem gives them', () => {
    fc.assert(
      fc.property(personal, fc.constantFrom(...evmChains), (hex, chain) => {
        expect(locatorOf(`0x${hex}`, chain)).toBe(`${chain}:${getAddress(`0x${hex}`)}`)
      }),
    )
  })

  it('keeps every user id as it is', () => {
    const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => !/\p{Cc}/u.test(text))
    fc.assert(
      fc.property(id, (userId) => {
        const parsed = parseRecipient(`userId:${userId}:polygon`)
        expect(parsed.ok && parsed.recipient.kind === 'userId' && parsed.recipient.userId).toBe(userId)
      }),
    )
  })
})
