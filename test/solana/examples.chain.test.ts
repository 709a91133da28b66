import { expect, it } from 'vitest'
import { collectionAnswer } from '../../src/shared/api-schemas/collections.ts'
import { nftAnswer } from '../../src/shared/api-schemas/nfts.ts'
import { appState } from '../../src/shared/app-api.ts'
import { faultOf, operationsOf } from '../api/described.ts'
import { windowOf, withFolder } from '../core/trial-core.ts'
import { openApi, succeeded } from './open-api.ts'
import { newTape } from './world.ts'

const base = '/api/2022-06-09'

it('the examples of /openapi.json for Solana are taken, and answered as the description says', async () => {
  await newTape('examples')
  await withFolder((folder) =>
    openApi(folder, 'examples', async (call, core) => {
      const operations = operationsOf((await call('GET', '/openapi.json')).json)
      const operationOf = (id: string) => {
        const found = operations.find((operation) => operation.id === id)
        if (found === undefined) throw new Error(`there is no operation ${id}`)
        return found
      }
      const onSolana = (id: string) =>
        operationOf(id).examples.filter((example) => JSON.stringify(example).includes('solana'))
      /** Sends, and holds the answer against what is said of it. */
      const answered = async (id: string, method: string, path: string, body?: unknown) => {
        const { status, json, text } = await call(method, path, body)
        expect([id, status < 300 ? '' : text, faultOf(operationOf(id).answers.get(status), json)]).toEqual([
          ...[id, '', undefined],
        ])
        return json
      }

      for (const [at, [type, example]] of [
        ['metaplex-certified-collection', onSolana('putCollection')[0]] as const,
        ['metaplex-core-collection', onSolana('putCollection')[1]] as const,
      ].entries()) {
        const path = `${base}/collections/made-${at}`
        const { actionId } = collectionAnswer.parse(await answered('putCollection', 'PUT', path, example))
        await succeeded(call, actionId)
        const { onChain } = collectionAnswer.parse(await answered('getCollection', 'GET', path))
        expect(onChain).toMatchObject({ type, mintAddress: expect.stringMatching(/^\w{32,44}$/) })
      }

      // One after the other: the tape holds them in this order.
      const kinds: (boolean | undefined)[] = []
      for (const [at, example] of onSolana('putNft').entries()) {
        const path = `${base}/collections/made-0/nfts/pass-${at}`
        await answered('putNft', 'PUT', path, example)
        await succeeded(call, `pass-${at}`)
        expect(nftAnswer.parse(await answered('getNft', 'GET', path)).onChain.mintHash).toMatch(/^\w{32,44}$/)
        const { data } = await succeeded(call, `pass-${at}`)
        expect(data.token).toMatchObject({ mintHash: expect.stringMatching(/^\w{32,44}$/) })
        kinds.push((example as { compressed?: boolean }).compressed)
      }
      expect(kinds).toEqual([true, false])
      // A single one without an id of its own gets another each time, which no tape can hold.
      for (const example of onSolana('mintNft').filter((one) => 'nfts' in Object(one))) {
        await answered('mintNft', 'POST', `${base}/collections/made-0/nfts`, example)
        for (const id of ['pass-2', 'pass-3']) await succeeded(call, id)
      }

      // What no example can know: an NFT in a wallet of the project.
      const window = await windowOf(core)
      const [project] = appState.parse((await window.call('GET', '/app/state')).json).projects
      await window.call('PATCH', `/app/projects/${project?.id}`, { enterprise: true })
      const minted = nftAnswer.parse(await answered('getNft', 'GET', `${base}/collections/made-0/nfts/pass-0`))
      const { mintHash = '' } = minted.onChain
      const [example] = onSolana('transferWalletNft')
      const moved = await answered('transferWalletNft', 'POST', '/api/v1-alpha1/wallets/transfer', {
        ...Object(example),
        tokenMintAddress: mintHash,
      })
      await succeeded(call, String(moved.actionId))
      const located = await window.call('GET', `/app/nfts/${encodeURIComponent(`solana:${mintHash}`)}`)
      // It is in nobody's wallet here any more.
      expect(located.json).toMatchObject({ collectionId: 'made-0', id: 'pass-0', burnable: false })
      const second = nftAnswer.parse(await answered('getNft', 'GET', `${base}/collections/made-0/nfts/pass-2`))
      const held = await window.call('GET', `/app/nfts/solana:${second.onChain.mintHash}`)
      expect(held.json).toMatchObject({ id: 'pass-2', burnable: true })
    }),
  )
})
