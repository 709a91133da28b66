import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Caller } from '../core/trial-core.ts'
import { openReceiver } from '../events/open-hooks.ts'
import { recipientOf, until } from '../minting/open-engine.ts'
import { buildCrashCore } from './build-crash-core.ts'
import { crash } from './crash/crash.ts'
import { endStrays } from './end-strays.ts'
import { type KilledCore, ownersOnChain, polygonClient, startCore } from './killed-core.ts'

beforeAll(buildCrashCore)

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

/** Many starts of a core: about a minute on two idle cores, ms. */
const patience = 600_000

async function contractOf(call: Caller): Promise<string> {
  const { json } = await call('GET', '/api/2022-06-09/collections/default-polygon')
  return (json as { onChain: { contractAddress: string } }).onChain.contractAddress
}

it(
  'mints each row exactly once although the core is killed at every named point and at random moments',
  async () => {
    const lines: string[] = []
    const result = await crash({ passages: [1], random: 20 }, (line) => lines.push(line))
    expect(result.missed, lines.join('\n')).toEqual([])
    expect(result, lines.join('\n')).toMatchObject({ doubles: 0, lost: 0, unfinished: 0, random: 20 })
    expect(result.onChain).toBe(result.mints)
  },
  patience,
)

it(
  'loses nothing that was called succeeded when the core and its network are killed together, at twenty moments, and tells its webhook of each',
  async () => {
    const said = new Map<string, { tokenId: string; owner: string }>()
    for (let moment = 0; moment < 20; moment++) {
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
    expect(owners).toHaveLength(40)
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
