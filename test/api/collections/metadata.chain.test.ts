/** Picture, banner, description and link of a collection that stands on its chain. */
import { createPublicClient, getAddress, http, parseAbiItem } from 'viem'
import { expect, test } from 'vitest'
import { collection721 } from '../../../resources/contracts/artifacts/collection-721.ts'
import type { Core } from '../../../src/core/index.ts'
import { fileCid } from '../../../src/core/lib/cid.ts'
import { appState, type CollectionDetails, recoveryState } from '../../../src/shared/app-api.ts'
import { cli } from '../../cli/run-cli.ts'
import { type Caller, removeDatabase, windowOf, withCore, withFolder } from '../../core/trial-core.ts'
import { recipientOf, until } from '../../minting/open-engine.ts'

const quick = { trial: { blocks: 100 } }
const api = '/api/2022-06-09'
const fair = `${api}/collections/summer%20fair`
const path = '/app/collections/summer%20fair'
const { abi } = collection721
const input = {
  chain: 'polygon',
  metadata: { name: 'Summer fair', description: 'Tickets', symbol: 'FAIR', imageUrl: 'ipfs://bafkqaaa' },
}
const drawn = (colour: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="${colour}"/></svg>`,
  )

type Shown = CollectionDetails['metadata']

function withWindow(folder: string, use: (call: Caller, core: Core) => Promise<void>): Promise<void> {
  return withCore(folder, async (core) => use((await windowOf(core)).call, core), quick)
}

async function keep(call: Caller, bytes: Uint8Array): Promise<string> {
  const { status, json } = await call('POST', '/app/pictures', bytes)
  expect(status).toBe(200)
  return String(json.uri)
}

async function ended(call: Caller, actionId: unknown, status = 'succeeded') {
  return until(`the action ${status}`, async () => {
    const { json } = await call('GET', `${api}/actions/${String(actionId)}`)
    return json.status === status ? json : null
  })
}

async function make(call: Caller, body: object = input, at = fair): Promise<string> {
  const { json } = await call('PUT', at, body)
  await ended(call, json.actionId)
  return String((json.onChain as { contractAddress: string }).contractAddress)
}

async function change(call: Caller, patch: Partial<Shown>, at = path): Promise<string> {
  const { status, text, json } = await call('PATCH', `${at}/metadata`, patch)
  expect([status, text]).toEqual([200, text])
  return String(json.actionId)
}

async function settings(call: Caller, at = path) {
  return (await call('GET', `${at}/settings`)).json as unknown as CollectionDetails
}

async function chainOf(call: Caller) {
  const { networks } = appState.parse((await call('GET', '/app/state')).json)
  return createPublicClient({ transport: http(networks.find(({ chain }) => chain === 'polygon')?.rpcUrl ?? '') })
}

/** What the contract's own metadata says, and how often it was named anew. */
async function published(call: Caller, core: Core, contract: string) {
  const chain = await chainOf(call)
  const address = getAddress(contract)
  const uri = await chain.readContract({ abi, address, functionName: 'contractURI' })
  const event = parseAbiItem('event ContractURIUpdated()')
  const changes = await chain.getLogs({ address, event, fromBlock: 0n })
  const answer = await fetch(`${core.url}/ipfs/${uri.replace('ipfs://', '')}`)
  return { uri, changes: changes.length, json: (await answer.json()) as Record<string, string> }
}

async function minted(call: Caller, id: string): Promise<string> {
  const nft = `${fair}/nfts/${id}`
  await call('PUT', nft, { recipient: `polygon:${recipientOf(1)}`, metadata: { name: id, image: 'ipfs://bafkqaaa' } })
  return until(`${id} minted`, async () => {
    const { onChain } = (await call('GET', nft)).json as { onChain: { status: string; tokenId: string } }
    return onChain.status === 'success' ? onChain.tokenId : null
  })
}

test('what a collection shows is changed on its chain, each change once; a restart in the middle and a lost database change nothing of that', async () => {
  await withFolder(async (folder) => {
    let contract = ''
    let [first, second]: string[] = []
    let shown: Shown | undefined
    let sealed: string | undefined
    await withWindow(folder, async (call, core) => {
      contract = await make(call)
      const atFirst = await published(call, core, contract)
      expect(atFirst).toMatchObject({ changes: 0, json: { description: 'Tickets', image: 'ipfs://bafkqaaa' } })
      sealed = atFirst.json.mintdesk
      expect(sealed).toMatch(/^[\w-]{30,}$/)
      const made = { description: 'Tickets', imageUrl: 'ipfs://bafkqaaa', bannerUrl: '', link: '' }
      expect(await settings(call)).toMatchObject({ metadata: made, metadataWanted: made })
      const { fee } = (await call('GET', `${path}/metadata/fee`)).json as { fee: { amount: string; currency: string } }
      expect([Number(fee.amount) > 0, fee.currency]).toEqual([true, 'POL'])

      shown = {
        ...{ imageUrl: await keep(call, drawn('red')), bannerUrl: await keep(call, drawn('blue')) },
        ...{ description: 'All of the fair', link: 'https://example.com/fair' },
      }
      const { description: _, ...rest } = shown
      // The second says nothing of what the first changes, and keeps it.
      ;[first, second] = [
        await change(call, { ...rest, description: 'Not yet' }),
        await change(call, { description: shown.description }),
      ]
      expect((await settings(call)).metadataWanted).toEqual(shown)
    })
    await withWindow(folder, async (call, core) => {
      for (const id of [first, second])
        expect(await ended(call, id)).toMatchObject({ action: 'collections.update', data: { changes: 'metadata' } })
      const { uri, changes, json } = await published(call, core, contract)
      expect(changes).toBe(2)
      expect(json).toEqual({
        ...{ name: 'Summer fair', symbol: 'FAIR', mintdesk: sealed },
        ...{ description: shown?.description, image: shown?.imageUrl },
        ...{ banner_image: shown?.bannerUrl, external_link: shown?.link },
      })
      expect(uri).toMatch(/^ipfs:\/\/baf/)
      expect(await settings(call)).toMatchObject({ metadata: shown, metadataWanted: shown })
      expect((await call('GET', fair)).json.metadata).toEqual({
        ...{ name: 'Summer fair', symbol: 'FAIR', description: shown?.description, imageUrl: shown?.imageUrl },
      })
      // A program that makes the collection again at each start asks for nothing new.
      const again = await call('PUT', fair, input)
      expect([again.status, again.headers.get('idempotent-mismatch')]).toEqual([200, null])
      expect(again.json.onChain).toMatchObject({ contractAddress: contract })
      expect(await minted(call, 'one')).toBe('1')
    })

    await removeDatabase(folder)
    await withWindow(folder, async (call, core) => {
      await call('POST', '/app/recovery', {})
      const { found } = await until('recovered', async () => {
        const state = recoveryState.parse((await call('GET', '/app/recovery')).json)
        return state.state === 'running' ? null : state
      })
      expect(found).toMatchObject([{ collectionId: 'summer fair', contract, minted: 1, entered: 1, remark: null }])
      expect((await settings(call)).metadata).toEqual(shown)
      expect(await minted(call, 'two')).toBe('2')
      // Goes on from there.
      await ended(call, await change(call, { bannerUrl: '', link: '' }))
      const { json, changes } = await published(call, core, contract)
      expect([changes, Object.keys(json).sort()]).toEqual([3, ['description', 'image', 'mintdesk', 'name', 'symbol']])
      expect(json.mintdesk).toBe(sealed)
    })
  })
})

test('what cannot be shown is refused with its field, and nothing is sent', async () => {
  await withFolder((folder) =>
    withWindow(folder, async (call, core) => {
      const contract = await make(call)
      const noPicture = 'data:text/plain,only%20words'
      const { json } = await call('POST', `${api}/collections/default/nfts`, {
        recipient: `polygon:${recipientOf(1)}`,
        metadata: { name: 'Holds a text', image: noPicture },
      })
      const words = await until('the text is stored', async () => {
        const state = (await call('GET', `${api}/collections/default/nfts/${String(json.id)}`)).json as {
          onChain: { status: string }
        }
        return state.onChain.status === 'success' ? `ipfs://${(await fileCid(Buffer.from('only words'))).cid}` : null
      })
      for (const [patch, field, said] of [
        [{ description: 'x'.repeat(100_001) }, 'description', 'more than 100000 characters'],
        [{ imageUrl: 'picture.png' }, 'imageUrl', 'choose a file'],
        [{ imageUrl: `https://example.com/${'x'.repeat(2_000)}` }, 'imageUrl', 'more than 2000 characters'],
        [{ bannerUrl: 'javascript:alert(1)' }, 'bannerUrl', 'https:// or ipfs://'],
        [{ bannerUrl: 'https://' }, 'bannerUrl', 'https:// or ipfs://'],
        [{ link: 'ipfs://bafkqaaa' }, 'link', 'begins with https://'],
        [{ link: 'https://exa mple.com' }, 'link', 'begins with https://'],
        [{ imageUrl: words }, 'imageUrl', 'is no picture, but text/plain'],
        [{ bannerUrl: 'https://127.0.0.1/banner.png' }, 'bannerUrl', ''],
      ] as const) {
        const { status, json: answer } = await call('PATCH', `${path}/metadata`, patch)
        expect([patch, status, answer.code]).toEqual([patch, 400, 'request.invalid'])
        expect(answer.details).toMatchObject([{ path: field, message: expect.stringContaining(said) }])
      }
      expect((await call('PATCH', `${path}/metadata`, {})).json.message).toMatch(/names nothing to change/)
      expect((await settings(call)).changes).toEqual([])
      expect(await published(call, core, contract)).toMatchObject({ changes: 0 })
    }),
  )
})

