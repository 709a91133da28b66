import { afterAll, beforeAll, expect, test } from 'vitest'
import { vaultWords } from '../../src/shared/app-api.ts'
import { type Caller, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { collectionOn, hostedSheet, liveProject, mint, recipientOf, rowsOf, runOf, until } from './live-job.ts'
import { type PlayedNetwork, playNetwork } from './played-network.ts'

const chain = 'base-sepolia'
const passphrase = 'correct horse battery'
const trial = {
  chains: { confirmations: 2, pollMs: 100, limits: { mintsPerBatch: 10, transactionsInFlight: 1 } },
  vaultCost: { N: 1_024, r: 8, p: 1 },
}
let live: PlayedNetwork

beforeAll(async () => {
  live = await playNetwork(84_532)
})
afterAll(() => live.close())

/** Makes the vault and backs it up. */
async function makeVault(call: Caller): Promise<void> {
  const { words, vault } = vaultWords.parse((await call('POST', '/app/vault', { passphrase })).json)
  const answers = (vault.asks ?? []).map((place) => ({ place, word: words[place - 1] ?? '' }))
  const backedUp = await call('POST', '/app/vault/backup', { answers })
  if (backedUp.status !== 200) throw new Error(backedUp.text)
}

test('what a live project was asked for waits while the vault is locked, also over a start, and goes on when it is unlocked', async () => {
  await withFolder(async (folder) => {
    let id = ''
    await withCore(
      folder,
      async (core) => {
        const window = await windowOf(core)
        await makeVault(window.call)
        const { call } = await liveProject(core, 'Shop')
        await call('PUT', `/app/networks/${chain}/rpcs`, { rpcs: [live.url] })
        await collectionOn(call, 'tickets', chain)
        const { run, price } = await mint(call, 'tickets', 'a.csv', hostedSheet('a', 30))
        id = run.id
        await live.fund(price.treasury.address, 10n ** 18n)
        await until(
          () => runOf(call, id),
          ({ counts }) => counts.succeeded > 0,
        )
        expect((await call('POST', '/app/vault/lock')).status).toBe(200)
        const waiting = await until(
          () => runOf(call, id),
          ({ state }) => state === 'waiting',
        )
        expect(waiting).toMatchObject({ waitsFor: { what: 'vault' } })
        expect(waiting.notice).toMatch(
          /^The vault is locked: unlock it in Settings, .* goes on by itself when the vault is unlocked\.$/,
        )
        // A program is let in; its mint waits, too. What needs a key at once is refused for now.
        const nfts = '/api/2022-06-09/collections/tickets/nfts'
        const asked = { recipient: `${chain}:${recipientOf('one')}`, metadata: 'https://example.com/one.json' }
        expect(await call('PUT', `${nfts}/one`, asked)).toMatchObject({ status: 200 })
        const wallet = await call('POST', '/api/v1-alpha1/wallets', { email: 'ada@example.com', chain })
        expect(wallet).toMatchObject({ status: 503, json: { code: 'vault.locked' } })
        expect((await call('GET', '/api/2022-06-09/collections/')).status).toBe(200)
        expect((await call('GET', '/app/treasury')).json).toEqual({ address: null })
      },
      { trial },
    )
    await withCore(
      folder,
      async (core) => {
        const { call } = await liveProject(core, 'Shop')
        const waiting = await until(
          () => runOf(call, id),
          ({ notice }) => notice !== null,
        )
        expect(waiting.counts.succeeded).toBeLessThan(30)
        expect(waiting.notice).toMatch(/^The vault is locked/)
        expect(await call('POST', '/app/vault/unlock', { passphrase: 'something else' })).toMatchObject({
          status: 403,
          json: { code: 'vault.passphrase' },
        })
        expect((await call('POST', '/app/vault/unlock', { passphrase })).json).toMatchObject({
          state: 'open',
          message: null,
        })
        const ended = await until(
          () => runOf(call, id),
          ({ state }) => state === 'finished',
        )
        expect(ended.counts).toMatchObject({ total: 30, succeeded: 30, failed: 0 })
        expect(new Set((await rowsOf(call, id)).map(({ tokenId }) => tokenId)).size).toBe(30)
        await until(
          async () => (await call('GET', '/api/2022-06-09/collections/tickets/nfts/one')).text,
          (text) => text.includes('"success"'),
        )
      },
      { trial },
    )
  })
})
