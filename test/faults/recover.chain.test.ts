/** No database at all: seed, chains and stored content are enough to list what was minted, and to mint nothing twice. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collectionSummary, importState, recoveryState, run } from '../../src/shared/app-api.ts'
import { cli } from '../cli/run-cli.ts'
import { type Caller, removeDatabase, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { recipientOf, until } from '../minting/open-engine.ts'
import { openProxy } from './proxy.ts'

const quick = { trial: { chains: { limits: { mintsPerBatch: 10 } }, blocks: 100 } }
const api = '/api/2022-06-09'

function sheet(rows: number): Buffer {
  const lines = Array.from(
    { length: rows },
    (_, n) => `${n % 2 ? `user${n}@example.com` : recipientOf(n)},Badge ${n},ipfs://bafkqaaa`,
  )
  return Buffer.from(['recipient,name,image', ...lines, ''].join('\n'))
}

/** Opens a core on the folder, and its window. */
function withWindow(folder: string, use: (call: Caller) => Promise<void>, options = quick): Promise<void> {
  return withCore(folder, async (core) => use((await windowOf(core)).call), options)
}

async function checked(call: Caller, collection: string, rows: number): Promise<string> {
  const sent = await call('POST', `/app/imports?name=rows.csv&collectionId=${collection}`, sheet(rows))
  const { id } = importState.parse(sent.json)
  await until(
    'checked',
    async () => importState.parse((await call('GET', `/app/imports/${id}`)).json).state === 'checked',
  )
  return id
}

async function runOf(call: Caller, importId: string) {
  return run.parse((await call('POST', '/app/runs', { importId })).json).id
}

async function ended(call: Caller, id: string, state: string) {
  return until(`run ${state}`, async () => {
    const now = run.parse((await call('GET', `/app/runs/${id}`)).json)
    return now.state === state ? now : null
  })
}

const nftPath = (id: string, collection = 'default-polygon') => `${api}/collections/${collection}/nfts/${id}`

async function askFor(call: Caller, id: string, collection?: string): Promise<void> {
  await call('PUT', nftPath(id, collection), {
    recipient: `polygon:${recipientOf(500)}`,
    metadata: { name: id, image: 'ipfs://bafkqaaa' },
  })
}

/** The number of the token, once it is minted. */
function numberOf(call: Caller, id: string, collection?: string): Promise<string> {
  return until(`${id} minted`, async () => {
    const { onChain } = (await call('GET', nftPath(id, collection))).json as {
      onChain: { status: string; tokenId: string }
    }
    return onChain.status === 'success' ? onChain.tokenId : null
  })
}

async function mintOne(call: Caller, id: string, collection?: string): Promise<string> {
  await askFor(call, id, collection)
  return numberOf(call, id, collection)
}

/** What the chain says of each collection. */
async function minted(call: Caller): Promise<Record<string, number>> {
  const list = (await call('GET', '/app/collections')).json as unknown as { id: string; minted: number }[]
  return Object.fromEntries(list.flatMap(({ id, minted: count }) => (count > 0 ? [[id, count]] : [])))
}

async function held(call: Caller, locator: string): Promise<unknown[]> {
  const { json } = await call('GET', `${api}/wallets/${locator}/nfts`)
  return json as unknown as unknown[]
}

async function recovered(call: Caller, options: object) {
  await call('POST', '/app/recovery', options)
  const state = await until('recovered', async () => {
    const now = recoveryState.parse((await call('GET', '/app/recovery')).json)
    return now.state === 'running' ? null : now
  })
  expect(state).toMatchObject({ state: 'done', message: null, remarks: [] })
  return state.found
}

