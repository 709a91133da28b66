/** How tries to sign in are counted, whatever a flood of made-up names and addresses does. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPeople } from '../../src/core/people/people.ts'
import { openSignIn } from '../../src/core/people/sign-in.ts'
import { countTries, type Tries } from '../../src/core/people/tries.ts'
import { withFolder } from '../core/trial-core.ts'
import { openFreshStore } from '../store/fresh-store.ts'
import { cheap } from './server-core.ts'

const quarter = 15 * 60
const flood = 20_000

function times(many: number, attempt: (at: number) => number): number[] {
  return Array.from({ length: many }, (_, at) => attempt(at))
}

it('ten tries for a name, thirty from an address, and more after a quarter of an hour', () => {
  let now = 0
  const tries = countTries(() => now)
  expect(times(11, () => tries.begin('anna', 'one', true))).toEqual([...times(10, () => 0), quarter])
  now = 60_000
  expect(times(21, (at) => tries.begin(`name${at}`, 'one', false))).toEqual([...times(20, () => 0), quarter - 60])
  tries.succeeded('name0', 'one')
  expect(times(2, () => tries.begin('carl', 'one', true))).toEqual([0, quarter - 60])
  now = quarter * 1_000
  expect(times(11, () => tries.begin('anna', 'one', true))).toEqual([...times(10, () => 0), quarter])
})

it('all addresses of IPv6 that one machine may take are one, and an address of IPv4 is one however it is written', () => {
  const tries = countTries(() => 0)
  const in64 = (at: number) => `2001:db8:0:7:${at.toString(16)}::${at.toString(16)}`
  expect(times(31, (at) => tries.begin(`name${at}`, in64(at), false))).toEqual([...times(30, () => 0), quarter])
  expect(tries.begin('anna', '2001:DB8::7:ffff:ffff:ffff:fffe', true)).toBe(quarter)
  tries.succeeded('name0', in64(500))
  expect(tries.begin('anna', in64(501), true)).toBe(0)
  expect(tries.begin('anna', '2001:db8:0:8::1', true)).toBe(0)

  times(30, (at) => tries.begin(`other${at}`, '::ffff:192.0.2.1', false))
  expect(tries.begin('bob', '192.0.2.1', true)).toBe(quarter)
  expect(tries.begin('bob', '::ffff:192.0.2.2', true)).toBe(0)
  // What a proxy says of where it comes from may be no address.
  expect(tries.begin('bob', 'unknown', true)).toBe(0)
  expect(tries.begin('bob', 'fe80::1%eth0', true)).toBe(0)
})

it('tries that are refused for their address do not make a name’s count forgotten', () => {
  const tries = countTries(() => 0)
  times(10, () => tries.begin('anna', 'one', true))
  times(30, (at) => tries.begin(`name${at}`, 'two', false))
  expect(new Set(times(flood, (at) => tries.begin(`other${at}`, 'two', false)))).toEqual(new Set([quarter]))
  expect(tries.begin('anna', 'three', true)).toBe(quarter)
  // Nor is a name of nobody used up by them.
  expect(tries.begin('other0', 'three', false)).toBe(0)
})

it('tries that are refused for their name do not make an address’s count forgotten', () => {
  const tries = countTries(() => 0)
  times(30, (at) => tries.begin(`name${at}`, 'one', false))
  times(10, () => tries.begin('anna', 'two', true))
  expect(new Set(times(flood, (at) => tries.begin('anna', `other${at}`, true)))).toEqual(new Set([quarter]))
  expect(tries.begin('bob', 'one', true)).toBe(quarter)
})

it('made-up names, from as many addresses as it takes, do not make the count of a person forgotten', () => {
  const tries = countTries(() => 0)
  times(10, () => tries.begin('anna', 'one', true))
  expect(new Set(times(flood, (at) => tries.begin(`name${at}`, `from${at}`, false)))).toEqual(new Set([0]))
  expect(tries.begin('anna', 'two', true)).toBe(quarter)
})

it('signing in says whose name is a person’s', () =>
  withFolder(async (folder) => {
    const store = await openFreshStore(join(folder, 'mintdesk.db'))
    const { db } = store
    const said: [name: string, isPerson: boolean][] = []
    const tries: Tries = {
      begin: (name, _address, isPerson) => {
        said.push([name, isPerson])
        return 60
      },
      succeeded: () => undefined,
    }
    await openPeople(db, () => 0).add('anna', 'admin')
    const signIn = openSignIn({ db, clock: () => 0, tries, host: 'mint.example', cost: cheap })
    for (const name of ['anna', 'nobody'])
      expect(await signIn.withPassword({ name, password: 'x', code: '000000' }, 'one')).toEqual({
        refused: 'tries',
        seconds: 60,
      })
    expect(said).toEqual([
      ['anna', true],
      ['nobody', false],
    ])
    await store.close()
  }))
