import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { contractVersion, kindNamed } from '../../../shared/contract-features.ts'
import { collectionMoves } from '../../journal/states.ts'
import { CoreError } from '../../lib/errors.ts'
import { addAction } from '../journal/actions.ts'
import { builtOnce } from '../sqlite/built-once.ts'
import type { Reader } from '../sqlite/reader.ts'
import type { CollectionsTable } from '../tables/collections.ts'
import type { Database } from '../tables/schema.ts'
import { type InitialSettings, settingsAtFirst } from './settings.ts'

export type CollectionRow = Selectable<CollectionsTable>
type Db = Kysely<Database> | Transaction<Database>

export interface NewCollection {
  id: string
  chain: string
  contractKind: string
  fungibility: 'non-fungible' | 'semi-fungible'
  metadata: { name: string; description: string; imageUrl: string; symbol: string }
  initial: InitialSettings
  /** `ipfs://…` of the contract's own metadata. */
  contractUri: string
  reupload: boolean
}

/** Adds a collection whose contract is wanted, with its pending action. The caller has seen that the id is free. */
export async function addCollection(
  tx: Transaction<Database>,
  projectId: string,
  input: NewCollection,
  actionId: string,
  now: number,
): Promise<CollectionRow> {
  const row: Insertable<CollectionsTable> = {
    project_id: projectId,
    id: input.id,
    chain: input.chain,
    contract_kind: input.contractKind,
    contract_version: contractVersion,
    fungibility: input.fungibility,
    metadata: JSON.stringify(input.metadata),
    supply_limit: input.initial.supplyLimit,
    payments: input.initial.payments === null ? null : JSON.stringify(input.initial.payments),
    initial: JSON.stringify(input.initial),
    settled: JSON.stringify(settingsAtFirst(input.initial)),
    reupload: input.reupload ? 1 : 0,
    base_uri: null,
    contract_uri: input.contractUri,
    contract_address: null,
    state: 'wanted',
    halted: null,
    action_id: actionId,
    created_at: now,
  }
  const added = await tx.insertInto('collections').values(row).returningAll().executeTakeFirstOrThrow()
  await addCreation(tx, added, now)
  return added
}

/** Whether a collection's tokens are compressed (leaves of trees), unless a request says otherwise. */
export function keepsTrees({ contract_kind }: Pick<CollectionRow, 'contract_kind'>): boolean {
  return kindNamed(contract_kind)?.kind.compressed ?? false
}

const byId = builtOnce((db, { projectId, id }: { projectId: string; id: string }) =>
  db.selectFrom('collections').selectAll().where('project_id', '=', projectId).where('id', '=', id),
)

/** A collection of the project by its id. */
export async function findCollection(db: Db, projectId: string, id: string): Promise<CollectionRow | undefined> {
  return (await byId(db, { projectId, id }))[0]
}

/** The same on committed data only, synchronously. */
export function readCollection(reader: Reader, projectId: string, id: string): CollectionRow | undefined {
  return byId.now(reader, { projectId, id })[0]
}

/** The project's collections, oldest first. */
export async function listCollections(db: Db, projectId: string): Promise<CollectionRow[]> {
  return await db.selectFrom('collections').selectAll().where('project_id', '=', projectId).orderBy('pk').execute()
}

/** Another collection of the project on this chain that already has the name. */
export async function collectionNamed(
  db: Db,
  projectId: string,
  chain: string,
  name: string,
): Promise<Pick<CollectionRow, 'id'> | undefined> {
  return await db
    .selectFrom('collections')
    .select('id')
    .where('project_id', '=', projectId)
    .where('chain', '=', chain)
    .where(sql<string>`metadata ->> '$.name'`, '=', name)
    .executeTakeFirst()
}

/** Stores a contract's metadata URI and its future address, unless they are stored already. */
export async function setContract(db: Db, pk: number, contract: { uri: string; address: string }): Promise<void> {
  await db
    .updateTable('collections')
    .set({ contract_uri: contract.uri, contract_address: contract.address })
    .where('pk', '=', pk)
    .where('contract_address', 'is', null)
    .execute()
}

/**
 * Forgets the future addresses of live collections' contracts that nothing has requested yet: a contract is made from the URI of its metadata,
 * which depends on the storage that is set then.
 */
