/** Names of the Aptos Name Service by a list of RPCs: two must say the same. */
import { mnemonicToSeedSync } from '@scure/bip39'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { aptosProjectKeys } from '../../../src/core/chains/aptos/keys.ts'
import { liveAptos } from '../../../src/core/chains/aptos/live-aptos.ts'
import { openAptosKeys } from '../../../src/core/wallets/aptos-keys.ts'
import { ledger, type RecordedNode, recordedNode, refusal } from './recorded-node.ts'

const keys = openAptosKeys(mnemonicToSeedSync('test test test test test test test test test test test junk'))
const nodes: RecordedNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})
const [ada, mallory] = [`0x${'ada'.padStart(64, '0')}`, `0x${'bad'.padStart(64, '0')}`]
const asked = z.object({ arguments: z.tuple([z.string(), z.unknown()]) })

interface Played {
  /** Whose `ada.apt` is; null: nobody's. */
  ada: string | null
  version?: number
  down?: boolean
}

/** The main network's nodes, as each of them has it. */
async function names(...played: Played[]) {
  const made = await Promise.all(
    played.map(async (one) => {
      const node = await recordedNode(({ path, body }) => {
        if (path === '/') return ledger(1, node.version)
        if (one.down) return null
        const [domain] = asked.parse(JSON.parse(body.toString())).arguments
        if (domain === 'ada' && one.ada !== null) return { body: [{ vec: [one.ada] }] }
        return refusal(400, 'invalid_input', 'Move abort in 0x867e::v2_1_domains: ENAME_NOT_EXIST', 4016)
      })
      node.version = one.version ?? 100_000
      nodes.push(node)
      return node
    }),
  )
  const live = liveAptos({
    aptosKeys: (projectIndex) => aptosProjectKeys(() => ({ aptos: keys }), projectIndex),
    urlsOf: async () => made.map(({ url }) => url),
    clock: () => 1_800_000_000_000,
    onChange: () => {},
    override: { timeoutMs: 20_000, namePausesMs: [0, 0, 0] },
  })
  const client = await live.client('aptos')
  const resolve = async () => (await client.names?.resolve(['ada.apt', 'nobody.apt'])) ?? []
  // As people are told of them.
  const urls = made.map(({ url }) => url.replace('/v1', '/…'))
  return { made, live, resolve, urls }
}
const is = (address: string) => ({ kind: 'address', address, remarks: [] })
const nobody = { kind: 'none', why: expect.stringContaining('nobody.apt is nobody’s name') }

it('two nodes that say the same are asked, each for itself', async () => {
  const { made, resolve } = await names({ ada }, { ada })
  expect(await resolve()).toEqual([is(ada), nobody])
  for (const node of made) expect(node.asked.filter(({ path }) => path === '/view')).toHaveLength(2)
})

it.each([
  ['another owner', mallory, (url: string) => `${url} says ${mallory}`],
  ['that it is nobody’s', null, (url: string) => `${url} says that ada.apt is nobody’s name`],
])('of two nodes one lies, and says %s: both are named, and nobody is paid', async (_, lie, said) => {
  const { resolve, live, urls } = await names({ ada: lie }, { ada })
  const [liar = '', honest = ''] = urls
  const [first, second] = await resolve()
  expect(first).toMatchObject({ kind: 'doubt', code: 'network.disputed', why: expect.stringContaining('Aptos') })
  const says = first?.kind === 'doubt' ? first.says.split('; ').sort() : []
  expect(says).toEqual([said(liar), `${honest} says ${ada}`].sort())
  expect(second).toEqual(nobody)
  expect(live.statuses('aptos').map(({ state }) => state)).toEqual(['disputed', 'disputed'])
})

it('of three nodes the two that say the same are believed, whoever is asked first', async () => {
  const { resolve, live } = await names({ ada: mallory }, { ada }, { ada })
  expect(await resolve()).toEqual([is(ada), nobody])
  expect(live.statuses('aptos').map(({ state }) => state)).not.toContain('disputed')
  expect(live.statuses('aptos').findIndex(({ state }) => state === 'outvoted')).toBeLessThanOrEqual(0)
})

it('a node that is behind confirms nothing, and is no liar', async () => {
  const { resolve, live } = await names({ ada }, { ada: mallory, version: 98_000 })
  expect(await resolve()).toMatchObject([
    { kind: 'doubt', code: 'network.unconfirmed', why: expect.stringContaining('1000 blocks behind') },
    { kind: 'doubt', code: 'network.unconfirmed' },
  ])
  expect(live.statuses('aptos').every(({ state }) => state !== 'disputed' && state !== 'outvoted')).toBe(true)
})

it('a node that is down confirms nothing; where the list has one node, its word counts', async () => {
  const two = await names({ ada }, { ada, down: true })
  expect(await two.resolve()).toMatchObject([
    { kind: 'doubt', code: 'network.unconfirmed', says: `${two.urls[0]} says ${ada}` },
    { kind: 'doubt', code: 'network.unconfirmed' },
  ])
  const one = await names({ ada: mallory })
  expect(await one.resolve()).toEqual([is(mallory), nobody])
})
