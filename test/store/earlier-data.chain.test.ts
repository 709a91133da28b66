import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importState } from '../../src/shared/app-api.ts'
import { callerOf, root, windowOf, withCore, withFolder } from '../core/trial-core.ts'

/**
 * A data folder as version 0.1.0 (commit 9c898b5) left it when it was killed: three NFTs of a spreadsheet on Polygon, a collection on Base
 * with one NFT and a second that was accepted and not yet sent, a collection on Zora that was being deployed.
 */
const folderOf010 = join(root, 'test/store/data-folders/0.1.0.tar.gz')
/** Made by 0.1.0 for that folder's practice project. */
const key = 'sk_practice_d6n2HhQ2UCxcrujVVPzLBzDydBrW6u5L6z3mfecfnKMN833Zp'
const spreadsheet = [
  'recipient,name,image,id',
  '0x52908400098527886E0F7030069857D2E4169EE7,One,ipfs://bafkqaaa,one',
  'ada@example.com,Two,ipfs://bafkqaaa,two',
  'userId:7:polygon,Three,ipfs://bafkqaaa,three',
  '',
].join('\n')

async function until<T>(look: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await look()
    if (isThere(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('what an earlier version left goes on: contracts where they were said to be, nothing minted twice, keys and wallets kept', async () => {
  await withFolder(async (folder) => {
    execFileSync('tar', ['xzf', folderOf010, '-C', folder])
    const dataDir = join(folder, '0.1.0')
    expect((await readFile(join(dataDir, 'mintdesk.db'))).length).toBeGreaterThan(0)
    await withCore(
      dataDir,
      async (core) => {
        const api = callerOf(core.url, { 'x-api-key': key })
        const nft = async (collection: string, id: string) =>
          (await api('GET', `/api/2022-06-09/collections/${collection}/nfts/${id}`)).json
        const minted = (collection: string, id: string) =>
          until(
            () => nft(collection, id),
            (found) => (found.onChain as { status: string }).status !== 'pending',
          )

        expect(await minted('members', 'second')).toMatchObject({
          onChain: {
            status: 'success',
            contractAddress: '0x270017F3542B8621B11D05C1242080ddFB0C3AC4',
            tokenId: '2',
            owner: '0x2a2Fd5697b9BBBd20afB935E08300dda067cd07a',
          },
        })
        const fourth = {
          recipient: 'polygon:0x52908400098527886E0F7030069857D2E4169EE7',
          metadata: { name: 'T', image: 'ipfs://bafkqaaa' },
        }
        expect((await api('PUT', '/api/2022-06-09/collections/default-polygon/nfts/four', fourth)).status).toBe(200)
        expect(await minted('default-polygon', 'four')).toMatchObject({ onChain: { status: 'success', tokenId: '4' } })
        const unused = await until(
          async () => (await api('GET', '/api/2022-06-09/actions/unused')).json,
          ({ status }) => status !== 'pending',
        )
        expect(unused).toMatchObject({
          status: 'succeeded',
          data: { collection: { contractAddress: '0x2efB0462d9De96f2Cb409036C76e5931D4cc7b7c' } },
        })

        const ada = (await api('GET', '/api/2022-06-09/wallets/email:ada@example.com:polygon/nfts')).json
        expect(ada).toMatchObject([{ tokenId: '2', metadata: { name: 'Two' } }])

        const { call } = await windowOf(core)
        const dropped = await call(
          'POST',
          '/app/imports?name=again.csv&collectionId=default-polygon',
          Buffer.from(spreadsheet),
        )
        const { id } = importState.parse(dropped.json)
        const { counts } = await until(
          async () => importState.parse((await call('GET', `/app/imports/${id}`)).json),
          ({ state }) => state !== 'checking',
        )
        expect(counts).toMatchObject({ rows: 3, skipped: 3, nfts: 0 })
      },
      { trial: { blocks: 200 } },
    )
  })
})
