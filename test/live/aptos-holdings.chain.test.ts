import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Account, AccountAddress, Aptos, AptosConfig, Network } from '@aptos-labs/ts-sdk'
import { mnemonicToSeedSync } from '@scure/bip39'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type AptosNode, openAptosNode } from '../../src/core/practice/aptos/node.ts'
import { openAptosKeys } from '../../src/core/wallets/aptos-keys.ts'
import { type Caller, withCore, withFolder } from '../core/trial-core.ts'
import { openRestProxy, type RestProxy } from '../faults/rest-proxy.ts'
import { aptosAddress } from '../minting/aptos-address.ts'
import { collectionOn, liveProject, mint, runOf, until } from './live-job.ts'

const chain = 'aptos-testnet'
const seed = `${'abandon '.repeat(23)}art`
const keys = openAptosKeys(mnemonicToSeedSync(seed))
/** Wallets: of which the indexer tells the truth, is behind, lies; and into which one of ours was sent past Mintdesk. */
const [honest, behind, lying] = [aptosAddress(21), aptosAddress(22), aptosAddress(23)]
const holder = Account.generate()
const later = aptosAddress(24)
let dir: string
let node: AptosNode
let beat: NodeJS.Timeout
let indexer: RestProxy
let sdk: Aptos

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aptos-holdings-'))
  // The practice network with the testnet's chain id, and its own indexer behind a door.
  node = await openAptosNode({ dir, port: 0, commitMs: 20, chainId: 2 })
  beat = setInterval(() => node.commit(true), 200)
  const url = `http://127.0.0.1:${node.port}/v1`
  indexer = await openRestProxy()
  indexer.target = url
  sdk = new Aptos(
    new AptosConfig({ network: Network.CUSTOM, fullnode: url, indexer: `${url}/graphql`, faucet: url.slice(0, -3) }),
  )
})
afterAll(async () => {
  clearInterval(beat)
  await indexer.close()
  await node.close()
  await rm(dir, { recursive: true, force: true })
})

async function funded(account = Account.generate()): Promise<Account> {
  const options = { waitForIndexer: false }
  await sdk.fundAccount({ accountAddress: account.accountAddress, amount: 1_000_000_000, options })
  return account
}

async function send(signer: Account, transaction: Awaited<ReturnType<Aptos['transferDigitalAssetTransaction']>>) {
  const { hash } = await sdk.signAndSubmitTransaction({ signer, transaction })
  return sdk.waitForTransaction({ transactionHash: hash })
}

/** Tokens of somebody else's collection, one for each wallet. @returns their addresses by wallet */
async function strangers(wallets: readonly string[]): Promise<Map<string, string>> {
  const creator = await funded()
  await send(
    creator,
    await sdk.createCollectionTransaction({ creator, description: 'd', name: 'Strangers', uri: 'ipfs://s' }),
  )
  const made = new Map<string, string>()
  for (const recipient of wallets) {
    const name = `Stranger ${made.size}`
    const text = {
      collection: 'Strangers',
      description: 'd',
      name,
      uri: 'data:application/json,%7B%22name%22%3A%22Stranger%22%7D',
    }
    const minted = await send(creator, await sdk.mintDigitalAssetTransaction({ creator, ...text }))
    const events = 'events' in minted ? minted.events : []
    const { token } = z
      .object({ token: z.string() })
      .parse(events.find(({ type }) => type === '0x4::collection::Mint')?.data)
    await send(
      creator,
      await sdk.transferDigitalAssetTransaction({
        ...{ sender: creator, digitalAssetAddress: token, recipient: AccountAddress.from(recipient) },
      }),
    )
    made.set(recipient, `0x${token.slice(2).padStart(64, '0')}`)
  }
  return made
}

