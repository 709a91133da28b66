import type { Logger } from 'pino'
import type { Project } from '../../../shared/app-api.ts'
import { type ChainName, isChainName } from '../../../shared/chains.ts'
import { familyOf } from '../../../shared/families.ts'
import type { Chains } from '../../chains/family/family.ts'
import type { Holdings } from '../../holdings/holdings.ts'
import { type CollectionRow, findCollection } from '../../store/collections/collections.ts'
import { chainsInUse } from '../../store/collections/summaries.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { Wallets } from '../../wallets/addresses.ts'
import type { Clock, Minting } from '../minting.ts'

export interface HandOverDeps {
  db: Store
  chains: Chains
  wallets: Wallets
  holdings: Pick<Holdings, 'tokens' | 'assets'>
  minting: Pick<Minting, 'wakeTransfer' | 'notice'>
  clock: Clock
  log: Logger
}

/** Where a hand-over looks for what people hold, and in which collections; `collections` empty: in all, also those of other issuers. */
export interface Scope {
  chains: ChainName[]
  collections: CollectionRow[]
}

/** The chains that the project mints on, or those of the collections that are named. Collections that are gone are left out. */
export async function scopeOf(
  { db }: Pick<HandOverDeps, 'db'>,
  project: Project,
  ids: readonly string[],
): Promise<Scope> {
  const collections: CollectionRow[] = []
  for (const id of ids) {
    const found = await findCollection(db, project.id, id)
    if (found) collections.push(found)
  }
  const used = ids.length > 0 ? collections.map(({ chain }) => chain) : await chainsInUse(db, project.id)
  const chains = [...new Set(used)].filter(isChainName).filter((chain) => !familyOf(chain).indexed)
  return { chains: chains.length > 0 || ids.length > 0 ? chains : ['polygon'], collections }
}