test('recover lists what was minted after the database is lost, and the same file mints nothing twice', async () => {
  await withFolder(async (folder) => {
    let single = ''
    let wallet: unknown[] = []
    await withWindow(folder, async (call) => {
      await call('PUT', `${api}/collections/summer%20fair`, {
        chain: 'polygon',
        metadata: { name: 'Summer fair', description: 'Tickets', symbol: 'FAIR', imageUrl: '' },
        supplyLimit: 100,
      })
      await ended(call, await runOf(call, await checked(call, 'summer%20fair', 25)), 'finished')
      single = await mintOne(call, 'lone-1')
      wallet = await held(call, 'email:user3@example.com:polygon')
      expect(wallet).toHaveLength(1)
    })
    await removeDatabase(folder)

    await withWindow(folder, async (call) => {
      expect(await minted(call)).toEqual({})
      const looked = await recovered(call, { dryRun: true })
      expect(looked.map(({ collectionId, minted: count }) => [collectionId, count]).toSorted()).toEqual([
        ['default-polygon', 1],
        ['summer fair', 25],
      ])
      expect(await minted(call)).toEqual({})

      const found = await recovered(call, {})
      expect(found.map(({ entered, remark }) => [entered, remark]).toSorted()).toEqual([
        [1, null],
        [25, null],
      ])
      expect(await minted(call)).toEqual({ 'default-polygon': 1, 'summer fair': 25 })
      expect((await call('GET', `${api}/collections/summer%20fair`)).json).toMatchObject({
        metadata: { name: 'Summer fair', description: 'Tickets', symbol: 'FAIR' },
        supplyLimit: 100,
      })
      expect(await held(call, 'email:user3@example.com:polygon')).toEqual(wallet)
      const listing = (await call('GET', `${api}/collections/summer%20fair/nfts?page=1&perPage=50`)).json
      expect(listing).toHaveLength(25)

      // Again: nothing more.
      expect((await recovered(call, {})).map(({ entered }) => entered)).toEqual([0, 0])

      const again = await ended(call, await runOf(call, await checked(call, 'summer%20fair', 25)), 'finished')
      expect(again.counts).toMatchObject({ total: 25, succeeded: 25 })
      expect(await mintOne(call, 'lone-1')).toBe(single)
      expect(await minted(call)).toEqual({ 'default-polygon': 1, 'summer fair': 25 })
      const after = (await call('GET', `${api}/collections/summer%20fair/nfts?page=1&perPage=50`)).json
      expect(after).toHaveLength(25)
    })
  })
})

test('a file that was changed since waits for a person in a recovered collection', async () => {
  await withFolder(async (folder) => {
    await withWindow(folder, async (call) => {
      await ended(call, await runOf(call, await checked(call, 'default-polygon', 10)), 'finished')
    })
    await removeDatabase(folder)
    await withWindow(folder, async (call) => {
      await recovered(call, {})
      const id = await runOf(call, await checked(call, 'default-polygon', 12))
      expect((await ended(call, id, 'paused')).notice).toMatch(/10 NFTs .* Rows of this run may be among them/)
      expect(await minted(call)).toEqual({ 'default-polygon': 10 })
      await call('POST', `/app/runs/${id}/resume`)
      await ended(call, id, 'finished')
      expect(await minted(call)).toEqual({ 'default-polygon': 22 })
    })
  })
})

test('what is asked for before recover waits for it, and is then minted by itself', async () => {
  await withFolder(async (folder) => {
    let first = ''
    await withWindow(folder, async (call) => {
      first = await mintOne(call, 'lone-1')
    })
    await removeDatabase(folder)
    await withWindow(folder, async (call) => {
      await askFor(call, 'lone-2')
      await until('halted', async () => {
        const listed = collectionSummary.array().parse((await call('GET', '/app/collections')).json)
        return listed.some(({ halted, otherWriter }) => halted && otherWriter)
      })
      expect(await recovered(call, {})).toMatchObject([{ entered: 1, remark: null }])
      const second = await numberOf(call, 'lone-2')
      expect(await mintOne(call, 'lone-1')).toBe(first)
      expect([first, second]).toEqual(['1', '2'])
      expect(await minted(call)).toEqual({ 'default-polygon': 2 })
    })
  })
})

