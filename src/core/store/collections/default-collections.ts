import type { Insertable } from 'kysely'
import { type ChainName, chainLabel } from '../../../shared/chains.ts'
import { contractVersion } from '../../../shared/contract-features.ts'
import type { Family } from '../../../shared/families/family.ts'
import { families } from '../../../shared/families.ts'
import type { CollectionsTable } from '../tables/collections.ts'

/** The collections that every project has from the start; their contracts are deployed with the first mint. */
export function defaultCollections(projectId: string, now: number): Insertable<CollectionsTable>[] {
  return supported().flatMap(({ mainChain, kinds: [usual] }) =>
    usual ? [row(projectId, { mainChain }, usual.name, now)] : [],
  )
}

/** Whether an id is that of a default collection, whose contract is deployed with the first mint. */
export function isDefaultCollection(id: string): boolean {
  return supported().some((family) => id === idOf(family))
}

/** What the default collection of a chain is called. */
export function defaultCollectionName(chain: ChainName): string {
  return `Default ${chainLabel(chain)} collection`
}

/** What an identifier in a path stands for: `default` is an alias of `default-polygon`. */
export function collectionIdOf(given: string): string {
  return given === 'default' ? 'default-polygon' : given
}

function supported(): Family[] {
  return Object.values(families).filter((family) => family.supported)
}

function idOf({ mainChain }: Pick<Family, 'mainChain'>): string {
  return `default-${mainChain}`
}

function row(
  projectId: string,
  family: Pick<Family, 'mainChain'>,
  contractKind: string,
  now: number,
): Insertable<CollectionsTable> {
  const id = idOf(family)
  const metadata = {
    name: defaultCollectionName(family.mainChain),
    description: '',
    imageUrl: '',
    symbol: 'DEFAULT',
  }
  return {
    project_id: projectId,
    id,
    chain: family.mainChain,
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
