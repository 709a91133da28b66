/** Names count when two RPCs of a list say the same of them: what one that lies, lags, or is down can do, and cannot. */
import { describe, expect, it } from 'vitest'
import type { Compared } from '../../src/core/chains/family/family.ts'
import type { NameAnswer } from '../../src/core/chains/family/names.ts'
import { agreedNames } from '../../src/core/chains/rpc/agreed-names.ts'
import { CoreError } from '../../src/core/lib/errors.ts'

interface PlayedRpc {
  name: string
  head: number
  down: boolean
  names: Map<string, NameAnswer>
  /** Questions for names. */
  asked: string[][]
  /** Done before each question is answered. */
  before(): void
}

const is = (address: string, ...remarks: string[]): NameAnswer => ({ kind: 'address', address, remarks })
const none = (name: string): NameAnswer => ({ kind: 'none', why: `${name} leads to no address: write the address.` })

/** A list of RPCs that know `ada.eth` and `bob.eth`, and what comparing them came to. */
function list(...given: string[]) {
  const rpcs = given.map((name): PlayedRpc => {
    const names = new Map([
      ['ada.eth', is('0xada')],
      ['bob.eth', is('0xb0b')],
    ])
    return { name, head: 100, down: false, names, asked: [], before: () => {} }
  })
  const of = (name: string): PlayedRpc => {
    const found = rpcs.find((rpc) => rpc.name === name)
    if (!found) throw new Error(`there is no RPC ${name}`)
    return found
  }
  const told: Compared[] = []
  const state = { now: 0 }
  const client = agreedNames<PlayedRpc>({
    ...{ label: 'Ethereum', blockMs: 12_000, clock: () => state.now, pausesMs: [0, 0, 0] },
    pool: async () => ({
      async pin() {
        const open = (rpc: PlayedRpc) => async () => (rpc.down ? null : rpc)
        const [first, ...others] = [...rpcs].sort((a, b) => Number(a.down) - Number(b.down))
        if (!first || first.down) throw new CoreError('network.unreachable', 'None can be used.')
        return {
          ...{ rpc: first, name: first.name, again: open(first) },
          others: others.map((rpc) => ({ name: rpc.name, open: open(rpc) })),
          compared: (result) => void told.push(result),
          other: async () => null,
        }
      },
    }),
    namesBy: (rpc) => ({
      async resolve(names) {
        const one = await rpc().catch((error: Error) => error)
        if (one instanceof Error) return names.map(() => ({ kind: 'unknown', why: one.message }))
        one.asked.push([...names])
        one.before()
        return names.map((name) => one.names.get(name) ?? none(name))
      },
    }),
    headOf: async ({ head }) => head,
    faultOf: (name) => (name.includes(' ') ? `${name} is no name.` : null),
  })
  return { of, rpcs, told, state, resolve: client.resolve }
}

const disputed = (says: string): NameAnswer => ({
  kind: 'doubt',
  code: 'network.disputed',
  why: 'the RPCs of Ethereum contradict each other: A and B do not say the same',
  says,
  cure: 'One of them is wrong or lies: take that one out of the list in Settings, or name a third one, which decides.',
})
const unconfirmed = (by: string, other: string, says: string): NameAnswer => ({
  kind: 'doubt',
  code: 'network.unconfirmed',
  why: `what ${by} says is confirmed by no other RPC of Ethereum: ${other}`,
  says,
  cure: 'Try again in a moment; if it stays so, name another RPC in Settings, or take out those that do not work.',
})