test('recover lists copies and their templates; what is asked for again is known, whatever its template is called', async () => {
  await withFolder(async (folder) => {
    const tickets = `${api}/collections/tickets`
    const gold = { metadata: { name: 'Gold', image: 'ipfs://bafkqaaa' }, supply: { limit: 20 } }
    const plain = { recipient: `polygon:${recipientOf(7)}`, metadata: { name: 'Silver', image: 'ipfs://bafkqaaa' } }
    const two = { templateId: 'gold', recipient: 'email:ada@example.com:polygon', amount: 2 }
    const copy = async (call: Caller, id: string, body: object) => {
      expect((await call('PUT', `${tickets}/nfts/${id}`, body)).status).toBe(200)
      return until(`${id} minted`, async () => {
        const { json } = await call('GET', `${tickets}/nfts/${id}`)
        return (json.onChain as { status: string }).status === 'success' ? json : null
      })
    }
    const templates = async (call: Caller) =>
      (await call('GET', `${tickets}/templates`)).json as unknown as { templateId: string; onChain: object }[]
    let before: Awaited<ReturnType<typeof templates>> = []
    let wallet: unknown[] = []
    await withWindow(folder, async (call) => {
      await call('PUT', tickets, { chain: 'polygon', metadata: { name: 'Tickets' }, fungibility: 'semi-fungible' })
      await call('PUT', `${tickets}/templates/gold`, gold)
      const { json } = await call('POST', `${tickets}/sfts`, two)
      await until('two', async () => {
        const action = (await call('GET', `${api}/actions/${json.actionId}`)).json
        return action.status === 'succeeded'
      })
      await copy(call, 'plain-1', plain)
      before = await templates(call)
      wallet = await held(call, 'email:ada@example.com:polygon')
      expect(wallet).toMatchObject([{ quantity: '2' }])
    })
    await removeDatabase(folder)
    await withWindow(folder, async (call) => {
      expect(await recovered(call, {})).toMatchObject([
        {
          collectionId: 'tickets',
          minted: 3,
          entered: 2,
          remark: expect.stringMatching(/^No chain tells the ids of templates, so 2 of its templates/),
        },
      ])
      expect((await call('GET', tickets)).json).toMatchObject({ fungibility: 'semi-fungible' })
      const found = await templates(call)
      expect(found).toMatchObject(
        before.map(({ onChain }) => ({ templateId: expect.stringMatching(/^recovered-\d+$/), onChain })),
      )
      expect(found).toMatchObject([
        { metadata: { name: 'Gold' }, supply: { limit: 20, minted: 2 } },
        { metadata: { name: 'Silver' }, supply: { minted: 1 } },
      ])
      expect(await held(call, 'email:ada@example.com:polygon')).toEqual(wallet)
      expect((await call('GET', `${tickets}/nfts?page=1&perPage=50`)).json).toMatchObject([
        { amount: 2, onChain: { status: 'success' } },
        { amount: 1, onChain: { status: 'success' } },
      ])
      expect(await recovered(call, {})).toMatchObject([{ entered: 0 }])

      // Its own template again, and its own id: the same units. Another id: one more, of the same token.
      await call('PUT', `${tickets}/templates/gold`, gold)
      await copy(call, 'plain-1', plain)
      await copy(call, 'plain-2', plain)
      expect(await templates(call)).toMatchObject(
        before.map(({ templateId, onChain }) => ({ templateId, onChain, supply: { minted: 2 } })),
      )
      expect(await minted(call)).toEqual({ tickets: 4 })
      expect(await recovered(call, {})).toMatchObject([{ minted: 4, entered: 0, remark: null }])
    })
  })
})

test('copies of a template that was changed before the database was lost are minted after recover', async () => {
  await withFolder(async (folder) => {
    const tickets = `${api}/collections/tickets`
    const metadata = (name: string) => ({ name, image: 'ipfs://bafkqaaa' })
    const one = async (call: Caller, recipient: number) => {
      const { json } = await call('POST', `${tickets}/sfts`, {
        ...{ templateId: 'gold', recipient: `polygon:${recipientOf(recipient)}` },
      })
      await until('a copy', async () => {
        const { status } = (await call('GET', `${api}/actions/${json.actionId}`)).json
        expect(status).not.toBe('failed')
        return status === 'succeeded'
      })
    }
    const change = async (call: Caller, name: string) => {
      expect((await call('PATCH', `${tickets}/templates/gold`, { metadata: metadata(name) })).status).toBe(204)
      await until(name, async () => {
        const { json } = await call('GET', `${tickets}/templates/gold`)
        return (json.metadata as { name: string }).name === name
      })
    }
    await withWindow(folder, async (call) => {
      await call('PUT', tickets, { chain: 'polygon', metadata: { name: 'Tickets' }, fungibility: 'semi-fungible' })
      await call('PUT', `${tickets}/templates/gold`, { metadata: metadata('Gold') })
      await one(call, 1)
      await change(call, 'Better gold')
    })
    await removeDatabase(folder)
    await withWindow(folder, async (call) => {
      expect(await recovered(call, {})).toMatchObject([{ collectionId: 'tickets', minted: 1, entered: 1 }])
      await call('PUT', `${tickets}/templates/gold`, { metadata: metadata('Better gold') })
      await one(call, 2)
      expect(await minted(call)).toEqual({ tickets: 2 })
    })
  })
})

