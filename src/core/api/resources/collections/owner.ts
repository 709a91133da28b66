import { setTimeout } from 'node:timers/promises'
import type { Project } from '../../../../shared/app-api.ts'
import type { CollectionChange } from '../../../chains/family/collections.ts'
import { CoreError } from '../../../lib/errors.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import type { CoreContext } from '../../http/context.ts'

/** Milliseconds that an answer waits for the chain; after that the contract decides. */
const patienceMs = 2_000

/** Changes that only a collection's owner may make; a minter may make all others. */
const ownersAlone: readonly CollectionChange['kind'][] = [
  'set-supply-limit',
  'set-payments',
  'set-royalty',
  'set-transferable',
  'hand-over',
]

/** A collection's owner, if it was handed over from the project's treasury; null otherwise, and where the chain does not answer. */
export async function otherOwner(
  { chains, log }: Pick<CoreContext, 'chains' | 'log'>,
  project: Project,
  { id, chain, contract_address: contract, state }: CollectionRow,
): Promise<string | null> {
  if (contract === null || state !== 'deployed') return null
  const read = async () => {
    const client = await chains.client(project.kind, chain)
    const owner = await client.owner?.(contract)
    return owner === undefined || owner === client.treasury(project.index) ? null : owner
  }
  try {
    return (await Promise.race([read(), setTimeout(patienceMs, null, { ref: false })])) ?? null
  } catch (error) {
    log.warn({ err: error, collection: id }, 'the owner of a collection could not be read')
    return null
  }
}

/** Asserts that the treasury may make a change. @throws CoreError 422 `collection.notOwner` that names the owner */
export function requireOwner(owner: string | null, { id }: CollectionRow, kind: CollectionChange['kind']): void {
  if (owner === null || !ownersAlone.includes(kind)) return
  throw new CoreError(
    'collection.notOwner',
    `The collection ${JSON.stringify(id)} belongs to ${owner}, and only its owner can change its supply limit, payments, royalties and transferability: have that address do it, or hand the collection back.`,
  )
}