async function listed(call: Caller, wallet: string) {
  const { json, headers } = await call('GET', `/api/2022-06-09/wallets/${chain}:${wallet}/nfts`)
  const read = z.array(z.object({ tokenAddress: z.string(), locator: z.string() })).parse(json)
  expect(read.map(({ locator }) => locator)).toEqual(read.map(({ tokenAddress }) => `${chain}:${tokenAddress}`))
  return {
    tokens: read.map(({ tokenAddress }) => tokenAddress),
    coverage: headers.get('x-mintdesk-coverage'),
    note: headers.get('x-mintdesk-coverage-note'),
  }
}

test('lists what a wallet holds, of anybody, as the chain confirms it: an indexer that is behind or lies hides nothing of ours and invents nothing', async () => {
  const others = await strangers([honest, behind, lying])
  const tokenOf = (wallet: string) => others.get(wallet) ?? ''
  await withFolder((folder) =>
    withCore(
      folder,
      async (core) => {
        const { call } = await liveProject(core, 'Shop')
        await call('PUT', `/app/networks/${chain}/rpcs`, { rpcs: [indexer.target] })
        await collectionOn(call, 'ours', chain)
        const own = holder.accountAddress.toStringLong()
        const rows = [honest, behind, lying, own].map(
          (to) => `${to},"data:application/json,%7B%22name%22%3A%22Ours%22%7D"`,
        )
        const sheet = Buffer.from(['recipient,metadata_uri', ...rows, ''].join('\n'))
        // Whatever the project's place among others.
        for (const index of [0, 1])
          await fetch(`${indexer.target}/mint?address=${keys.treasury(index).address}&amount=100000000`, {
            method: 'POST',
          })
        const { run } = await mint(call, 'ours', 'a.csv', sheet)
        await until(
          () => runOf(call, run.id),
          ({ completedAt }) => completedAt !== null,
        )

        const first = await listed(call, honest)
        expect(first).toEqual({ tokens: [expect.any(String), tokenOf(honest)], coverage: 'provider', note: null })

        // Behind: it knows nothing of this wallet yet, and says since when.
        indexer.fate = () => ({ answer: late })
        expect(await listed(call, behind)).toEqual({
          tokens: [expect.any(String)],
          ...{ coverage: 'own', note: expect.stringMatching(/^The Aptos indexer is 3 hours behind the chain/) },
        })

        // Lies: what others hold, what is nowhere, and nothing of what is there.
        const invented = [...first.tokens, aptosAddress(99)]
        indexer.fate = () => ({ answer: (json) => claiming(json, lying, invented) })
        const ofLying = await listed(call, lying)
        expect(ofLying.tokens).toHaveLength(1)
        expect(invented).not.toContain(ofLying.tokens[0])

        // Out of reach: ours are listed all the same.
        indexer.fate = () => 'cut'
        const [token = ''] = (await listed(call, own)).tokens
        expect(token).toMatch(/^0x/)

        // One of ours that was sent on past Mintdesk is where the chain says, and an NFT of ours there.
        indexer.heal()
        await funded(holder)
        await send(
          holder,
          await sdk.transferDigitalAssetTransaction({
            sender: holder,
            digitalAssetAddress: token,
            recipient: AccountAddress.from(later),
          }),
        )
        expect(await listed(call, later)).toEqual({ tokens: [token], coverage: 'provider', note: null })
        expect((await listed(call, own)).tokens).toEqual([])
      },
      { env: { MINTDESK_LIVE_SEED: seed, MINTDESK_APTOS_INDEXER_URL: `${indexer.url}/graphql` } },
    ),
  )
})

const said = z.object({ data: z.record(z.string(), z.unknown()) })

function late(json: unknown): unknown {
  const { data } = said.parse(json)
  if (!('current_token_ownerships_v2' in data)) return json
  const at = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, -1)
  return { data: { current_token_ownerships_v2: [], processor_status: [{ last_updated: at }] } }
}

function claiming(json: unknown, owner: string, tokens: readonly string[]): unknown {
  const { data } = said.parse(json)
  if (!('current_token_ownerships_v2' in data)) return json
  const rows = tokens.map((token) => ({ owner_address: owner, amount: 1, token_data_id: token }))
  return { data: { ...data, current_token_ownerships_v2: rows } }
}
