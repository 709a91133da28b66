import type { Network } from '../../../../shared/app-api.ts'
import { type CollectionChain, collectionChains, isPracticeChain } from '../../../../shared/chains.ts'
import { isCustomChain } from '../../../../shared/custom-chain.ts'
import { familyOf } from '../../../../shared/families.ts'
import { type FileChain, fitsChain } from '../../../../shared/spreadsheet/file-chain.ts'

/**
 * The chains that a collection can be made on: those that Mintdesk knows, and after them those that a person added.
 * @param networks the networks of the project: only a live project has those without a practice network
 */
export function offeredChains(networks: readonly Network[]): CollectionChain[] {
  const there = new Set(networks.map(({ chain }) => chain))
  return [
    ...collectionChains.filter((chain) => familyOf(chain).supported && (isPracticeChain(chain) || there.has(chain))),
    ...[...there].filter(isCustomChain),
  ]
}

/** Those of them that fit a file's addresses; all where it has none. */
export function chainsFor(addresses: FileChain | null, networks: readonly Network[]): CollectionChain[] {
  return offeredChains(networks).filter((chain) => addresses === null || fitsChain(addresses, chain))
}