test('a default collection is set up with its first change; copies change alike, by the command line too; where the chain cannot, it is said', async () => {
  await withFolder((folder) =>
    withWindow(folder, async (call, core) => {
      const usual = '/app/collections/default-polygon'
      expect((await call('GET', `${usual}/metadata/fee`)).json).toEqual({ fee: null })
      await ended(call, await change(call, { description: 'Everything else' }, usual))
      const { onChain } = (await call('GET', `${api}/collections/default-polygon`)).json as {
        onChain: { contractAddress: string }
      }
      expect((await published(call, core, onChain.contractAddress)).json).toMatchObject({
        ...{ name: 'Default Polygon collection', description: 'Everything else' },
      })

      const tickets = { chain: 'polygon', metadata: { name: 'Tickets' }, fungibility: 'semi-fungible' }
      const contract = await make(call, tickets, `${api}/collections/tickets`)
      const set = ['collections', 'set', 'tickets', '--description', 'All', '--link', 'https://example.com']
      const { code, stdout } = await cli(folder, ...set)
      expect([code, stdout]).toEqual([0, expect.stringContaining('https://example.com')])
      expect((await published(call, core, contract)).json).toMatchObject({
        ...{ description: 'All', external_link: 'https://example.com' },
      })
      const taken = await cli(folder, 'collections', 'set', 'tickets', '--link', 'none', '--json')
      expect(JSON.parse(taken.stdout)).toMatchObject({ collection: { metadata: { description: 'All', link: '' } } })

      for (const chain of ['solana', 'aptos']) {
        const { status, json } = await call('PATCH', `/app/collections/default-${chain}/metadata`, { description: 'x' })
        expect([status, json.code]).toEqual([422, 'collection.unsupported'])
        expect(json.message).toContain('picture, banner, description and link')
      }
    }),
  )
})
