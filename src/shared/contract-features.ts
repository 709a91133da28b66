import type { CollectionKind, ContractFeature } from './collection-kinds.ts'
import type { Family } from './families/family.ts'
import { families } from './families.ts'

/** The contract version of new collections; each kind has only this one. */
export const contractVersion = 1

/** The features as a sentence names them. */
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

/** The names of the kinds that a new collection can have. */
export const kindNames: readonly string[] = Object.values(families).flatMap(({ kinds }) =>
  kinds.map(({ name }) => name),
)

/** A kind of collection by its name, with its family; undefined if this version does not know it. */
export function kindNamed(name: string): { kind: CollectionKind; family: Family } | undefined {
  for (const family of Object.values(families))
    for (const kind of [...family.kinds, ...(family.semiFungible ? [family.semiFungible] : [])])
      if (kind.name === name) return { kind, family }
  return undefined
}

/** The features of contracts of this kind. */
export function contractFeatures(kind: string): readonly ContractFeature[] {
  return kindNamed(kind)?.kind.features ?? []
}

/**
 * Why a collection lacks a feature, in a sentence; null if it has it. A deployed contract never changes, so that its address stays the
 * same.
 */
export function lacksFeature(kind: string, feature: ContractFeature): string | null {
  const found = kindNamed(kind)
  if (found?.kind.features.includes(feature)) return null
  if (found?.kind.ownContract === false)
    return `This version of Mintdesk cannot ${named[feature]} on ${found.family.label} yet.`
  return `This collection's contract (${kind}) cannot ${named[feature]}: make a new collection for that.`
}
