import { getTools, WalletClientBase } from '@goat-sdk/core'
import { type MintPlugin, mintPlugin } from '@goat-sdk/crossmint/dist/plugins/mint.plugin.mjs'
import { Webhook } from 'svix'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { nftAnswer } from '../../../src/shared/api-schemas/nfts.ts'
import { createdKey, createdWebhook } from '../../../src/shared/app-api.ts'
import { callerOf, windowOf, withCore, withFolder } from '../../core/trial-core.ts'
import { openReceiver } from '../../events/open-hooks.ts'
import { badge, polygonAddress } from '../open-api.ts'

/** A wallet on Polygon that only says where it is: the minting tools ask for no more. */
class PolygonWallet extends WalletClientBase {
  getAddress = () => polygonAddress
  getChain = () => ({ type: 'evm' as const, id: 137 })
  signMessage = () => Promise.reject(new Error('nothing is to be signed'))
  balanceOf = () => Promise.reject(new Error('no balance is asked for'))
}

const collectionMade = z.object({ collectionId: z.string(), chain: z.literal('polygon'), contractAddress: z.string() })
const nftMade = z.object({
  id: z.string(),
  collectionId: z.string(),
  contractAddress: z.string(),
  chain: z.literal('polygon'),
})

it('the hosted service’s npm client makes a collection and mints into it, and svix verifies what it is told', async () => {
  const receiver = await openReceiver(Date.now)
  try {
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const window = await windowOf(core)
          const { key } = createdKey.parse((await window.call('POST', '/app/keys', { name: 'client' })).json)
          const { secret } = createdWebhook.parse(
            (await window.call('POST', '/app/webhooks', { url: receiver.url })).json,
          )

          // Its own API client takes the host from a key that the hosted service has signed; address and key are all that is ours here.
          const client = { baseUrl: core.url, authHeaders: { 'x-api-key': key } }
          const plugin = mintPlugin(client as unknown as ConstructorParameters<typeof MintPlugin>[0])()
          const tools = await getTools({ wallet: new PolygonWallet(), plugins: [plugin as never] })
          const use = async (description: RegExp, parameters: object): Promise<unknown> =>
            await tools.find((tool) => description.test(tool.description))?.execute(parameters)

          const metadata = { ...badge, description: 'For everybody who was there.' }
          // Its version 0.3.8 asks for a mint's parameters here, too, and sends them all.
          const collection = collectionMade.parse(
            await use(/^Create a new collection/, { collectionId: '', recipient: polygonAddress, metadata }),
          )
          const { collectionId, contractAddress } = collection
          const toAda = nftMade.parse(
            await use(/^Mint an NFT/, {
              collectionId,
              recipient: 'email:ada@example.com',
              metadata: { ...metadata, attributes: [{ display_type: 'number', value: '7' }] },
            }),
          )
          const toAddress = nftMade.parse(
            await use(/^Mint an NFT/, { collectionId, recipient: polygonAddress, metadata }),
          )
          expect([toAda.contractAddress, toAddress.contractAddress]).toEqual([contractAddress, contractAddress])

          const api = callerOf(core.url, client.authHeaders)
          const read = async (id: string) =>
            nftAnswer.parse((await api('GET', `/api/2022-06-09/collections/${collectionId}/nfts/${id}`)).json)
          expect(await read(toAda.id)).toMatchObject({
            onChain: { status: 'success', tokenId: '1' },
            metadata: { attributes: [{ display_type: 'number', value: '7' }] },
          })
          expect(await read(toAddress.id)).toMatchObject({ onChain: { tokenId: '2', owner: polygonAddress } })

          await expect
            .poll(() => receiver.received.map(({ body }) => JSON.parse(body)), { timeout: 60_000 })
            .toEqual([
              expect.objectContaining({ type: 'collections.create.succeeded', actionId: collectionId }),
              expect.objectContaining({ type: 'nfts.create.succeeded', actionId: toAda.id }),
              expect.objectContaining({ type: 'nfts.create.succeeded', actionId: toAddress.id }),
            ])
          for (const { body, headers } of receiver.received)
            new Webhook(secret).verify(body, headers as Record<string, string>)
          expect(() =>
            new Webhook(secret).verify(' ', receiver.received[0]?.headers as Record<string, string>),
          ).toThrow()
        },
        { trial: { chains: { confirmations: 1 }, blocks: 200 } },
      ),
    )
  } finally {
    await receiver.close()
  }
})
