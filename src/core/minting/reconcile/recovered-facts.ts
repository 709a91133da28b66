import { createHash } from 'node:crypto'
import type { RecoveryOptions } from '../../../shared/app-api.ts'
import type { ChainName } from '../../../shared/chains.ts'
import type { CollectionFacts, ShownOfCollection } from '../../chains/family/collections.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import { contentPath } from '../../lib/uri-prefix.ts'
import type { ArweaveItems } from '../../metadata/arweave/items.ts'
import { openSealedId } from '../../metadata/sealed-id.ts'
import { defaultCollectionName } from '../../store/collections/default-collections.ts'
import type { CollectionSettings } from '../../store/collections/settings.ts'
import { type CollectionRow, openTransactions } from '../../store/journal/signer-queue.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { EngineDeps } from '../deps.ts'
import { confirming } from './second-word.ts'

export interface RecoveryDeps {
  engine: EngineDeps
  /** Stored content under `<cid>` or `<cid>/<name>`; undefined when it is not here. */
  read(path: string): Promise<Uint8Array | undefined>
  /** Our data items on Arweave. */
  items: Pick<ArweaveItems, 'cidOf'>
  mintsKey(project: { kind: 'practice' | 'live'; index: number }): Uint8Array
  /** Where a seed's collections may lie. */
  networks(): Promise<{ kind: 'practice' | 'live'; chain: ChainName }[]>
  /** Why the live networks are not among them although there is a live seed; null when they are, or there is none. */
  left(): string | null
  /** Remembers the seed that live projects were found for, so that another one is refused from then on. */
  keepLiveSeed(): Promise<void>
  /** Wakes the signer queue of a collection: what waited in it until it was read back can go on. */
  wake(collectionPk: number): void
}

/** Reads from one node, confirmed by another RPC if the list has one: what is entered here is entered for good. */
export function byTwo<T>(client: ChainClient, read: (node: ChainClient) => Promise<T>): Promise<T> {
  return client.observe((node) => read(confirming(node)))
}

/** Why a collection is left out: what its own transactions mint would be taken for what nobody here knows. */
export const mintsUnderWay =
  'Transactions of it are under way, so it was left out: run recover again when they are through.'

/** Whether transactions that mint into a collection are under way. */
export async function isMinting(
  db: Store,
  queue: { network: string; signer: string },
  { pk }: Pick<CollectionRow, 'pk'>,
): Promise<boolean> {
  const open = await openTransactions(db, queue)
  return open.some(({ purpose, collection_pk }) => purpose === 'mint' && collection_pk === pk)
}

/** The id of a contract's collection: the default one, one that the options name, or the one sealed in its metadata; null if none fits. */
export async function idOf(
  deps: RecoveryDeps,
  options: RecoveryOptions,
  kind: 'practice' | 'live',
  client: ChainClient,
  projectIndex: number,
  /** `uriNow`: where its metadata is, if that was changed. */
  made: { contract: string; uriNow?: string; facts: Omit<CollectionFacts, 'id' | 'projectIndex'> },
): Promise<string | null> {
  const key = deps.mintsKey({ kind, index: projectIndex })
  const { facts, uriNow = facts.contractUri } = made
  // The first and the current metadata hold the id: one of them may be lost.
  const opened = openedIn(await jsonAt(deps, facts.contractUri), key) ?? openedIn(await jsonAt(deps, uriNow), key)
  const usual = `default-${client.chain}`
  // Here an address follows from the name alone, and every id would fit.
  if (client.family.namesAreUnique)
    return opened ?? (made.facts.name === defaultCollectionName(client.chain) ? usual : null)
  const candidates = [...(opened === null ? [] : [opened]), usual, ...options.collectionIds]
  const fits = (id: string) => client.contractAddress({ ...made.facts, projectIndex, id }) === made.contract
  return candidates.find(fits) ?? null
}

function openedIn(json: unknown, key: Uint8Array): string | null {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'mintdesk') : undefined
  return typeof value === 'string' ? openSealedId(key, value) : null
}

/** What a collection was made with, as its metadata says. */
export async function shownOf(deps: RecoveryDeps, uri: string): Promise<{ description: string; imageUrl: string }> {
  const { description, imageUrl } = shownIn(await jsonAt(deps, uri))
  return { description, imageUrl }
}

/** What a collection shows since it was changed; null if it was not changed, or its metadata is not stored here. */
export async function changedTo(
  deps: Pick<RecoveryDeps, 'read' | 'items'>,
  uriNow: string,
  uriAtFirst: string,
): Promise<Changed> {
  const json = await jsonAt(deps, uriNow)
  if (typeof json !== 'object' || json === null) return null
  const shown = shownIn(json)
  const isAsMade = uriNow === uriAtFirst && shown.bannerUrl === '' && shown.link === ''
  return isAsMade ? null : { ...shown, uri: uriNow }
}

type Changed = CollectionSettings['changed']

function shownIn(json: unknown): ShownOfCollection {
  const text = (name: string): string => {
    const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined
    return typeof value === 'string' ? value : ''
  }
  return {
    description: text('description'),
    imageUrl: text('image'),
    bannerUrl: text('banner_image'),
    // Any minter can set the link, so the window opens http and https only.
    link: /^https?:\/\//i.test(text('external_link')) ? text('external_link') : '',
  }
}

export async function jsonAt({ read, items }: Pick<RecoveryDeps, 'read' | 'items'>, uri: string): Promise<unknown> {
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
