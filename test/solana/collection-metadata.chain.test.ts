/** Picture, banner, description and link of a Core collection: its account names other metadata from then on. */
import { fetchCollection, mplCore } from '@metaplex-foundation/mpl-core'
import { publicKey } from '@metaplex-foundation/umi'
import { createUmi } from '@metaplex-foundation/umi-bundle-defaults'
import { expect, it } from 'vitest'
import type { Core } from '../../src/core/index.ts'
import { appState, type CollectionDetails, recoveryState } from '../../src/shared/app-api.ts'
import { removeDatabase, windowOf, withFolder } from '../core/trial-core.ts'
import { solanaRecipientOf, until } from '../minting/open-engine.ts'
import { openApi, succeeded } from './open-api.ts'
import { newTape } from './world.ts'

const collection = '/api/2022-06-09/collections/badges'
const path = '/app/collections/badges'
const image = 'https://example.com/a.png'
const input = {
  ...{ chain: 'solana', contractKind: 'core', reuploadLinkedFiles: false },
  metadata: { name: 'Badges', description: 'Of everybody', imageUrl: image, symbol: 'BADGE' },
}

/** What the collection's account names, and what lies there. */
async function published(core: Core, mintAddress: string) {
  const { call } = await windowOf(core)
  const { networks } = appState.parse((await call('GET', '/app/state')).json)
  const umi = createUmi(networks.find(({ chain }) => chain === 'solana')?.rpcUrl ?? '').use(mplCore())
  const { uri, name } = await fetchCollection(umi, publicKey(mintAddress))
  const json = (await (await fetch(`${core.url}/ipfs/${uri.replace('ipfs://', '')}`)).json()) as Record<string, string>
  return { uri, name, json }
}

it('a Core collection shows what it was changed to, and is found again by the seed; a certified one says that it cannot', async () => {
  await newTape('collection-metadata')
  const shown = {
    description: 'Of those who came',
    imageUrl: image,
    bannerUrl: `${image}?wide`,
    link: 'https://example.com',
  }
  let [mintAddress, sealed] = ['', '']
  await withFolder(async (folder) => {
    await openApi(folder, 'collection-metadata', async (call, core) => {
      const person = (await windowOf(core)).call
      const made = (await call('PUT', collection, input)).json as { actionId: string }
      await succeeded(call, made.actionId)
      mintAddress = ((await call('GET', collection)).json.onChain as { mintAddress: string }).mintAddress
      const atFirst = await published(core, mintAddress)
      sealed = atFirst.json.mintdesk ?? ''
      expect(atFirst.json).toMatchObject({
        description: 'Of everybody',
        mintdesk: expect.stringMatching(/^[\w-]{30,}$/),
      })

      const { bannerUrl, link, description } = shown
      const changed = await person('PATCH', `${path}/metadata`, { bannerUrl, link, description })
      expect([changed.status, changed.text]).toEqual([200, changed.text])
      expect((await succeeded(call, String(changed.json.actionId))).data.changes).toBe('metadata')
      const now = await published(core, mintAddress)
      expect(now).toMatchObject({
        ...{ name: 'Badges', uri: expect.not.stringContaining(atFirst.uri) },
        json: {
          ...{ name: 'Badges', symbol: 'BADGE', mintdesk: sealed },
          ...{ description, image, banner_image: bannerUrl, external_link: link },
        },
      })
      const nft = { recipient: `solana:${solanaRecipientOf(1)}`, metadata: { name: 'One', image } }
      await call('PUT', `${collection}/nfts/one`, { ...nft, compressed: false, reuploadLinkedFiles: false })
      await succeeded(call, 'one')

      const refused = await person('PATCH', '/app/collections/default-solana/metadata', { description })
      expect(refused).toMatchObject({ status: 422, json: { code: 'collection.unsupported' } })
    })
    await removeDatabase(folder)
    await openApi(folder, 'collection-metadata', async (call, core) => {
      const person = (await windowOf(core)).call
      await person('POST', '/app/recovery', {})
      const { found } = await until('recovered', async () => {
        const state = recoveryState.parse((await person('GET', '/app/recovery')).json)
        return state.state === 'running' ? null : state
      })
      expect(found).toMatchObject([{ collectionId: 'badges', contract: mintAddress, minted: 1, entered: 1 }])
      const { json } = await person('GET', `${path}/settings`)
      expect((json as unknown as CollectionDetails).metadata).toEqual(shown)
      expect((await call('GET', collection)).json.metadata).toMatchObject({ description: shown.description })
    })
  })
})
