/** Each driver with the double of its service, so that all go under the same table of faults. */
import { createHash } from 'node:crypto'
import { signFile } from '../../../src/core/metadata/arweave/items.ts'
import type { ContentStore } from '../../../src/core/metadata/content-store.ts'
import type { PinningService } from '../../../src/core/metadata/pinning.ts'
import { arweaveService } from '../../../src/core/metadata/services/arweave.ts'
import { filebaseService } from '../../../src/core/metadata/services/filebase.ts'
import { kuboService } from '../../../src/core/metadata/services/kubo.ts'
import { pinataService } from '../../../src/core/metadata/services/pinata.ts'
import { s3Service } from '../../../src/core/metadata/services/s3.ts'
import { arweaveAccount } from '../../../src/core/wallets/arweave-account.ts'
import { openKuboNode } from '../kubo-node.ts'
import { type FaultyProxy, openFaultyProxy } from './faulty-proxy.ts'
import { openPinataDouble } from './pinata-double.ts'
import { openS3Double } from './s3-double.ts'
import { openTurboDouble } from './turbo-double.ts'

export interface TestedService {
  /** It keeps files alone. */
  noFolders?: true
  proxy: FaultyProxy
  /** A driver, as a new start of Mintdesk makes it. */
  open(secret?: string, patienceMs?: number): PinningService
  /** How often something was taken: requests with content, or objects. */
  taken(): number
  /** Whether the world can fetch that content, under its own CID. */
  keeps(cid: string): boolean
  close(): Promise<void>
}

/** In the words of Pinata, of which its users ask at github.com/ipfs/ipfs-webui/issues/1900: nothing is full there. */
const said = (status: number): string => (status === 429 ? 'Rate limit exceeded' : `said ${status}`)

async function kubo(store: ContentStore, hosted: boolean): Promise<TestedService> {
  const node = await openKuboNode()
  node.authorization = 'Bearer s3cret'
  node.oneRoot = hosted
  const proxy = await openFaultyProxy(node.url, (status) =>
    hosted ? JSON.stringify({ message: said(status) }) : said(status),
  )
  return {
    proxy,
    open: (token = 's3cret', patienceMs = 60_000) =>
      hosted
        ? filebaseService({ token, url: proxy.url, patienceMs }, store)
        : kuboService({ url: proxy.url, auth: `bearer:${token}`, patienceMs }, store),
    taken: () => node.uploads,
    keeps: (cid) => node.blocks.has(cid),
    close: async () => void (await Promise.all([node.close(), proxy.close()])),
  }
}

export const services: Readonly<Record<string, (store: ContentStore) => Promise<TestedService>>> = {
  Kubo: (store) => kubo(store, false),
  Filebase: (store) => kubo(store, true),
  async Pinata(store) {
    const double = await openPinataDouble()
    const proxy = await openFaultyProxy(double.url, (status) =>
      JSON.stringify({ error: { reason: status === 403 ? 'NO_SCOPES_FOUND' : 'SAID', details: said(status) } }),
    )
    return {
      proxy,
      open: (token = double.token, patienceMs = 60_000) => pinataService({ token, url: proxy.url, patienceMs }, store),
      taken: () => double.uploads,
      keeps: (cid) => double.blocks.has(cid),
      close: async () => void (await Promise.all([double.close(), proxy.close()])),
    }
  },
  async Arweave(store) {
    const double = await openTurboDouble()
    const accountOf = (secret: string) => arweaveAccount(createHash('sha512').update(secret).digest())
    double.accounts.add(accountOf('s3cret').address)
    const proxy = await openFaultyProxy(double.url, said)
    const signed = new Map<string, string>()
    return {
      noFolders: true,
      proxy,
      open: (secret = 's3cret', patienceMs = 60_000) => {
        const account = accountOf(secret)
        const sign = async (cid: string) => {
          const file = await store.find(cid)
          if (file?.kind !== 'file') throw new Error(`${cid} is no file`)
          const item = await signFile(account, await store.contentType(file), file)
          signed.set(cid, item.id)
          return { ...item, file }
        }
        return arweaveService({ url: proxy.url, account: account.address, sign, patienceMs }, store)
      },
      taken: () => double.uploads,
      keeps: (cid) => double.items.has(signed.get(cid) ?? ''),
      close: async () => void (await Promise.all([double.close(), proxy.close()])),
    }
  },
  async S3(store) {
    const double = await openS3Double()
    const proxy = await openFaultyProxy(double.url, (status) => `<Error><Code>Said${status}</Code></Error>`)
    const { accessKeyId, publicUrl } = double
    const place = { endpoint: proxy.url, bucket: 'nfts', region: 'auto', accessKeyId, publicUrl }
    return {
      proxy,
      open: (secretAccessKey = double.secretAccessKey, patienceMs = 60_000) =>
        s3Service({ ...place, secretAccessKey, patienceMs }, store),
      taken: () => double.puts,
      keeps: (cid) => double.objects.has(cid) || double.objects.has(`${cid}/0.json`),
      close: async () => void (await Promise.all([double.close(), proxy.close()])),
    }
  },
}