test('the command says whose id it does not know, and takes it by --collection; what is minted then is known again', async () => {
  await withFolder(async (folder) => {
    let single = ''
    await withWindow(folder, async (call) => {
      await call('PUT', `${api}/collections/fair`, {
        chain: 'polygon',
        metadata: { name: 'Summer fair', symbol: 'FAIR' },
      })
      single = await mintOne(call, 'lone-1', 'fair')
    })
    // Without the content nothing tells the id.
    for (const name of ['mintdesk.db', 'mintdesk.db-wal', 'mintdesk.db-shm', 'content'])
      await rm(join(folder, name), { recursive: true, force: true })

    const looked = await cli(folder, 'recover', '--dry-run')
    expect([looked.code, looked.stderr]).toEqual([3, ''])
    expect(looked.stdout).toMatch(/recovered-\w{8} +polygon +practice +0 +1 +0x/)
    expect(looked.stdout).toContain('Found 1 collection with 1 NFT. Nothing was changed.')
    expect(looked.stdout).toMatch(/Its own id is not known.*run recover --collection <id>/)

    const named = await cli(folder, 'recover', '--json', '--collection', 'fair', 'other')
    expect(named.code).toBe(0)
    expect(JSON.parse(named.stdout)).toMatchObject({
      dryRun: false,
      found: [{ collectionId: 'fair', minted: 1, entered: 1, remark: null }],
      remarks: [],
    })
    await withWindow(folder, async (call) => {
      expect(await mintOne(call, 'lone-1', 'fair')).toBe(single)
      expect(await minted(call)).toEqual({ fair: 1 })
    })
  })
})

test('recover reads everything back through an RPC that looks through few blocks at a time', async () => {
  const proxy = await openProxy()
  const most = 5
  let refusals = 0
  proxy.fate = ({ method, params: [filter] }) => {
    if (method !== 'eth_getLogs') return 'pass'
    const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
    // Without an end, which is not a number, it is the whole chain.
    if (Number(toBlock) - Number(fromBlock) < most) return 'pass'
    refusals++
    return { code: -32005, message: `eth_getLogs is limited to a ${most} blocks range` }
  }
  const rpcUrl = (chain: string, url: string): string => {
    if (chain !== 'polygon') return url
    proxy.target = url
    return proxy.url
  }
  const capped = { trial: { chains: { limits: { mintsPerBatch: 10 }, rpcUrl }, blocks: 100 } }
  try {
    await withFolder(async (folder) => {
      let single = ''
      await withWindow(folder, async (call) => {
        single = await mintOne(call, 'lone-1')
        await ended(call, await runOf(call, await checked(call, 'default-polygon', 25)), 'finished')
      })
      await removeDatabase(folder)
      await withWindow(
        folder,
        async (call) => {
          expect(await recovered(call, {})).toMatchObject([{ minted: 26, entered: 26, remark: null }])
          expect(refusals).toBeGreaterThan(0)
          const listing = `${api}/collections/default-polygon/nfts?page=1&perPage=50`
          const nfts = (await call('GET', listing)).json as unknown as { onChain: { txId: string } }[]
          expect(nfts).toHaveLength(26)
          for (const { onChain } of nfts) expect(onChain.txId).toMatch(/^0x[0-9a-f]{64}$/)
          expect(await mintOne(call, 'lone-1')).toBe(single)
          const again = await ended(call, await runOf(call, await checked(call, 'default-polygon', 25)), 'finished')
          expect(again.counts).toMatchObject({ total: 25, succeeded: 25 })
          expect(await minted(call)).toEqual({ 'default-polygon': 26 })
        },
        capped,
      )
    })
  } finally {
    await proxy.close()
  }
})
