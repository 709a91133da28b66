import { createHash } from 'node:crypto'
import { decode } from '@ipld/dag-pb'
import { CID } from 'multiformats/cid'
import { folderCidOf } from '../lib/cid.ts'
import { mintsFileName, readMintsFile } from './batch-folder.ts'
import { createFetcher, type FetcherOptions } from './fetch-file.ts'

const nodeCodec = 0x70
const rawCodec = 0x55
const sha256Code = 0x12
/** Ours: a batch's folder is one block, and so is its list; neither is larger. */
const blockAtMost = 2 ** 20

/** Ours: a gateway that has it answers soon, and the next one is asked. */
const bounds = { milliseconds: 15_000, retryDelays: [] }

export interface PublishedTagsOptions {
  allowedHosts: FetcherOptions['allowedHosts']
  /** Where none is set, nothing of this installation is published, and nothing is looked for. */
  storage: { used(): Promise<object | null> }
  /** Addresses of IPFS gateways, tried in turn. */
  providers: { gateways(): Promise<readonly string[]> }
}

export interface PublishedTags {
  /** The tags of a batch by place, by the digest of its folder; null where no gateway has them. */
  read(digest: string): Promise<string[] | null>
  close(): Promise<void>
}

/**
 * Reads batches' `mints.json` from IPFS, where this computer does not have them: a database that was restored elsewhere learns by these what
 * was minted since the backup. Each block is compared with its CID, so no gateway is believed.
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

  return {
    close: () => fetcher.close(),
    async read(digest) {
      if ((await storage.used()) === null) return null
      const root = CID.parse(folderCidOf(digest as `0x${string}`))
      const folder = root.code === nodeCodec ? await block(root) : null
      const link = folder && decode(folder).Links.find(({ Name }) => Name === mintsFileName)
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
