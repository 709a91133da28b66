import type { CollectionKind, ContractFeature } from './collection-kinds.ts'
import type { Family } from './families/family.ts'
import { families } from './families.ts'

/** The version of their kind's contract that collections are made with: there is one of each kind. */
export const contractVersion = 1

/** As a sentence names them. */
const named: Record<ContractFeature, string> = {
  update: 'change the metadata of what is minted',
  'supply-limit': 'change its supply limit',
  royalties: 'set royalties',
  payments: 'sell tokens (payments)',
  'base-uri': 'have a base URI',
  transferable: 'forbid transfers',
  metadata: "change a collection's picture, banner, description and link",
  'transfer-by-signature': "move or burn what the project's other wallets hold",
}

/** The kinds that a collection can be asked to be of. */
export const kindNames: readonly string[] = Object.values(families).flatMap(({ kinds }) =>
  kinds.map(({ name }) => name),
)

/** A kind of collection by its name, and whose it is; undefined for one that this version does not know. */
export function kindNamed(name: string): { kind: CollectionKind; family: Family } | undefined {
  for (const family of Object.values(families))
    for (const kind of [...family.kinds, ...(family.semiFungible ? [family.semiFungible] : [])])
      if (kind.name === name) return { kind, family }
  return undefined
}

/** What contracts of this kind can do. */
export function contractFeatures(kind: string): readonly ContractFeature[] {
  return kindNamed(kind)?.kind.features ?? []
}

/**
 * Why a collection cannot do something, in a sentence; null when it can. A contract is never changed once it is deployed, so that its
 * address stays.
 */
export function lacksFeature(kind: string, feature: ContractFeature): string | null {
  const found = kindNamed(kind)
  if (found?.kind.features.includes(feature)) return null
  if (found?.kind.ownContract === false)
    return `This version of Mintdesk cannot ${named[feature]} on ${found.family.label} yet.`
  return `This collection's contract (${kind}) cannot ${named[feature]}: make a new collection for that.`
}
