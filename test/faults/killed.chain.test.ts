import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { importState, run as runSchema } from '../../src/shared/app-api.ts'
import type { Caller } from '../core/trial-core.ts'
import { recipientOf, until } from '../minting/open-engine.ts'
import { endStrays } from './end-strays.ts'
import { type KilledCore, ownersOnChain, polygonClient, startCore, unsettled } from './killed-core.ts'

let dir: string
let core: KilledCore | undefined

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-killed-'))
})
afterEach(async () => {
  await core?.kill(true).catch(() => {})
  await endStrays(dir)
  await rm(dir, { recursive: true, force: true })
})

const rowsAtOnce = 1_500
/** Many starts of a core: about a minute each on two idle cores, ms. */
const patience = 280_000

function sheet(from: number, count: number): Buffer {
  const rows = Array.from({ length: count }, (_, n) => `${recipientOf(from + n)},Badge ${from + n},ipfs://bafkqaaa`)
  return Buffer.from(['recipient,name,image', ...rows, ''].join('\n'))
}

async function startRun(call: Caller, from: number, count: number): Promise<string> {
  const query = `name=rows-${from}.csv&collectionId=default-polygon`
  const { id } = importState.parse((await call('POST', `/app/imports?${query}`, sheet(from, count))).json)
  await until(
    'checked',
    async () => importState.parse((await call('GET', `/app/imports/${id}`)).json).state === 'checked',
  )
  return runSchema.parse((await call('POST', '/app/runs', { importId: id })).json).id
}

async function contractOf(call: Caller): Promise<string> {
  const { json } = await call('GET', '/api/2022-06-09/collections/default-polygon')
  return (json as { onChain: { contractAddress: string } }).onChain.contractAddress
}

it(
  'mints each row exactly once although the core is killed at ten moments with transactions under way',
  async () => {
    let killed = 0
    let rows = 0
    const runs: string[] = []
    while (killed < 10) {
      core ??= await startCore(dir)
      if (runs.length === 0 || (await finished(core.call, runs))) {
        runs.push(await startRun(core.call, rows, rowsAtOnce))
        rows += rowsAtOnce
      }
      await delay(Math.random() * 900)
      const under = unsettled(dir)
      if (under === 0) continue
      await core.kill()
      core = undefined
      if (unsettled(dir) > 0) killed++
    }
    core = await startCore(dir)
    const { call } = core
    await until('every run finished', () => finished(call, runs), 90_000)
    const owners = await ownersOnChain(await polygonClient(core), await contractOf(call))
    expect(owners).toEqual(Array.from({ length: rows }, (_, ordinal) => recipientOf(ordinal)))
  },
  patience,
)

async function finished(call: Caller, runs: readonly string[]): Promise<boolean> {
  const states = await Promise.all(runs.map(async (id) => runSchema.parse((await call('GET', `/app/runs/${id}`)).json)))
  return states.every(({ state, counts }) => state === 'finished' && counts.succeeded === counts.total)
}

it(
  'loses nothing that was called succeeded when the core and its network are killed together, twenty times',
  async () => {
    const said = new Map<string, { tokenId: string; owner: string }>()
    for (let moment = 0; moment < 20; moment++) {
      core = await startCore(dir, 60)
      const { call } = core
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
    core = await startCore(dir, 60)
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
  },
  patience,
)
