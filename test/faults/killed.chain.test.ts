import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import { appState } from '../../src/shared/app-api.ts'
import { stranger } from '../api/foreign.ts'
import type { Caller } from '../core/trial-core.ts'
import { openReceiver } from '../events/open-hooks.ts'
import { recipientOf, until } from '../minting/open-engine.ts'
import { buildCrashCore, removeCrashCore } from './build-crash-core.ts'
import { crash } from './crash/crash.ts'
import { evmPoints } from './crash/points.ts'
import { endStrays } from './end-strays.ts'
import { type KilledCore, ownersOnChain, polygonClient, startCore } from './killed-core.ts'

beforeAll(buildCrashCore)
afterAll(removeCrashCore)

let dir: string
let core: KilledCore | undefined
let receiver: Awaited<ReturnType<typeof openReceiver>>

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-killed-'))
  receiver = await openReceiver(Date.now)
})
afterEach(async () => {
  await core?.kill(true).catch(() => {})
  await receiver.close()
  await endStrays(dir)
  await rm(dir, { recursive: true, force: true })
})

/**
 * Points at which disk and chain are as at another one that is killed at: nothing is written or sent between the two. Of adding rows, the
 * commit that makes the run and the middle of a piece are left; test/minting/runs/entering.test.ts comes by all of them. `npm run test:crash`
 * kills at each.
 */
const likeAnother = [
  ...['before compose', 'after compose', 'after prepare', 'before send', 'after round'],
  ...['before run', 'before rows', 'after rows', 'before deploy', 'before enter'],
]

/** Many starts of a core: about a minute on two idle cores, ms. */
const patience = 1_200_000

async function contractOf(call: Caller): Promise<string> {
  const { json } = await call('GET', '/api/2022-06-09/collections/default-polygon')
  return (json as { onChain: { contractAddress: string } }).onChain.contractAddress
}

it(
  'mints each row exactly once although the core is killed at named points, before and after each commit, and at random moments',
  async () => {
    const lines: string[] = []
    const only = (point: string) => !likeAnother.includes(point)
    const result = await crash({ passages: [1], only, random: 2, workers: 2 }, (line) => lines.push(line))
    expect(result.missed, lines.join('\n')).toEqual([])
    const named = Object.keys(evmPoints).filter(only).length
    expect(result, lines.join('\n')).toMatchObject({ doubles: 0, lost: 0, unfinished: 0, random: 2, named })
    expect(result.onChain).toBe(result.mints)
  },
  patience,
)

it(
  'loses nothing that was called succeeded when the core and its network are killed together, at three moments, and tells its webhook of each',
  async () => {
    const moments = 3
    const said = new Map<string, { tokenId: string; owner: string }>()
    for (let moment = 0; moment < moments; moment++) {
      core = await startCore(dir, { blocks: 60 })
      const { call } = core
      if (moment === 0) await call('POST', '/app/webhooks', { url: receiver.url, events: ['nfts.create.succeeded'] })
      const ids = [`${moment}-a`, `${moment}-b`]
      await call('POST', '/api/2022-06-09/collections/default-polygon/nfts', {
        nfts: ids.map((id, n) => ({
          id,
          recipient: `polygon:${recipientOf(moment * 10 + n)}`,
          metadata: { name: id, image: 'ipfs://bafkqaaa' },
        })),
      })
      for (const id of ids) {
        const onChain = await until(`${id} succeeded`, async () => {
          const { json } = await call('GET', `/api/2022-06-09/collections/default-polygon/nfts/${id}`)
          const nft = json as { onChain: { status: string; tokenId: string; owner: string } }
          return nft.onChain.status === 'success' ? nft.onChain : null
        })
        said.set(id, { tokenId: onChain.tokenId, owner: onChain.owner.toLowerCase() })
      }
      await delay(Math.random() * 400)
      await core.kill(true)
    }
    core = await startCore(dir, { blocks: 60 })
    const { call } = core
    // Something that needs the network: it comes up, and what it lost comes back before anything else.
    await call('GET', `/api/2022-06-09/wallets/polygon:${recipientOf(0)}/nfts`)
    const client = await polygonClient(core)
    const contract = await contractOf(call)
    const owners = await until('everything is there', async () => {
      const held = await ownersOnChain(client, contract).catch(() => [])
      return held.length >= said.size ? held : null
    })
    expect(owners).toHaveLength(2 * moments)
    for (const { tokenId, owner } of said.values()) expect(owners[Number(tokenId) - 1]).toBe(owner)
    // Told at least once, twice under the same id, and of nothing else.
    const messages = await until('everything is told', async () => {
      const told = new Map(
        receiver.received.map(({ headers, body }) => [String(headers['svix-id']), String(JSON.parse(body).actionId)]),
      )
      return told.size >= said.size ? told : null
    })
    expect([...messages.values()].sort()).toEqual([...said.keys()].sort())
  },
  patience,
)

