import { createHash } from 'node:crypto'
import { decode } from '@ipld/dag-pb'
import { CID } from 'multiformats/cid'
import { folder, folderCidOf } from '../lib/cid.ts'
import type { FolderFile } from '../lib/folder-address.ts'
import { plainHost } from './addresses.ts'
import { mintsFileName, readMintsFile } from './batch-folder.ts'
import { createFetcher, type FetcherOptions } from './fetch-file.ts'
import { publicAddress } from './services/public-files.ts'

const nodeCodec = 0x70
const rawCodec = 0x55
const sha256Code = 0x12
/** Ours: a batch's folder is one block, and so is its list; neither is larger. */
const blockAtMost = 2 ** 20

/** Ours: files of one folder that are fetched at a time. */
const atATime = 8
/** Ours: a gateway that has the block answers soon; otherwise the next one is asked. */
const bounds = { milliseconds: 15_000, retryDelays: [] }

export interface PublishedTagsOptions {
  allowedHosts: FetcherOptions['allowedHosts']
  /** Where none is set, this installation has published nothing, and nothing is looked for. */
  storage: {
    used(): Promise<object | null>
    /** The public address of its content; null where the content is on IPFS. */
    publicUrl(): Promise<string | null>
  }
  /** Addresses of IPFS gateways, tried in turn. */
  providers: { gateways(): Promise<readonly string[]> }
}

export interface PublishedTags {
  /** The tags of a batch by place, by the digest of its folder; null where neither the storage's address nor a gateway serves them. */
  read(digest: string): Promise<string[] | null>
  close(): Promise<void>
}

/**
 * Fetches batches' `mints.json` from where it is published when this computer lacks it: so a database that was restored on another computer
 * learns what was minted since the backup. The content is compared with the digest, so no gateway and no bucket has to be trusted.
 */
export function openPublishedTags({ allowedHosts, storage, providers }: PublishedTagsOptions): PublishedTags {
  const fetcher = createFetcher({ allowedHosts, bounds })

  async function block(cid: CID): Promise<Uint8Array | null> {
    if (cid.multihash.code !== sha256Code) return null
    for (const gateway of await providers.gateways()) {
      // https://specs.ipfs.tech/http-gateways/trustless-gateway/
      const bytes = await fetcher.fetch(`${gateway}/ipfs/${cid}?format=raw`, gather).catch(() => null)
      if (bytes && createHash('sha256').update(bytes).digest().equals(cid.multihash.digest)) return bytes
    }
    return null
  }

  /** From a bucket or web server, which serves the files of a folder but not its block: the folder is computed from all of them. */
  async function fromPublic(base: string, digest: `0x${string}`): Promise<string[] | null> {
    const { hostname, port } = new URL(base)
    // The person set this address as that of their storage, so it may be in their own network.
    const own = { host: plainHost(hostname), ...(port === '' ? {} : { port: Number(port) }) }
    const from = createFetcher({ allowedHosts: [...allowedHosts, own], bounds })
    const read = async (name: string): Promise<FolderFile[]> => {
      const url = publicAddress(base, `${folderCidOf(digest)}/${name}`)
      const bytes = await from.fetch(url, gather).catch(() => null)
      return bytes === null ? [] : [{ name, bytes }]
    }
    const isWhole = async (files: readonly FolderFile[]) => (await folder(files)).digest === digest
    try {
      const list = await read(mintsFileName)
      const tags = list[0] && readMintsFile(list[0].bytes)
      if (!tags) return null
      // Batches of copies, and of NFTs under a base URI, have no other files.
      if (await isWhole(list)) return tags
      const places: FolderFile[] = []
      for (let at = 0; at < tags.length; at += atATime)
        places.push(
          ...(await Promise.all(tags.slice(at, at + atATime).map((_, place) => read(`${at + place}.json`)))).flat(),
        )
      return (await isWhole([...places, ...list])) ? tags : null
    } finally {
      await from.close()
    }
  }

  return {
    close: () => fetcher.close(),
    async read(digest) {
      if ((await storage.used()) === null) return null
      const base = await storage.publicUrl()
      const there = base === null ? null : await fromPublic(base, digest as `0x${string}`)
      if (there !== null) return there
      const root = CID.parse(folderCidOf(digest as `0x${string}`))
      const node = root.code === nodeCodec ? await block(root) : null
      const link = node && decode(node).Links.find(({ Name }) => Name === mintsFileName)
      if (!link || link.Hash.code !== rawCodec) return null
      const list = await block(link.Hash)
      return (list && readMintsFile(list)) ?? null
    },
  }
}

async function gather(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of bytes) {
    length += part.length
    if (length > blockAtMost) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
