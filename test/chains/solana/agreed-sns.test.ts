/** Names of SNS by a list of RPCs: two must say the same. */
import { Keypair, PublicKey } from '@solana/web3.js'
import { afterEach, expect, it } from 'vitest'
import { liveSolana } from '../../../src/core/chains/solana/live-solana.ts'
import { solMovesAtSlot } from '../../../src/core/chains/solana/names/srs.ts'
import { snsNode } from './sns-node.ts'

type Node = Awaited<ReturnType<typeof snsNode>>
const slot = solMovesAtSlot - 1_000
const [ada, mallory] = [Keypair.generate().publicKey.toBase58(), Keypair.generate().publicKey.toBase58()]
const ownedBy = (owner: string) =>
  Buffer.concat([Buffer.alloc(32), new PublicKey(owner).toBuffer(), Buffer.alloc(32)]).toString('base64')
const nodes: Node[] = []
afterEach(() => {
  for (const node of nodes.splice(0)) node.close()
})

/** Nodes of the main cluster, of which each says whose `ada.sol` is, or that it is nobody's. */
async function names(...owners: (string | null)[]) {
  const made = await Promise.all(owners.map(() => snsNode(slot)))
  nodes.push(...made)
  for (const [place, owner] of owners.entries()) if (owner !== null) made[place]?.registry('ada', ownedBy(owner))
  const live = liveSolana({
    solanaKeys: () => {
      throw new Error('names need no keys')
    },
    urlsOf: async () => made.map(({ url }) => url),
    practiceGenesis: async () => new Set(),
    clock: () => 1_800_000_000_000,
    onChange: () => {},
    override: { timeoutMs: 20_000, namePausesMs: [0, 0, 0] },
  })
  // Names are the main cluster's, also where devnet is minted on.
  const client = await live.client('solana-devnet')
  const resolve = async () => (await client.names?.resolve(['ada.sol', 'nobody.sns'])) ?? []
  return { made, live, resolve, urls: made.map(({ url }) => url) }
}
const is = (address: string) => ({ kind: 'address', address, remarks: [] })
const nobody = { kind: 'none', why: expect.stringContaining('nobody.sns is nobody’s name') }

it('two nodes that say the same are asked together, each for itself', async () => {
  const { made, resolve, live } = await names(ada, ada)
  expect(await resolve()).toEqual([is(ada), nobody])
  for (const { asked } of made) expect(asked.map(({ method }) => method)).toEqual(['getMultipleAccounts'])
  expect(live.statuses('solana').map(({ state }) => state)).toEqual(['up', 'up'])
})

it.each([
  ['another owner', mallory, (url: string) => `${url} says ${mallory}`],
  ['that it is nobody’s', null, (url: string) => `${url} says that ada.sol is nobody’s name`],
])('of two nodes one lies, and says %s: both are named, and nobody is paid', async (_, lie, said) => {
  const { resolve, live, urls } = await names(lie, ada)
  const [liar = '', honest = ''] = urls
  const [first, second] = await resolve()
  expect(first).toMatchObject({ kind: 'doubt', code: 'network.disputed', why: expect.stringContaining('Solana') })
  const says = first?.kind === 'doubt' ? first.says.split('; ').sort() : []
  expect(says).toEqual([said(liar), `${honest} says ${ada}`].sort())
  expect(second).toEqual(nobody)
  expect(live.statuses('solana').map(({ state }) => state)).toEqual(['disputed', 'disputed'])
})

it('of three nodes the two that say the same are believed, whoever is asked first', async () => {
  const { resolve, live } = await names(mallory, ada, ada)
  expect(await resolve()).toEqual([is(ada), nobody])
  expect(live.statuses('solana').map(({ state }) => state)).not.toContain('disputed')
  expect(live.statuses('solana').findIndex(({ state }) => state === 'outvoted')).toBeLessThanOrEqual(0)
})

it('a node that is behind confirms nothing, and is no liar', async () => {
  const { made, resolve, live } = await names(ada, mallory)
  if (made[1]) made[1].state.slot = slot - 500
  expect(await resolve()).toMatchObject([
    { kind: 'doubt', code: 'network.unconfirmed', why: expect.stringContaining('500 blocks behind') },
    { kind: 'doubt', code: 'network.unconfirmed' },
  ])
  expect(live.statuses('solana').every(({ state }) => state !== 'disputed' && state !== 'outvoted')).toBe(true)
})

it('a node that is down confirms nothing; where the list has one node, its word counts', async () => {
  const two = await names(ada, ada)
  if (two.made[1]) two.made[1].state.status = 500
  expect(await two.resolve()).toMatchObject([
    { kind: 'doubt', code: 'network.unconfirmed', says: `${two.urls[0]} says ${ada}` },
    { kind: 'doubt', code: 'network.unconfirmed' },
  ])
  const one = await names(mallory)
  expect(await one.resolve()).toEqual([is(mallory), nobody])
})
