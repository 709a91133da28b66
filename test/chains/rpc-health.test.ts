import { describe, expect, it } from 'vitest'
import { readRpcList, shownRpc } from '../../src/core/chains/rpc/address.ts'
import {
  answered,
  failed,
  lagOf,
  type RpcHealth,
  scoreOf,
  toleratedLag,
  unknownHealth,
} from '../../src/core/chains/rpc/health.ts'

const times = (count: number, step: (health: RpcHealth) => RpcHealth): RpcHealth =>
  Array.from({ length: count }).reduce<RpcHealth>((health) => step(health), unknownHealth)
const score = (health: RpcHealth, place = 0, lag = 0) => scoreOf(health, { lag, tolerated: 3, place })

describe('the health of an RPC', () => {
  it('lets a failing one rest, longer with each failure, at most a minute, and spread', () => {
    const rest = (count: number, random: number) => times(count, (health) => failed(health, 0, random)).waitUntil
    expect(rest(1, 1)).toBe(500)
    expect(rest(1, 0)).toBe(250)
    expect(rest(3, 1)).toBe(2_000)
    expect(rest(30, 1)).toBe(60_000)
  })

  it('honours how long it wants to be left alone', () => {
    expect(failed(unknownHealth, 1_000, 1, 30_000).waitUntil).toBe(31_000)
  })

  it('forgives after answers', () => {
    const sick = times(5, (health) => failed(health, 0, 1))
    const well = Array.from({ length: 20 }).reduce<RpcHealth>((health) => answered(health, 80), sick)
    expect(well.failures).toBe(0)
    expect(score(well)).toBeLessThan(score(sick) / 2)
  })

  it('prefers the order of the list, but not to errors, slowness or lag', () => {
    const good = answered(unknownHealth, 100)
    expect(score(good, 0)).toBeLessThan(score(good, 1))
    expect(score(good, 1)).toBeLessThan(score(failed(good, 0, 1), 0))
    expect(score(good, 1)).toBeLessThan(score(answered(unknownHealth, 2_000), 0))
    expect(score(good, 3)).toBeLessThan(score(good, 0, 10))
  })

  it('counts blocks made since it was asked as no lag', () => {
    const seen = (number: number, at: number): RpcHealth => ({ ...unknownHealth, head: { number, at } })
    expect(lagOf(seen(100, 0), { number: 105, at: 10_000 }, 2_000)).toBe(0)
    expect(lagOf(seen(90, 10_000), { number: 105, at: 10_000 }, 2_000)).toBe(15)
    expect(lagOf(unknownHealth, { number: 105, at: 0 }, 2_000)).toBe(0)
    expect([toleratedLag(250), toleratedLag(2_000), toleratedLag(12_000)]).toEqual([60, 8, 3])
  })
})

describe('an RPC address', () => {
  it('is shown without what may be a key', () => {
    expect(shownRpc('https://base-mainnet.g.alchemy.com/v2/abcdefghijklmnop')).toBe(
      'https://base-mainnet.g.alchemy.com/…mnop',
    )
    expect(shownRpc('https://rpc.example/?key=secret')).toBe('https://rpc.example/…')
    expect(shownRpc('https://mainnet.base.org')).toBe('https://mainnet.base.org')
    expect(shownRpc('https://arb1.arbitrum.io/rpc', ['https://arb1.arbitrum.io/rpc'])).toBe(
      'https://arb1.arbitrum.io/rpc',
    )
  })

  it('is refused in a sentence that does not repeat its key', () => {
    const given = 'ftp://rpc.example/v2/abcdefghijklmnopqrstuvwxyz'
    expect(() => readRpcList([given], [], [])).toThrow(/is not the address of an RPC/)
    expect(() => readRpcList(['https://user:geheim@rpc.example'], [], [])).toThrow(
      /^(?!.*geheim).*user name or password/,
    )
    expect(() => readRpcList(['https://rpc.example/…mnop'], [], [])).toThrow(/give it whole/)
  })

  it.each(['http://127.0.0.1:8545', 'http://localhost:8545', 'http://[::1]:8545', 'https://rpc.example'])(
    'may be %s',
    (url) => expect(readRpcList([url], [], [])).toEqual([url]),
  )

  it.each(['http://rpc.example/key', 'http://10.0.0.7:8545', 'http://127.0.0.1.example'])('may not be %s', (url) => {
    expect(() => readRpcList([url], [], [])).toThrow(/is asked without encryption/)
    // What a person set before this was asked stays in a list that is edited.
    expect(readRpcList([url], [url], [url])).toEqual([url])
  })
})
