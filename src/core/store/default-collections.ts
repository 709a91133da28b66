import type { Insertable } from 'kysely'
import { type CollectionChain, chainLabel } from '../../shared/chains.ts'
import { contractVersion } from '../../shared/contract-features.ts'
import type { CollectionsTable } from './tables/collections.ts'

/** The collections that every project has from the start; their contracts are deployed with the first mint (api.md, Identifiers). */
export function defaultCollections(projectId: string, now: number): Insertable<CollectionsTable>[] {
  return [
    row(projectId, 'default-polygon', 'polygon', 'economy', now),
    row(projectId, 'default-solana', 'solana', 'certified', now),
  ]
}

/** Whether nobody asked for a collection: its contract comes with the first mint. */
export function isDefaultCollection(id: string): boolean {
  return id === 'default-polygon' || id === 'default-solana'
}

/** What an identifier in a path stands for: `default` is an alias of `default-polygon`. */
export function collectionIdOf(given: string): string {
  return given === 'default' ? 'default-polygon' : given
}

function row(
  projectId: string,
  id: string,
  chain: CollectionChain,
  contractKind: string,
  now: number,
): Insertable<CollectionsTable> {
  const metadata = {
    name: `Default ${chainLabel(chain)} collection`,
    description: '',
    imageUrl: '',
    symbol: 'DEFAULT',
  }
  return {
    project_id: projectId,
    id,
    chain,
    contract_kind: contractKind,
    contract_version: contractVersion,
    fungibility: 'non-fungible',
    metadata: JSON.stringify(metadata),
    supply_limit: null,
    payments: null,
    reupload: 1,
    base_uri: null,
    contract_uri: null,
    contract_address: null,
    state: 'new',
    halted: null,
    action_id: id,
    created_at: now,
  }
}
