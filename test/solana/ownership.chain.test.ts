/** Giving a collection of Solana to a wallet, which shows first that somebody has it; and texts signed with the fee balance's key. */
import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { SystemProgram } from '@solana/web3.js'
import { expect, it, vi } from 'vitest'
import type { SolanaAccount } from '../../src/core/chains/solana/key-pair.ts'
import { compileMessage, signTransaction, withBlockhash } from '../../src/core/chains/solana/transactions/message.ts'
import { coinTo } from '../../src/core/chains/solana/transactions/send-coin.ts'
import type { Core } from '../../src/core/index.ts'
import { appState, type Ownership, ownership, recoveryState, signature } from '../../src/shared/app-api.ts'
import { type Caller, removeDatabase, windowOf, withFolder } from '../core/trial-core.ts'
import { solanaRecipientOf, until } from '../minting/open-engine.ts'
import { userOf } from './changes.ts'
import { openApi, succeeded } from './open-api.ts'
import { newTape } from './world.ts'

const collections = '/api/2022-06-09/collections'
const input = (contractKind: string) => ({
  ...{ chain: 'solana', contractKind, metadata: { name: 'Badges' }, supplyLimit: 9, reuploadLinkedFiles: false },
})
const nft = (recipient: number, more: object = {}) => ({
  recipient: `solana:${solanaRecipientOf(recipient)}`,
  ...{ metadata: { name: `Badge ${recipient}`, image: 'https://example.com/a.png' }, reuploadLinkedFiles: false },
  ...more,
})

async function rpcOf(core: Core) {
  const { call } = await windowOf(core)
  const { networks } = appState.parse((await call('GET', '/app/state')).json)
  const url = networks.find(({ chain }) => chain === 'solana')?.rpcUrl ?? ''
  return async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const { result, error } = (await answer.json()) as { result: unknown; error?: { message: string } }
    if (error) throw new Error(error.message)
    return result
  }
}

/** A wallet of somebody else's sends lamports; resolves once a node has confirmed it. */
async function pay(rpc: Awaited<ReturnType<typeof rpcOf>>, from: SolanaAccount, to: string, lamports: bigint) {
  const { value } = (await rpc('getLatestBlockhash', [])) as { value: { blockhash: string } }
  const { instructions } = coinTo(from.address, to, lamports)
  const message = compileMessage(from.address, instructions, { units: 1_000, price: 0n })
  const raw = signTransaction(withBlockhash(message, base58.decode(value.blockhash)), [from])
  const sent = await rpc('sendTransaction', [Buffer.from(raw).toString('base64'), { encoding: 'base64' }])
  await vi.waitFor(
    async () => {
      const { value } = (await rpc('getSignatureStatuses', [[sent]])) as { value: unknown[] }
      expect(value).toMatchObject([{ err: null, confirmationStatus: expect.stringMatching(/confirmed|finalized/) }])
    },
    { timeout: 60_000, interval: 50 },
  )
}

async function mint(call: Caller, collection: string, ids: readonly string[], nfts: readonly object[]): Promise<void> {
  const { status, text } = await call('POST', `${collection}/nfts`, {
    nfts: nfts.map((one, place) => ({ id: ids[place], ...one })),
  })
  expect([status, text]).toEqual([200, text])
  for (const id of ids) await succeeded(call, id)
}

