import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { parseAbi } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cli } from '../cli/run-cli.ts'
import { windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { collectionOn, liveProject, mint, recipientOf, runOf, until } from '../live/live-job.ts'
import { type PlayedNetwork, playNetwork } from '../live/played-network.ts'
import { openS3Double, type S3Double } from '../metadata/services/s3-double.ts'

const chain = 'base-sepolia'
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const abi = parseAbi([
  'function tokenURI(uint256 id) view returns (string)',
  'function contractURI() view returns (string)',
])

let live: PlayedNetwork
let s3: S3Double
beforeAll(async () => {
  ;[live, s3] = await Promise.all([playNetwork(84_532), openS3Double()])
})
afterAll(() => Promise.all([live.close(), s3.close()]))

function sheet(rows: number): Uint8Array {
  const lines = Array.from({ length: rows }, (_, at) => `${recipientOf(`seen ${at}`)},Badge ${at},"${pixel}"`)
  return Buffer.from(['recipient,name,image', ...lines, ''].join('\n'))
}

it('NFTs whose metadata lies in a bucket name its address on chain, and others see them', async () => {
  const options = {
    env: {
      MINTDESK_LIVE_SEED: generateMnemonic(wordlist, 256),
      MINTDESK_ALLOW_HOSTS: new URL(s3.url).host,
      MINTDESK_SOURCIFY_URL: 'http://127.0.0.1:9',
    },
    trial: { chains: { confirmations: 1, pollMs: 100 } },
  }
  await withFolder((home) =>
    withCore(
      home,
      async (core) => {
        const { call } = await liveProject(core, 'Shop')
        const { url, accessKeyId, secretAccessKey, publicUrl } = s3
        const key = { bucket: 'nfts', region: 'auto', accessKeyId, secretAccessKey }
        const set = await call('PUT', '/app/storage', { kind: 's3', url, publicUrl, uris: 'https', ...key })
        expect(set.json).toMatchObject({ service: { kind: 's3', uriPrefix: publicUrl } })
        expect(set.text).not.toContain(secretAccessKey)
        expect((await call('POST', '/app/storage/seen')).json).toMatchObject({ seen: true })
        expect((await call('PUT', `/app/networks/${chain}/rpcs`, { rpcs: [live.url] })).status).toBe(200)
        await collectionOn(call, 'badges', chain)
        const visible = async (id = 'badges') => await call('GET', `/app/collections/${id}/visible`)
        expect((await visible()).text).toContain('It is being put onto the network.')

        const { price, run } = await mint(call, 'badges', 'a.csv', sheet(3))
        await live.fund(price.treasury.address, 10n ** 18n)
        await until(
          () => runOf(call, run.id),
          ({ completedAt }) => completedAt !== null,
        )
        const shown = (await call('GET', '/app/collections')).json as unknown as {
          id: string
          contractAddress: string
        }[]
        const address = shown.find(({ id }) => id === 'badges')?.contractAddress as `0x${string}`
        const uri = await live.client.readContract({ abi, address, functionName: 'tokenURI', args: [2n] })
        expect(uri).toMatch(new RegExp(`^${publicUrl}bafy[a-z2-7]+/1\\.json$`))
        const metadata = (await (await fetch(uri)).json()) as { name: string; image: string }
        expect(metadata.name).toBe('Badge 1')
        expect((await fetch(metadata.image)).headers.get('content-type')).toBe('image/gif')
        expect(await live.client.readContract({ abi, address, functionName: 'contractURI' })).toMatch(
          new RegExp(`^${publicUrl}baf`),
        )

        const shownThere = await cli(home, 'collections', 'visible', 'badges', '--project', 'Shop', '--json')
        const { checks } = JSON.parse(shownThere.stdout) as { checks: { what: string; state: string; said: string }[] }
        expect(Object.fromEntries(checks.map(({ what, state }) => [what, state]))).toEqual({
          ...{ contract: 'seen', interfaces: 'seen', owner: 'seen', 'collection-metadata': 'seen' },
          ...{ 'token-metadata': 'seen', picture: 'seen', source: 'unseen', transfer: 'seen' },
        })
        expect(shownThere.code).toBe(1)

        s3.answersOther = true
        expect((await visible()).text).toContain('answers another file than the one that was minted')
        expect((await call('POST', '/app/storage/seen')).json).toMatchObject({ seen: false })
        s3.answersOther = false
        s3.isPublic = false
        expect((await visible()).text).toContain('Nobody answered with it (asked: 127.0.0.1')
        s3.isPublic = true

        const { call: practice } = await windowOf(core)
        const refused = await practice('GET', '/app/collections/default-polygon/visible')
        expect(refused).toMatchObject({ status: 422, json: { code: 'visible.practice' } })
      },
      options,
    ),
  )
})