export async function forgetUnaskedContracts(db: Db): Promise<void> {
  await db
    .updateTable('collections')
    .set({ contract_uri: null, contract_address: null })
    .where('state', '=', 'new')
    .where('contract_uri', 'is not', null)
    .where('project_id', 'in', (eb) => eb.selectFrom('projects').select('id').where('kind', '=', 'live'))
    .execute()
}

/** The error for a collection whose contract could not be deployed: nothing minted into it would ever be signed. */
export function deploymentFailed(id: string): CoreError {
  return new CoreError(
    'collection.failed',
    `The contract of the collection ${JSON.stringify(id)} could not be deployed, so nothing can be minted into it: make another collection.`,
  )
}

/**
 * The state of a collection's contract, read in the transaction that adds mints: the caller's copy of the row may be old.
 * @throws CoreError `collection.failed`
 */
export async function stateForMints(tx: Transaction<Database>, pk: number): Promise<CollectionRow['state']> {
  const { state, id } = await collectionByPk(tx, pk)
  if (state === 'failed') throw deploymentFailed(id)
  return state
}

/** Requests a collection's contract when nothing did so far: at a default collection's first mint. */
export async function wantCollection(tx: Transaction<Database>, collection: CollectionRow, now: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('collections')
    .set({ state: collectionMoves.want.to })
    .where('pk', '=', collection.pk)
    .where('state', 'in', collectionMoves.want.from)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await addCreation(tx, collection, now)
}

async function addCreation(tx: Transaction<Database>, collection: CollectionRow, now: number): Promise<void> {
  await addAction(
    tx,
    {
      projectId: collection.project_id,
      id: collection.action_id ?? collection.id,
      kind: 'collections.create',
      collectionPk: collection.pk,
      mintPk: null,
      work: { kind: 'deploy' },
    },
    now,
  )
}

/** Contracts on a network (all projects of that kind), oldest collection first: those that can hold tokens. */
export async function deployedContracts(
  db: Db,
  kind: 'practice' | 'live',
  chain: string,
): Promise<(CollectionRow & { contract_address: string })[]> {
  const rows = await db
    .selectFrom('collections')
    .innerJoin('projects', 'projects.id', 'collections.project_id')
    .selectAll('collections')
    .where('projects.kind', '=', kind)
    .where('collections.chain', '=', chain)
    .where('collections.state', '=', 'deployed')
    .orderBy('collections.pk')
    .execute()
  return rows.flatMap((row) =>
    row.contract_address === null ? [] : [{ ...row, contract_address: row.contract_address }],
  )
}

/** The project's collection whose contract is at an address, in upper or lower case. */
export async function findContract(
  db: Db,
  projectId: string,
  chain: string,
  address: string,
): Promise<CollectionRow | undefined> {
  return await db
    .selectFrom('collections')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('chain', '=', chain)
    .where(sql<boolean>`lower(contract_address) = ${address.toLowerCase()}`)
    .executeTakeFirst()
}

/** A collection that is known to exist, by its primary key. */
export async function collectionByPk(db: Db, pk: number): Promise<CollectionRow> {
  const [collection] = await byPk(db, { pk })
  if (!collection) throw new Error('a collection that was there is not there any more')
  return collection
}

/** The same on committed data only, synchronously. */
export function readCollectionByPk(reader: Reader, pk: number): CollectionRow {
  const [collection] = byPk.now(reader, { pk })
  if (!collection) throw new Error('a collection that was there is not there any more')
  return collection
}

const byPk = builtOnce((db, { pk }: { pk: number }) => db.selectFrom('collections').selectAll().where('pk', '=', pk))

/** The collection that an action makes. */
export function readCollectionByAction(reader: Reader, projectId: string, actionId: string): CollectionRow | undefined {
  return byAction.now(reader, { projectId, actionId })[0]
}

const byAction = builtOnce((db, { projectId, actionId }: { projectId: string; actionId: string }) =>
  db.selectFrom('collections').selectAll().where('project_id', '=', projectId).where('action_id', '=', actionId),
)

/** The collection that a mint belongs to. */
export async function collectionOfMint(db: Db, mintPk: number): Promise<CollectionRow> {
  const { collection_pk } = await db
    .selectFrom('mints')
    .select('collection_pk')
    .where('pk', '=', mintPk)
    .executeTakeFirstOrThrow()
  return collectionByPk(db, collection_pk)
}
