import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { CollectionPatch } from '../../../../shared/api-schemas/collections.ts'
import type { Project } from '../../../../shared/app-api.ts'
import { type ChainName, chainLabel } from '../../../../shared/chains.ts'
import type { ContractFeature } from '../../../../shared/collection-kinds.ts'
import type { CollectionChange, Sale } from '../../../chains/family/collections.ts'
import type { KnownNetworks } from '../../../chains/networks.ts'
import { CoreError } from '../../../lib/errors.ts'
import { addChange } from '../../../store/collections/changes.ts'
import { type CollectionRow, collectionByPk } from '../../../store/collections/collections.ts'
import { wantedPayments } from '../../../store/collections/settings.ts'
import { tokensTaken } from '../../../store/collections/supply.ts'
import type { Database } from '../../../store/tables/schema.ts'
import type { CoreContext } from '../../http/context.ts'
import { readyToMint, requireFeature } from '../contracts.ts'
import { otherOwner, requireOwner } from './owner.ts'
import { saleOf } from './payments.ts'
import { withSale } from './sale.ts'

/** A change that does not name its contract yet. */
export type Change = CollectionChange extends infer One
  ? One extends CollectionChange
    ? Omit<One, 'contract'>
    : never
  : never

/**
 * Accepts changes of a collection: they wait for their transactions, in order, and apply at once to the checks of new requests.
 * @returns the id of the last change's action, which ends after those before it.
 * @throws CoreError 422 with the obstacle
 */
export async function acceptChanges(
  context: CoreContext,
  project: Project,
  given: CollectionRow,
  wanted: (collection: CollectionRow, tx: Transaction<Database>) => Promise<Change[]> | Change[],
): Promise<{ actionId: string; collection: CollectionRow }> {
  const named = await readyToMint(context, project, given)
  const [fresh, owner] = await Promise.all([withSale(context, project, named), otherOwner(context, project, named)])
  const actionId = await context.db.transaction().execute(async (tx) => {
    let last = ''
    for (const change of await wanted(await collectionByPk(tx, fresh.pk), tx)) {
      last = randomUUID()
      const collection = await collectionByPk(tx, fresh.pk)
      if (change.kind === 'set-payments' && collection.fungibility === 'semi-fungible')
        throw new CoreError(
          'collection.unsupported',
          `Nothing can be sold from the collection ${JSON.stringify(collection.id)}, which is semi-fungible: leave out payments, or make a non-fungible collection for what is to be sold.`,
        )
      const feature = features[change.kind]
      if (feature) requireFeature(collection, feature)
      requireOwner(owner, collection, change.kind)
      await addChange(tx, collection, { ...change, contract: contractOf(named) }, last, context.clock())
    }
    return last
  })
  context.minting.wake(fresh.pk)
  return { actionId, collection: fresh }
}

/** The contract feature that a change requires. */
const features: Partial<Record<CollectionChange['kind'], ContractFeature>> = {
  'set-supply-limit': 'supply-limit',
  'set-royalty': 'royalties',
  'set-payments': 'payments',
  'set-base-uri': 'base-uri',
  'set-transferable': 'transferable',
  'set-metadata': 'metadata',
}

/** The changes of a PATCH in an order in which each is possible: a limit is raised before more is put on sale, and lowered after it. */
export async function patchChanges(
  networks: Pick<KnownNetworks, 'of'>,
  patch: CollectionPatch,
  collection: CollectionRow,
  tx: Transaction<Database>,
): Promise<Change[]> {
  // Checked before the numbers: without the feature, no other limit would help.
  if (patch.supplyLimit !== undefined) requireFeature(collection, 'supply-limit')
  const sale = patch.payments && saleOf(networks, patch.payments, collection.chain as ChainName)
  const limit = patch.supplyLimit === undefined ? collection.supply_limit : patch.supplyLimit
  const taken = await tokensTaken(tx, collection.pk)
  const setAside = sale === undefined ? standingSale(collection, limit) : putOnSale(sale, collection, limit, taken)
  if (limit !== null && taken + setAside > limit) throw tooLow(patch, collection, { limit, taken, setAside })
  const changes: Change[] = []
  if (patch.supplyLimit !== undefined) changes.push({ kind: 'set-supply-limit', supplyLimit: patch.supplyLimit })
  if (sale !== undefined) {
    const supply = limit === null ? (sale?.supply ?? null) : setAside - collection.purchased
    changes.push({ kind: 'set-payments', sale: sale && { ...sale, supply } })
  }
  const raises = limit === null || (collection.supply_limit !== null && limit >= collection.supply_limit)
  return raises ? changes : changes.toReversed()
}

/** Tokens that the present sale has set aside. @throws CoreError 422 for a limit where the sale has no bound */
function standingSale(collection: CollectionRow, limit: number | null): number {
  const standing = wantedPayments(collection)
  if (standing === null) return collection.purchased
  if (standing.setAside !== null || limit === null) return standing.setAside ?? 0
  throw new CoreError(
    'payments.saleSupply',
    `The collection ${JSON.stringify(collection.id)} has a sale without bound, which a supplyLimit does not allow: send payments with a saleSupply along.`,
  )
}

/** Tokens set aside by a new sale: those bought so far and those for sale from now on. @throws CoreError 422 */
function putOnSale(sale: Sale | null, collection: CollectionRow, limit: number | null, taken: number): number {
  const { purchased } = collection
  if (sale === null) return purchased
  if (sale.supply !== null) return purchased + sale.supply
  if (limit === null) return purchased
  if (limit - taken - purchased > 0) return limit - taken
  throw new CoreError(
    'payments.saleSupply',
    `Nothing of the collection ${JSON.stringify(collection.id)} is left to be sold: all ${limit} are minted or on their way. Raise supplyLimit first.`,
  )
}

function tooLow(
  patch: CollectionPatch,
  { id, chain, purchased }: CollectionRow,
  { limit, taken, setAside }: { limit: number; taken: number; setAside: number },
): CoreError {
  const where = `The collection ${JSON.stringify(id)} on ${chainLabel(chain as ChainName)}`
  const counts = `${taken} minted or on their way and ${setAside} bought or set aside for sale`
  if (patch.supplyLimit !== undefined)
    return new CoreError(
      'supply.tooLow',
      `${where} has ${counts}, so its supplyLimit cannot be ${limit}: set it to ${taken + setAside} or more${setAside > purchased ? ', or lower payments.saleSupply' : ''}.`,
    )
  return new CoreError(
    'payments.saleSupply',
    `${where} has a supplyLimit of ${limit}, and would have ${counts}: lower payments.saleSupply, or raise supplyLimit.`,
  )
}

function contractOf({ id, contract_address }: CollectionRow): string {
  if (contract_address !== null) return contract_address
  throw new CoreError('network.unreachable', `The network of the collection ${JSON.stringify(id)} does not answer now.`)
}
