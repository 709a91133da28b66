import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { NameAnswer } from '../../src/core/chains/family/names.ts'
import { checksumEvmDigits } from '../../src/shared/address.ts'
import { writtenName } from '../../src/shared/spreadsheet/recipient-name.ts'
import { address, all, image, type Opened, openImports, sheet } from './fixture.ts'

const opens: Opened[] = []
const live = async () => opened('live')
async function opened(kind: 'live' | 'practice') {
  const one = await openImports(kind)
  opens.push(one)
  return one
}
afterEach(async () => {
  for (const one of opens.splice(0)) await one.close()
})

const [ada, bob] = [address(1), address(2)]
const is = (to: string, ...remarks: string[]) => ({ kind: 'address' as const, address: to, remarks })
const doubt: NameAnswer = {
  ...{ kind: 'doubt', code: 'network.disputed', why: 'A and B contradict each other' },
  ...{ says: 'A says 0xe; B says 0xa', cure: 'Name a third one.' },
}
/** With it, the window shows the button that checks again. */
const someOpen = 'Some names could not be looked up: do what their rows say, then check the file again.'
const row = (recipient: string, n = 1) => `${recipient},NFT ${n},${image},,`
const recipients = async ({ imports }: Opened, id: string) =>
  (await all(imports.readyMints(id))).map(({ recipient }) => recipient)