describe('a name', () => {
  it('counts when two RPCs, each asked by itself, say the same; also that there is no such name', async () => {
    const { of, told, resolve } = list('A', 'B', 'C')
    expect(await resolve(['ada.eth', 'nobody.eth', 'ada.eth'])).toEqual([is('0xada'), none('nobody.eth'), is('0xada')])
    // A question each for all of them together, and the third RPC is spared.
    expect([of('A').asked, of('B').asked, of('C').asked]).toEqual([
      [['ada.eth', 'nobody.eth']],
      [['ada.eth', 'nobody.eth']],
      [],
    ])
    expect(told).toEqual([{ agreed: ['A', 'B'], outvoted: [], disputed: [] }])
  })

  it('is one RPC’s word where the list has one', async () => {
    const { of, resolve, told } = list('A')
    of('A').names.set('ada.eth', is('0xe11'))
    expect(await resolve(['ada.eth', 'nobody.eth'])).toEqual([is('0xe11'), none('nobody.eth')])
    expect([of('A').asked.length, told]).toEqual([1, []])
    of('A').down = true
    expect(await resolve(['ada.eth'])).toEqual([{ kind: 'unknown', why: 'None can be used.' }])
  })

  it.each(['A', 'B'])('is nobody’s while %s of two lies about its address, and who says what is told', async (liar) => {
    const { of, told, resolve } = list('A', 'B')
    of(liar).names.set('ada.eth', is('0xe11'))
    const says = liar === 'A' ? 'A says 0xe11; B says 0xada' : 'A says 0xada; B says 0xe11'
    expect(await resolve(['ada.eth', 'bob.eth'])).toEqual([disputed(says), is('0xb0b')])
    expect(told).toEqual([{ agreed: [], outvoted: [], disputed: ['A', 'B'] }])
  })

  it.each(['A', 'B'])('is not called nobody’s because %s says so, nor somebody’s who has none', async (liar) => {
    const { of, resolve } = list('A', 'B')
    of(liar).names.delete('ada.eth')
    of(liar).names.set('nobody.eth', is('0xe11'))
    const [ada, nobody] = [
      ['A says 0xada', 'B says 0xada'],
      ['A says that nobody.eth leads to no address', 'B says that nobody.eth leads to no address'],
    ]
    const [lost, made] = ['says that ada.eth leads to no address', 'says 0xe11']
    expect(await resolve(['ada.eth', 'nobody.eth'])).toEqual(
      liar === 'A'
        ? [disputed(`A ${lost}; ${ada?.[1]}`), disputed(`A ${made}; ${nobody?.[1]}`)]
        : [disputed(`${ada?.[0]}; B ${lost}`), disputed(`${nobody?.[0]}; B ${made}`)],
    )
  })

  it('is what two say also in what a person should know of it', async () => {
    const { of, resolve } = list('A', 'B')
    of('A').names.set('ada.eth', is('0xada', 'It is for Ethereum.'))
    expect(await resolve(['ada.eth'])).toEqual([disputed('A says 0xada (It is for Ethereum); B says 0xada')])
  })

  it.each(['A', 'B', 'C'])('is what two of three say, and %s, which says otherwise, is told of', async (liar) => {
    const { of, told, resolve } = list('A', 'B', 'C')
    of(liar).names.set('ada.eth', is('0xe11'))
    expect(await resolve(['ada.eth', 'bob.eth'])).toEqual([is('0xada'), is('0xb0b')])
    const honest = ['A', 'B', 'C'].filter((name) => name !== liar)
    // The third is asked for what the first two do not agree about, and for nothing else.
    const third = liar === 'C' ? [] : [['ada.eth']]
    expect(of('C').asked).toEqual(third)
    expect(told).toEqual([
      liar === 'C'
        ? { agreed: ['A', 'B'], outvoted: [], disputed: [] }
        : { agreed: honest, outvoted: [liar], disputed: [] },
    ])
  })

  it('that changed a moment ago is asked for again, and nobody is called a liar', async () => {
    const two = list('A', 'B')
    two.of('A').head = 101
    two.of('A').names.set('ada.eth', is('0xnew'))
    // It comes one block later, after the second question.
    two.of('B').before = () => {
      if (two.of('B').asked.length < 3) return
      two.of('B').head = 101
      two.of('B').names.set('ada.eth', is('0xnew'))
    }
    expect(await two.resolve(['ada.eth', 'bob.eth'])).toEqual([is('0xnew'), is('0xb0b')])
    expect(two.told).toEqual([{ agreed: ['A', 'B'], outvoted: [], disputed: [] }])
    // Only what was open is asked for again.
    expect(two.of('B').asked.slice(1)).toEqual([['ada.eth'], ['ada.eth'], ['ada.eth']])

    const three = list('A', 'B', 'C')
    for (const name of ['B', 'C']) Object.assign(three.of(name), { head: 101 }).names.set('ada.eth', is('0xnew'))
    expect(await three.resolve(['ada.eth'])).toEqual([is('0xnew')])
    expect(three.told).toEqual([{ agreed: ['B', 'C'], outvoted: [], disputed: [] }])
  })

  it('is not confirmed by an RPC that is behind, whose old word is no lie', async () => {
    const { of, resolve, told } = list('A', 'B')
    Object.assign(of('B'), { head: 90 }).names.set('ada.eth', is('0xold'))
    expect(await resolve(['ada.eth'])).toEqual([
      unconfirmed('A', 'B (by what the others say it is 10 blocks behind)', 'A says 0xada; B says 0xold'),
    ])
    expect(told).toEqual([{ agreed: [], outvoted: [], disputed: [] }])
  })

  it('is not what one that lags and one that lies say together', async () => {
    const { of, resolve } = list('A', 'B', 'C')
    for (const name of ['B', 'C']) of(name).names.set('ada.eth', is('0xold'))
    of('B').head = 50
    expect((await resolve(['ada.eth']))[0]).toMatchObject({ kind: 'doubt', code: 'network.disputed' })
  })

  it('waits for the second RPC while that is down, then says so, and is no name’s fault', async () => {
    const { of, resolve, told } = list('A', 'B')
    of('B').down = true
    expect(await resolve(['ada.eth', 'no name'])).toEqual([
      unconfirmed('A', 'B (it cannot be asked now)', 'A says 0xada'),
      { kind: 'none', why: 'no name is no name.' },
    ])
    expect(told).toEqual([{ agreed: [], outvoted: [], disputed: [] }])
    expect(of('A').asked).toHaveLength(4)
    of('A').before = () => {
      of('B').down = of('A').asked.length < 6
    }
    expect(await resolve(['ada.eth'])).toEqual([is('0xada')])
  })

  it('of which nobody says anything is unknown at once', async () => {
    const { of, resolve } = list('A', 'B')
    for (const name of ['A', 'B']) of(name).names.set('ada.eth', { kind: 'unknown', why: `no server, says ${name}` })
    expect(await resolve(['ada.eth'])).toEqual([{ kind: 'unknown', why: 'no server, says A' }])
    expect(of('A').asked).toHaveLength(1)
    for (const name of ['A', 'B']) of(name).down = true
    expect(await resolve(['ada.eth'])).toEqual([{ kind: 'unknown', why: 'None can be used.' }])
  })
})
