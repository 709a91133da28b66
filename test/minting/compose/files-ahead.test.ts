import { rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { filesAhead } from '../../../src/core/minting/compose/files-ahead.ts'
import { collectionByPk } from '../../../src/core/store/collections/collections.ts'
import { enqueueMints } from '../../../src/core/store/journal/mints.ts'
import { type OpenEngine, openEngine, recipientOf, until } from '../open-engine.ts'
import { digest, type SimulatedChain, simulatedChain } from '../simulated/chain.ts'
import { simulatedChains, treasury } from '../simulated/client.ts'
import { temporaryFolder } from '../simulated/world.ts'

/** A file that cannot be had when it is asked for first. */
function failingOnce(key: string) {
  let asked = 0
  return {
    key,
    async get() {
      if (++asked === 1) throw new Error('the disk is full')
      return key
    },
  }
}

describe('what mints need', () => {
  const late = () => {
    let give: (text: string) => void = () => {}
    const promise = new Promise<string>((resolve) => {
      give = resolve
    })
    return { promise, give }
  }

  it('is handed over at once where it is there, and asked for again after that', async () => {
    let asked = 0
    const ahead = filesAhead(() => {})
    const wanted = [{ key: 'a', get: async () => `a${++asked}` }]
    expect(await ahead.take('run', wanted)).toEqual(['a1'])
    expect(await ahead.take('run', wanted)).toEqual(['a2'])
  })

  it('is told of when the last of it is there, each asked for once', async () => {
    let [woken, asked] = [0, 0]
    const { promise, give } = late()
    const ahead = filesAhead(() => woken++)
    const wanted = [
      { key: 'a', get: async () => `a${++asked}` },
      { key: 'b', get: () => promise },
    ]
    expect(await ahead.take('run', wanted)).toBeNull()
    expect(await ahead.take('run', wanted)).toBeNull()
    expect(woken).toBe(0)
    give('b')
    await until('the queue is woken', async () => woken === 2)
    expect(await ahead.take('run', wanted)).toEqual(['a1', 'b'])
  })

  it('is had before its turn, once; what came to nothing then is asked for again', async () => {
    const asked: string[] = []
    const ahead = filesAhead(() => {})
    const wanted = ['a', 'b'].map((key) => ({
      key,
      async get() {
        asked.push(key)
        return key === 'b' && asked.length === 2 ? 'not there' : key
      },
    }))
    ahead.begin('run', wanted, (come) => come !== 'not there')
    await until('both are there', async () => asked.length === 2)
    await new Promise(setImmediate)
    expect(await ahead.take('run', wanted)).toEqual(['a', 'b'])
    expect(asked).toEqual(['a', 'b', 'b'])
  })

  it('fails nobody before its turn', async () => {
    const ahead = filesAhead(() => {})
    const wanted = [failingOnce('a')]
    ahead.begin('run', wanted, () => true)
    await new Promise(setImmediate)
    expect(await ahead.take('run', wanted)).toEqual(['a'])
  })

  it('is asked for again where asking failed', async () => {
    const ahead = filesAhead(() => {})
    const wanted = [failingOnce('a')]
    await expect(ahead.take('run', wanted)).rejects.toThrow('the disk is full')
    expect(await ahead.take('run', wanted)).toEqual(['a'])
  })
})

describe('a host that does not answer', () => {
  let dir: string
  let chain: SimulatedChain
  let engine: OpenEngine
  let mining: NodeJS.Timeout
  const waiting: ServerResponse[] = []
  const server = createServer((_request, response) => void waiting.push(response))

  beforeEach(async () => {
    dir = await temporaryFolder()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    chain = simulatedChain({ confirmations: 3 })
    chain.setBalance(treasury, 10n ** 18n)
    engine = await openEngine({
      ...{ dir, chains: simulatedChains(chain), timing: { groupMs: 0, pollMs: 5 } },
      allowedHosts: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    })
    mining = setInterval(() => chain.mine(), 10)
  })
  afterEach(async () => {
    clearInterval(mining)
    server.closeAllConnections()
    await engine.close()
    await new Promise((resolve) => server.close(resolve))
    await rm(dir, { recursive: true, force: true })
  })

  it('holds up the mints that link to it, and no others; they are minted when it answers', async () => {
    const { port } = server.address() as AddressInfo
    const json = JSON.stringify({ image: `http://127.0.0.1:${port}/picture.png`, name: 'slow' })
    const owner = `0x${'5a'.repeat(20)}`
    const draft = {
      ...{ id: 'slow', recipient: `polygon:${owner}`, address: owner, reupload: true },
      metadata: { json, hash: digest(json).slice(2) },
      contentHash: Buffer.alloc(32, 1),
    }
    await engine.db.transaction().execute(async (tx) => {
      await enqueueMints(tx, await collectionByPk(tx, engine.collectionPk), [draft], { now: Date.now() })
    })
    engine.engine.wake(engine.collectionPk)
    await until('it is asked', async () => waiting.length > 0)
    const run = await engine.addRun(5)
    await until('the run is minted', async () => {
      const found = await engine.db.selectFrom('runs').select('state').where('id', '=', run).executeTakeFirst()
      return found?.state === 'finished'
    })
    expect(chain.tokens().map((token) => token.owner)).toEqual([0, 1, 2, 3, 4].map(recipientOf))
    expect(waiting, 'it is asked once').toHaveLength(1)
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    waiting[0]?.writeHead(200, { 'content-type': 'image/png' }).end(png)
    await until('it is minted as well', async () => chain.tokens().some((token) => token.owner === owner))
  })
})