describe('names as recipients', () => {
  it('are looked up when a file is checked, each once, and shown with their addresses, which the mints have', async () => {
    const one = await live()
    one.network.names.set('ada.eth', is(ada)).set('bob.base.eth', is(bob, 'It is for Ethereum.'))
    const { id, counts } = await one.check(
      sheet(row('ada.eth'), row('polygon:bob.base.eth', 2), row(' ada.eth ', 3), row(ada, 4), row('a@example.com', 5)),
    )
    expect(counts).toMatchObject({ ready: 5, errors: 0, warnings: 3 })
    expect(await recipients(one, id)).toEqual([
      ...[`polygon:${ada}`, `polygon:${bob}`, `polygon:${ada}`, `polygon:${ada}`],
      'email:a@example.com:polygon',
    ])
    expect(one.asked).toEqual(['ada.eth', 'bob.base.eth'])
    const found = await all(one.imports.findings(id))
    expect(found.map(({ row: at, code, level, message }) => [at, code, level, message])).toEqual([
      [2, 'recipient.resolved', 'warning', `ada.eth stands for ${ada}: see that it is who is meant.`],
      [
        3,
        'recipient.resolved',
        'warning',
        `bob.base.eth stands for ${bob}: see that it is who is meant. It is for Ethereum.`,
      ],
      [4, 'recipient.resolved', 'warning', `ada.eth stands for ${ada}: see that it is who is meant.`],
    ])
    expect((await one.imports.row(id, 2))?.nft?.recipient).toBe(`polygon:${ada}`)
  })

  it('are looked up in whichever recipient column of a row is filled', async () => {
    const one = await live()
    one.network.names.set('ada.eth', is(ada)).set('bob.eth', is(bob))
    const rows = [`ada.eth,,One,${image}`, `,bob.eth,Two,${image}`, ` ,ada.eth,Three,${image}`]
    const { id, counts, columns } = await one.check(['wallet,address,name,image', ...rows, ''].join('\n'))
    expect(columns.map(({ field }) => field)).toEqual(['recipient', 'recipient', 'name', 'image'])
    expect(counts).toMatchObject({ ready: 3, errors: 0 })
    expect(await recipients(one, id)).toEqual([ada, bob, ada].map((to) => `polygon:${to}`))
  })

  it('that changed are found before the price, and the mints keep the address that was shown until the file is checked again', async () => {
    const one = await live()
    one.network.names.set('ada.eth', is(ada)).set('bob.eth', is(bob))
    const { id } = await one.check(sheet(row('ada.eth'), row('bob.eth', 2)))
    await one.imports.confirmNames(id)
    one.network.names.set('ada.eth', is(bob)).delete('bob.eth')
    one.network.now += 2 * 60_000
    await expect(one.imports.confirmNames(id)).rejects.toMatchObject({
      code: 'import.names',
      message: `Names changed since the file was checked: ada.eth was ${ada}, and is ${bob} now; bob.eth was ${bob}, and is nobody’s now. Give the file again, and look at the addresses.`,
    })
    expect(await recipients(one, id)).toEqual([`polygon:${ada}`, `polygon:${bob}`])
    expect((await one.imports.recheck(id, {})).counts).toMatchObject({ errors: 1 })
    expect(await recipients(one, id)).toEqual([`polygon:${bob}`])
    await one.imports.confirmNames(id)
    one.network.now += 2 * 60_000
    one.network.silent = true
    await expect(one.imports.confirmNames(id)).rejects.toMatchObject({ code: 'network.unreachable' })
  })

  it('are asked for once for several prices within two minutes, though never on the word of the check', async () => {
    const one = await live()
    one.network.names.set('ada.eth', is(ada))
    const { id } = await one.check(sheet(...Array.from({ length: 1_000 }, (_, n) => row('ada.eth', n))))
    for (const _ of [1, 2, 3]) await one.imports.confirmNames(id)
    expect(one.asked).toEqual(['ada.eth', 'ada.eth'])
    one.network.now += 2 * 60_000
    await one.imports.confirmNames(id)
    expect(one.asked).toHaveLength(3)
  })

  it('that nobody can look up now are not said to be nobody’s, and are asked for again', async () => {
    const one = await live()
    one.network.silent = true
    const names = Array.from({ length: 250 }, (_, n) => `n${n}.eth`)
    const before = await one.check(sheet(...names.map((name, n) => row(name, n))))
    expect(before.counts).toMatchObject({ errors: 250 })
    expect(before.notice).toMatch(/says nothing of the names/)
    expect((await all(one.imports.findings(before.id)))[0]).toMatchObject({
      code: 'recipient.name',
      message:
        'n0.eth could not be looked up (the network does not answer): check the file again when the network answers.',
    })
    // A network that is silent is not asked for each of thousands.
    expect(one.asked.length).toBe(100)
    one.network.silent = false
    for (const name of names) one.network.names.set(name, is(ada))
    const after = await one.imports.recheck(before.id, {})
    expect([after.counts.ready, after.counts.errors, after.notice]).toEqual([250, 0, undefined])
  })

  it('of which RPCs do not say the same are errors that say which says what, and the others are looked up all the same', async () => {
    const one = await live()
    one.network.names.set('ada.eth', doubt).set('bob.eth', is(bob)).set('cyd.eth', is(ada))
    // Pieces of a file are asked for by themselves, and the first has nothing but the name in doubt.
    const many = Array.from({ length: 1_500 }, (_, n) => row('ada.eth', n))
    const { id, counts, notice } = await one.check(sheet(...many, row('bob.eth', 2), row('cyd.eth', 3)))
    expect([counts.ready, counts.errors, notice]).toEqual([2, 1_500, someOpen])
    expect((await all(one.imports.findings(id)))[0]).toMatchObject({
      ...{ row: 2, code: 'recipient.name', level: 'error' },
      message:
        'ada.eth could not be looked up for certain: A and B contradict each other. A says 0xe; B says 0xa. Name a third one. Then check the file again.',
    })
    expect(await recipients(one, id)).toEqual([`polygon:${bob}`, `polygon:${ada}`])
  })

  it('of which one alone cannot be asked, as where its own server is down, keep none of the others from being looked up', async () => {
    const one = await live()
    one.network.names.set('ada.eth', { kind: 'unknown', why: 'its server does not answer' }).set('bob.eth', is(bob))
    // The first piece of the file names nobody else.
    const many = Array.from({ length: 1_500 }, (_, n) => row('ada.eth', n))
    const { id, counts, notice } = await one.check(sheet(...many, row('bob.eth', 2)))
    expect([counts.ready, counts.errors, notice]).toEqual([1, 1_500, someOpen])
    expect((await all(one.imports.findings(id)))[0]).toMatchObject({
      message:
        'ada.eth could not be looked up (its server does not answer): check the file again when the network answers.',
    })
    one.network.names.set('ada.eth', is(ada))
    const after = await one.imports.recheck(id, {})
    expect([after.counts.ready, after.counts.errors, after.notice]).toEqual([1_501, 0, undefined])
  })

  it('are not asked for one by one where RPCs do not say the same of any, which is said of the file', async () => {
    const one = await live()
    const names = Array.from({ length: 250 }, (_, n) => `n${n}.eth`)
    for (const name of names) one.network.names.set(name, doubt)
    const { id, counts, notice } = await one.check(sheet(...names.map((name, n) => row(name, n))))
    expect([counts.errors, one.asked.length, notice]).toEqual([
      ...[250, 100],
      'Names could not be looked up for certain: A and B contradict each other. Name a third one. Then check the file again.',
    ])
    // What is said of one name is said of no other.
    expect((await all(one.imports.findings(id))).map(({ message }) => message.includes('A says 0xe'))).toEqual(
      names.map((_, n) => n < 100),
    )
  })

  it('of which RPCs do not say the same before the price get none', async () => {
    const one = await live()
    one.network.names.set('ada.eth', is(ada))
    const { id } = await one.check(sheet(row('ada.eth')))
    for (const code of ['network.disputed', 'network.unconfirmed'] as const) {
      one.network.names.set('ada.eth', { ...doubt, code })
      await expect(one.imports.confirmNames(id)).rejects.toMatchObject({
        code,
        message: `Whether ada.eth still stands for ${ada} is not certain, so there is no price, and nothing is minted now: A and B contradict each other. A says 0xe; B says 0xa. Name a third one.`,
      })
    }
    one.network.names.set('ada.eth', is(ada))
    await one.imports.confirmNames(id)
  })

  it('are no recipients where they lead nowhere, to what nobody can hold, or are of another chain; a corrected cell is looked up', async () => {
    const one = await live()
    one.network.names.set('zero.eth', is(`0x${'0'.repeat(40)}`)).set('ada.eth', is(ada))
    const { id } = await one.check(sheet(row('nobody.eth'), row('zero.eth', 2), row('toly.sol', 3), row('ana.apt', 4)))
    const found = await all(one.imports.findings(id))
    expect(
      found.filter(({ level }) => level === 'error').map(({ row: at, code, message }) => [at, code, message]),
    ).toEqual([
      [2, 'recipient.name', 'nobody.eth leads to no address.'],
      [3, 'recipient.zero', expect.any(String)],
      [
        4,
        'recipient.name',
        'toly.sol is a name of SNS, and the collection is on Polygon: write an address on Polygon.',
      ],
      [5, 'recipient.name', expect.stringContaining('the Aptos Name Service')],
    ])
    expect(await one.imports.correctCell(id, 2, 'recipient', 'ada.eth')).toMatchObject({
      ...{ status: 'warning', nft: { recipient: `polygon:${ada}` } },
    })
  })

  it('of Solana are looked up for collections there', async () => {
    const one = await live()
    const toly = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY'
    one.network.names.set('toly.sol', is(toly))
    const { id } = await one.check(sheet(row('toly.sol'), row('ada.eth')), { collectionId: 'default-solana' })
    expect(await recipients(one, id)).toEqual([`solana:${toly}`])
    expect((await all(one.imports.findings(id))).map(({ code }) => code)).toEqual([
      'recipient.resolved',
      'recipient.name',
    ])
    expect(one.asked).toEqual(['toly.sol'])
  })

  it('are not looked up on practice projects, which say so', async () => {
    const one = await opened('practice')
    const { id } = await one.check(sheet(row('ada.eth')))
    expect(await all(one.imports.findings(id))).toMatchObject([
      {
        code: 'recipient.name',
        message: 'ada.eth is a name, and names are looked up on live projects only: write the address.',
      },
    ])
    expect(one.asked).toEqual([])
  })

  it('are told from addresses, e-mail addresses and whatever holds no dot', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 })
    fc.assert(fc.property(digits, (hex) => void expect(writtenName(checksumEvmDigits(hex), 'polygon')).toBeUndefined()))
    fc.assert(fc.property(fc.emailAddress(), (email) => void expect(writtenName(email, 'polygon')).toBeUndefined()))
    const label = fc.stringMatching(/^[a-z0-9-]{1,20}$/)
    fc.assert(
      fc.property(label, fc.constantFrom('eth', 'sol', 'apt', 'xyz'), (one, ending) => {
        const name = `${one}.${ending}`
        const of = ending === 'sol' || ending === 'apt' ? 'other' : 'own'
        expect(writtenName(` base:${name}`, 'base')).toMatchObject({ name, of })
        expect(writtenName(`base:${name}`, 'polygon')).toBeUndefined()
        expect(writtenName(name, 'solana')?.of).toBe(ending === 'sol' ? 'own' : ending === 'xyz' ? undefined : 'other')
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => void writtenName(text, 'polygon')))
    for (const text of ['1.5', 'nick', '.eth', 'a b.eth', 'https://nick.eth/', 'x.eth.', `${'a'.repeat(260)}.eth`])
      expect(writtenName(text, 'polygon'), text).toBeUndefined()
  })
})