it('a Core collection goes to a wallet that paid what was asked for; Mintdesk goes on minting and changing, and finds it again by the seed', async () => {
  await newTape('ownership')
  const { account: wallet } = await userOf('a wallet of somebody else')
  await withFolder(async (folder) => {
    await openApi(folder, 'ownership', async (call, core) => {
      const person = (await windowOf(core)).call
      const path = '/app/collections/badges/ownership'
      const now = async (): Promise<Ownership> => ownership.parse((await person('GET', path)).json)
      const offer = (to: string, again = to) => person('PUT', path, { to, again })
      const refused = { status: 422, json: { code: 'collection.handover' } }
      await succeeded(
        call,
        ((await call('PUT', `${collections}/badges`, input('core'))).json as { actionId: string }).actionId,
      )
      await mint(call, `${collections}/badges`, ['leaf', 'asset'], [nft(1), nft(2, { compressed: false })])

      const { owner: treasury, isOurs } = await now()
      expect([typeof treasury, isOurs]).toEqual(['string', true])
      expect(await offer(wallet.address, solanaRecipientOf(1))).toMatchObject(refused)
      // The system program's address is a valid one, of which nobody has the key.
      expect(await offer(SystemProgram.programId.toBase58())).toMatchObject(refused)
      expect(await offer(treasury ?? '')).toMatchObject(refused)
      const { request } = ownership.parse((await offer(wallet.address)).json)
      if (request?.kind !== 'payment') throw new Error('the new owner is not asked for a payment')
      expect([request.to, request.amount.currency]).toEqual([treasury, 'SOL'])
      const complete = () => person('POST', `${path}/complete`, { to: wallet.address })
      expect(await complete()).toMatchObject(refused)

      const rpc = await rpcOf(core)
      const asked = BigInt(request.amount.amount)
      await rpc('requestAirdrop', [wallet.address, 1_000_000_000])
      // Another amount is no answer, nor is the amount from another address.
      await pay(rpc, wallet, request.to, asked + 1n)
      const { account: other } = await userOf('another wallet')
      await rpc('requestAirdrop', [other.address, 1_000_000_000])
      await pay(rpc, other, request.to, asked)
      expect((await now()).askedUntil).toBeNull()
      await pay(rpc, wallet, request.to, asked)
      const { askedUntil } = await now()
      const hours = (Date.parse(askedUntil ?? '') - Date.now()) / 3_600_000
      expect(hours > 47.9 && hours <= 48).toBe(true)

      const [first, again] = await Promise.all([1, 2].map(complete))
      const [given, twice] = first?.status === 200 ? [first, again] : [again, first]
      expect(twice).toMatchObject(refused)
      await succeeded(call, String(given?.json.actionId))
      expect(await now()).toMatchObject({ owner: wallet.address, isOurs: false, offeredTo: null, request: null })

      await mint(call, `${collections}/badges`, ['leaf-2', 'asset-2'], [nft(3), nft(4, { compressed: false })])
      for (const id of ['leaf', 'asset']) {
        const changed = await call('PATCH', `${collections}/badges/nfts/${id}`, {
          ...nft(1),
          metadata: { name: 'New', image: 'https://example.com/a.png' },
          recipient: undefined,
        })
        await succeeded(call, String(changed.json.actionId))
      }
      const limited = await call('PATCH', `${collections}/badges`, { supplyLimit: 10 })
      expect(limited).toMatchObject({ status: 422, json: { code: 'collection.notOwner' } })
      expect(await offer(solanaRecipientOf(1))).toMatchObject({ status: 422, json: { code: 'collection.notOwner' } })
    })
    await removeDatabase(folder)
    await openApi(folder, 'ownership', async (call, core) => {
      const person = (await windowOf(core)).call
      await person('POST', '/app/recovery', {})
      const found = await until('recovered', async () => {
        const state = recoveryState.parse((await person('GET', '/app/recovery')).json)
        return state.state === 'running' ? null : state
      })
      expect(found).toMatchObject({ state: 'done', message: null, remarks: [] })
      const { json } = await call('GET', `${collections}/badges/nfts?page=1&perPage=50`)
      expect(json).toHaveLength(4)
    })
  })
})

it('a certified collection is not given away, since its owner alone could mint into it', async () => {
  await withFolder((folder) =>
    openApi(folder, 'ownership', async (call, core) => {
      const person = (await windowOf(core)).call
      await call('PUT', `${collections}/art`, input('certified'))
      const path = '/app/collections/art/ownership'
      expect(ownership.parse((await person('GET', path)).json).impossible).toContain(
        'Choose the kind “With royalties” (core)',
      )
      const [to, again] = [solanaRecipientOf(1), solanaRecipientOf(1)]
      expect(await person('PUT', path, { to, again })).toMatchObject({
        status: 422,
        json: { code: 'collection.handover' },
      })
    }),
  )
})

/** What Node needs before the 32 bytes of an ed25519 key (RFC 8410). */
const keyHead = Buffer.from('302a300506032b6570032100', 'hex')

it('a text is signed as wallets of Solana and of Aptos do, and none that could be a transaction', async () => {
  await withFolder((folder) =>
    openApi(folder, 'ownership', async (call, core) => {
      const person = (await windowOf(core)).call
      const message = 'I own this collection. ✓'
      const signed = async (chain: string) =>
        signature.parse((await person('POST', '/app/signatures', { chain, message })).json)
      const holds = (key: Uint8Array, text: string, by: Uint8Array) =>
        verify(
          null,
          Buffer.from(text),
          createPublicKey({ key: Buffer.concat([keyHead, key]), format: 'der', type: 'spki' }),
          by,
        )

      const solana = await signed('solana')
      expect([solana.message, solana.publicKey]).toEqual([message, null])
      expect(holds(base58.decode(solana.address), message, base58.decode(solana.signature))).toBe(true)

      const aptos = await signed('aptos')
      expect(aptos.message).toMatch(/^APTOS\nmessage: I own this collection. ✓\nnonce: [0-9a-f]{16}$/)
      const bytes = (hex: string | null) => Buffer.from((hex ?? '').slice(2), 'hex')
      expect(holds(bytes(aptos.publicKey), aptos.message, bytes(aptos.signature))).toBe(true)

      for (const text of ['\n\n', '\tTo sign in', '\u0001\u0000'])
        expect(await person('POST', '/app/signatures', { chain: 'solana', message: text })).toMatchObject({
          ...{ status: 422, json: { code: 'signature.message' } },
        })
      expect((await call('POST', '/app/signatures', { chain: 'solana', message })).status).toBe(401)
    }),
  )
})
