import { createHash } from 'node:crypto'
import type { RecoveryOptions } from '../../../shared/app-api.ts'
import type { ChainName } from '../../../shared/chains.ts'
import type { CollectionFacts } from '../../chains/family/collections.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import { contentPath } from '../../lib/uri-prefix.ts'
import type { ArweaveItems } from '../../metadata/arweave/items.ts'
import { openSealedId } from '../../metadata/sealed-id.ts'
import { defaultCollectionName } from '../../store/collections/default-collections.ts'
import type { EngineDeps } from '../deps.ts'
import { confirming } from './second-word.ts'

/** What finding collections again works with. */
export interface RecoveryDeps {
  engine: EngineDeps
  /** Stored content under `<cid>` or `<cid>/<name>`; undefined when it is not here. */
  read(path: string): Promise<Uint8Array | undefined>
  /** What of ours lies on Arweave. */
  items: Pick<ArweaveItems, 'cidOf'>
  mintsKey(project: { kind: 'practice' | 'live'; index: number }): Uint8Array
  /** Where a seed's collections may lie. */
  networks(): Promise<{ kind: 'practice' | 'live'; chain: ChainName }[]>
  /** Why the live ones are not among them though there is a seed for them; null when they are, or there is none. */
  left(): string | null
  /** Remembers the seed that live projects were found for, so that another one is refused from then on. */
  keepLiveSeed(): Promise<void>
}

/** Reads from one node, by the word of another one where the list has one: what is entered here is entered for good. */
export function byTwo<T>(client: ChainClient, read: (node: ChainClient) => Promise<T>): Promise<T> {
  return client.observe((node) => read(confirming(node)))
}

/** The id whose contract this is: the default one's, one that was named, or the one sealed in the contract's metadata. */
export async function idOf(
  deps: RecoveryDeps,
  options: RecoveryOptions,
  kind: 'practice' | 'live',
  client: ChainClient,
  projectIndex: number,
  made: { contract: string; facts: Omit<CollectionFacts, 'id' | 'projectIndex'> },
): Promise<string | null> {
  const sealed = sealedIn(await jsonAt(deps, made.facts.contractUri))
  const opened = sealed === null ? null : openSealedId(deps.mintsKey({ kind, index: projectIndex }), sealed)
  const usual = `default-${client.chain}`
  // There an address follows from the name alone, and every id would fit.
  if (client.family.namesAreUnique)
    return opened ?? (made.facts.name === defaultCollectionName(client.chain) ? usual : null)
  const candidates = [...(opened === null ? [] : [opened]), usual, ...options.collectionIds]
  const fits = (id: string) => client.contractAddress({ ...made.facts, projectIndex, id }) === made.contract
  return candidates.find(fits) ?? null
}

function sealedIn(json: unknown): string | null {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'mintdesk') : undefined
  return typeof value === 'string' ? value : null
}

export async function shownOf(deps: RecoveryDeps, uri: string): Promise<{ description: string; imageUrl: string }> {
  const json = await jsonAt(deps, uri)
  const text = (name: string): string => {
    const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined
    return typeof value === 'string' ? value : ''
  }
  return { description: text('description'), imageUrl: text('image') }
}

export async function jsonAt({ read, items }: RecoveryDeps, uri: string): Promise<unknown> {
  const path = contentPath(uri) ?? (await items.cidOf(uri))
  const bytes = path === undefined ? undefined : await read(path)
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** Stored metadata as the journal keeps it; null where it is not here. */
export async function metadataAt(deps: RecoveryDeps, uri: string): Promise<{ json: string; hash: string } | null> {
  const value = await jsonAt(deps, uri)
  return typeof value === 'object' && value !== null ? hashed(value) : null
}

/** A value as JSON, with its hash. */
export function hashed(value: unknown): { json: string; hash: string } {
  const json = JSON.stringify(value)
  return { json, hash: createHash('sha256').update(json).digest('hex') }
}