it(
  'brings a wallet coin once and sends its transfer once although the core is killed between any two steps of it',
  async () => {
    core = await startCore(dir, { blocks: 60 })
    const { call } = core
    const wallet = async (userId: string) =>
      (await call('POST', '/api/v1-alpha1/wallets', { userId, chain: 'polygon' })).json.publicKey as `0x${string}`
    const [ann, bob] = [await wallet('ann'), await wallet('bob')]
    const state = appState.parse((await call('GET', '/app/state')).json)
    await call('PATCH', `/app/projects/${state.projects[0]?.id}`, { enterprise: true })
    // Something that brings the network up.
    const nft = '/api/2022-06-09/collections/default-polygon/nfts/first'
    await call('PUT', nft, { recipient: `polygon:${bob}`, metadata: { name: 'first', image: 'ipfs://bafkqaaa' } })
    await until('the network is up', async () => {
      const { onChain } = (await call('GET', nft)).json as { onChain: { status: string } }
      return onChain.status === 'success'
    })
    const somebody = await stranger(() => core?.call ?? call)
    const coupons = await somebody.deploy('Foreign1155', ['https://example.com'])
    await coupons.write('mint', ann, 1n, 5n)
    await core.kill()

    const input = { chain: 'polygon', from: ann, to: bob, contractAddress: coupons.address, tokenId: 1, quantity: 2 }
    let actionId: unknown
    for (const point of [
      // The coin is signed for; it is there. The transfer is on disk; it is sent.
      ...['after commit', 'after settle'],
      ...['after commit', 'after send'],
    ]) {
      // It may end before it is open.
      core = await startCore(dir, { blocks: 60, killAt: { point, passage: 1 } }).catch(() => undefined)
      if (actionId === undefined) {
        const answer = await core?.call('POST', '/api/v1-alpha1/wallets/transfer', input)
        expect(answer?.status).toBe(202)
        actionId = answer?.json.actionId
      }
      await core?.gone
    }
    core = await startCore(dir, { blocks: 60 })
    await until('the transfer is made', async () => {
      const { json } = (await core?.call('GET', `/api/2022-06-09/actions/${actionId}`)) ?? {}
      return json?.status === 'succeeded'
    })
    expect(await coupons.read('balanceOf', bob, 1n)).toBe(2n)
    expect(await somebody.chain.getTransactionCount({ address: ann })).toBe(1)
    const { db, close } = openStore(join(dir, 'mintdesk.db'), { migrate: false })
    const made = await db
      .selectFrom('transactions')
      .select(['purpose', 'state'])
      .where('transfer_pk', 'is not', null)
      .orderBy('pk')
      .execute()
    await close()
    expect(made).toEqual([
      { purpose: 'fund', state: 'succeeded' },
      { purpose: 'transfer', state: 'succeeded' },
    ])
  },
  patience,
)
