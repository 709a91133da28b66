import { LRUCache } from 'lru-cache'
import { canonicalJson, canonicalJsonBytes } from '../../lib/canonical-json.ts'
import { folderCidOf } from '../../lib/cid.ts'
import { CoreError } from '../../lib/errors.ts'
import { arweavePrefix, ipfsPrefix } from '../../lib/uri-prefix.ts'
import type { ArweaveItems } from '../../metadata/arweave/items.ts'
import { mintsFileName, readMintsFile, storeBatchFolder } from '../../metadata/batch-folder.ts'
import type { ContentStore } from '../../metadata/content-store.ts'
import type { Fetcher } from '../../metadata/fetch-file.ts'
import {
  type JsonObject,
  LinkedFilesError,
  type LinkedFilesOptions,
  linkCache,
  resolveLinked,
} from '../../metadata/linked-files.ts'
import type { Pinner } from '../../metadata/pinner.ts'
import { contentsOf, ownRoot } from '../../metadata/published.ts'
import { sealId } from '../../metadata/sealed-id.ts'
import type { EngineProject, LinkScope, MintMetadata } from '../deps.ts'

export interface MintMetadataOptions {
  store: ContentStore
  /** Its content on Arweave. */
  items: ArweaveItems
  /** Where a live project's content is kept for the world. */
  pinner: Pinner
  fetcher: Fetcher
  /** The key of a project's tags, 32 bytes. */
  mintsKey(project: EngineProject): Uint8Array
  /** The folder that was dropped beside an import's spreadsheet, if there was one. */
  mediaFolder(importId: string): string | undefined
}

/**
 * How long after its last use a scope's files count as fetched, ms; a retry after that fetches again. The API's scopes never end, so their files
 * count for so long after they were fetched.
 */
const scopeKeptMs = 30_000

/** The engine's metadata: linked files, addresses and pinning, over the content store and a pinning service. */
export function mintMetadata({
  store,
  items,
  pinner,
  fetcher,
  mintsKey,
  mediaFolder,
}: MintMetadataOptions): MintMetadata {
  const scopes = new LRUCache<string, Pick<LinkedFilesOptions, 'cache' | 'mediaFolder'>>({
    max: 64,
    ttl: scopeKeptMs,
    updateAgeOnGet: true,
  })

  /** The URI by which NFTs of a collection name content of ours. */
  async function uriOf(uriPrefix: string, cid: string): Promise<string> {
    return `${uriPrefix}${uriPrefix === arweavePrefix ? await items.idOf(cid) : cid}`
  }

  /** The folder is looked for once, not for each mint. */
  function linksOf({ id, importId }: LinkScope): Pick<LinkedFilesOptions, 'cache' | 'mediaFolder'> {
    const known = id === null ? undefined : scopes.get(id)
    if (known) return known
    const links = {
      cache: linkCache(scopeKeptMs, importId === null ? scopeKeptMs : undefined),
      mediaFolder: importId === null ? undefined : mediaFolder(importId),
    }
    // A scope for one call is not cached: it would evict runs that are under way.
    if (id !== null) scopes.set(id, links)
    return links
  }

  async function resolve(scope: LinkScope, json: string, reupload: boolean): Promise<string> {
    try {
      const given = JSON.parse(json) as JsonObject
      const { metadata } = await resolveLinked(given, {
        store,
        fetcher,
        ...linksOf(scope),
        uriOf: (cid) => uriOf(scope.uriPrefix ?? ipfsPrefix, cid),
        reupload,
      })
      return metadata === given ? json : canonicalJson(metadata)
    } catch (error) {
      if (error instanceof LinkedFilesError)
        throw new CoreError(error.faults[0]?.code ?? 'metadata.media', error.message)
      throw error
    }
  }

  async function storeBytes(bytes: Uint8Array, uriPrefix: string): Promise<string> {
    const { cid } = await store.putBytes(bytes)
    return uriOf(uriPrefix, cid)
  }

  return {
    resolve,
    async forgetLinks(scopeId) {
      scopes.delete(scopeId)
    },
    async storeFolder(project, members) {
      const { digest } = await storeBatchFolder(
        members.map(({ identity, json }) => ({
          mintId: identity,
          ...(json === null ? {} : { json }),
        })),
        mintsKey(project),
        store,
      )
      return digest
    },
    storeJson: (json, uriPrefix) => storeBytes(Buffer.from(json), uriPrefix),
    async readTags(digest) {
      const bytes = await store.read(`${folderCidOf(digest as `0x${string}`)}/${mintsFileName}`)
      return (bytes && readMintsFile(bytes)) ?? null
    },
    async storeContract({ kind, anyAddress }, metadata, reupload, sealed, ofCollection) {
      const { name, description, image, symbol, banner = '', link = '' } = metadata
      const given = canonicalJson({
        name,
        description,
        symbol,
        ...(image === '' ? {} : { image }),
        ...(banner === '' ? {} : { banner_image: banner }),
        ...(link === '' ? {} : { external_link: link }),
        ...(sealed ? { mintdesk: sealId(mintsKey(sealed.project), sealed.id) } : {}),
      })
      const uriPrefix = ofCollection ?? (kind === 'practice' ? ipfsPrefix : await pinner.uriPrefix(anyAddress))
      const scope = { id: 'collections', importId: null, uriPrefix }
      return storeBytes(canonicalJsonBytes(JSON.parse(await resolve(scope, given, reupload))), uriPrefix)
    },
    async publish(project, named, uriPrefix, isNeeded) {
      if (project.kind === 'practice') return true
      for (const name of named) {
        const root = await ownRoot({ store, items }, name, uriPrefix)
        if (root === undefined) continue
        const contents = () => contentsOf({ store, items }, root, uriPrefix)
        if (!(await pinner.ensure(root, uriPrefix, contents, isNeeded))) return false
      }
      return true
    },
  }
}
