import { createWalletClient, getAddress, type Hex, http, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { polygon } from 'viem/chains'
import { expect, test } from 'vitest'
import { appState, ownership } from '../../../src/shared/app-api.ts'
import { type Answer, callerOf, windowOf, withCore, withFolder } from '../../core/trial-core.ts'

const quick = { trial: { chains: { confirmations: 1 }, blocks: 100 } }
const nfts = '/api/2022-06-09/collections/default-polygon/nfts'
const path = '/app/collections/default-polygon/ownership'

test('a collection goes to a wallet that asked for it on chain, and Mintdesk goes on minting into it', async () => {
  await withFolder((folder) =>
    withCore(
      folder,
      async (core) => {
        const { call } = await windowOf(core)
        const { key } = (await call('POST', '/app/keys', { name: 'shop' })).json as { key: string }
        const program = callerOf(core.url, { 'x-api-key': key })
        const done = async ({ status, json, text }: Answer): Promise<void> => {
          expect([status, text]).toEqual([200, text])
          const { actionId } = json as { actionId: string }
          for (;;) {
            const action = (await program('GET', `/api/2022-06-09/actions/${actionId}`)).json as { status: string }
            if (action.status !== 'pending') return expect(action).toMatchObject({ status: 'succeeded' })
            await new Promise((resolve) => setTimeout(resolve, 150))
          }
        }
        const mint = (name: string) =>
          program('POST', nfts, {
            recipient: 'email:a@example.com:polygon',
            metadata: { name, image: 'ipfs://bafkqaaa' },
          })
        const now = async () => ownership.parse((await call('GET', path)).json)

        expect((await now()).impossible).toContain('not on chain yet')
        await done(await mint('first'))
        const { owner: treasury, isOurs, request: unasked } = await now()
        expect([isOurs, unasked]).toEqual([true, null])

        const message = 'I own this collection.'
        expect((await program('POST', '/app/signatures', { chain: 'polygon', message })).status).toBe(401)
        const signed = (await call('POST', '/app/signatures', { chain: 'polygon', message })).json as { signature: Hex }
        const address = getAddress(treasury ?? '')
        expect(await verifyMessage({ address, message, signature: signed.signature })).toBe(true)
        expect((await call('POST', '/app/signatures', { chain: 'no-chain', message })).json).toMatchObject({
          code: 'signature.chain',
        })

        const wallet = privateKeyToAccount(generatePrivateKey())
        const offer = (to: string, again = to) => call('PUT', path, { to, again })
        const complete = (to: string = wallet.address) => call('POST', `${path}/complete`, { to })
        const refused = { status: 422, json: { code: 'collection.handover' } }
        expect(await offer(wallet.address, `0x${'1'.repeat(40)}`)).toMatchObject(refused)
        expect(await offer(`0x${'0'.repeat(40)}`)).toMatchObject(refused)
        expect(await offer('0x9D90dbDd0E22a079008Feb3bC671023D5D507c21')).toMatchObject(refused)
        expect(await offer(treasury ?? '')).toMatchObject(refused)
        for (const method of ['GET', 'PUT', 'DELETE'])
          expect((await program(method, path, method === 'PUT' ? { to: '', again: '' } : undefined)).status).toBe(401)
        expect(await complete()).toMatchObject(refused)

        const offered = ownership.parse((await offer(wallet.address)).json)
        expect(offered).toMatchObject({ offeredTo: wallet.address, askedUntil: null })
        const { request } = offered
        if (request?.kind !== 'call') throw new Error('the new owner is not asked for a call')
        expect(request.name).toBe('requestOwnershipHandover')
        // Whoever has not asked for it on chain does not get it: a mistyped address never asks.
        expect(await complete()).toMatchObject(refused)
        const { networks } = appState.parse((await call('GET', '/app/state')).json)
        const rpcUrl = networks.find(({ chain }) => chain === 'polygon')?.rpcUrl ?? ''
        await call('POST', '/app/practice/polygon/fund', { address: wallet.address })
        const sender = createWalletClient({ account: wallet, chain: polygon, transport: http(rpcUrl) })
        await sender.sendTransaction({ to: request?.contract as `0x${string}`, data: request?.data as `0x${string}` })
        while ((await now()).askedUntil === null) await new Promise((resolve) => setTimeout(resolve, 150))

        // Whoever agreed to another address, which it was offered to when they looked, gives it to nobody.
        expect(await complete(`0x${'1'.repeat(40)}`)).toMatchObject({
          status: 409,
          json: {
            code: 'collection.offerChanged',
            message: expect.stringContaining(`offered to ${wallet.address} now`),
          },
        })
        const [first, again] = await Promise.all([1, 2].map(() => complete()))
        const [given, twice] = first?.status === 200 ? [first, again] : [again, first]
        expect(twice).toMatchObject(refused)
        if (given) await done(given)
        expect(await now()).toMatchObject({ owner: wallet.address, isOurs: false, offeredTo: null })
        await done(await mint('second'))
        const changed = await program('PATCH', '/api/2022-06-09/collections/default-polygon', { supplyLimit: 10 })
        expect(changed).toMatchObject({ status: 422, json: { code: 'collection.notOwner' } })
        expect(await offer(`0x${'1'.repeat(40)}`)).toMatchObject({ status: 422, json: { code: 'collection.notOwner' } })
      },
      quick,
    ),
  )
})
