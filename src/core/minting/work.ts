import type { ChainCall } from '../chains/family/call.ts'
import type { Transfer, Work } from '../chains/family/work.ts'
import { literalIn, prefixOf } from '../lib/uri-prefix.ts'
import { collectionByPk, collectionOfMint } from '../store/collections/collections.ts'
import { definedAmong, templatesByPk } from '../store/collections/templates.ts'
import { treeByPk } from '../store/collections/trees.ts'
import { type ActionRow, actionByPk, burnsFailedWith } from '../store/journal/action-steps.ts'
import { type BatchMember, batchMembers, mintIdOf } from '../store/journal/batches.ts'
import type { BatchRow, CollectionRow, TransactionRow } from '../store/journal/signer-queue.ts'
import { type TransferRow, transferByPk } from '../store/journal/transfers/transfers.ts'
import { withdrawalByPk } from '../store/journal/withdrawals.ts'
import type { Store } from '../store/sqlite/open.ts'
import { definitionOf } from './compose/copies.ts'
import { jobKeyOf, type QueueContext } from './deps.ts'
import { burnJobId, mintIdentity, transferJobId } from './job-id.ts'
import { tokensOf } from './tokens.ts'
import { permitUsed } from './transactions/effects.ts'
import { ownTokenOf } from './transfers/own-token.ts'

/** The work of a prepared batch, the same each time it is asked for. */
export async function batchWork(db: Store, collection: CollectionRow, batch: BatchRow): Promise<Work> {
  const contract = contractOf(collection)
  const literal = literalIn(prefixOf(collection.contract_uri))
  const mints = await batchMembers(db, batch.pk)
  if (collection.fungibility === 'semi-fungible')
    return { ...(await copiesWork(db, contract, batch, mints)), ...literal }
  if (mints.some(({ token_uri }) => token_uri !== null)) return tokensWork(db, collection, batch, mints)
  const recipients = mints.map(({ address }) => {
    if (address === null) throw new Error(`a mint of batch ${batch.pk} has no address`)
    return address
  })
  const uris = mints.map(({ metadata_uri }) => metadata_uri ?? '')
  const [recipient] = recipients
  switch (batch.kind) {
    case 'single':
      return {
        kind: 'mint-single',
        contract,
        jobId: batch.job_id,
        recipient: recipient ?? '',
        uri: batch.folder ?? '',
        ...literal,
      }
    case 'uris':
      return { kind: 'mint-uris', contract, jobId: batch.job_id, recipients, uris }
    case 'batch':
    case 'sorted':
      return {
        kind: 'mint-batch',
        contract,
        jobId: batch.job_id,
        folder: batch.folder ?? '',
        recipients,
        sorted: batch.kind === 'sorted',
        base: batch.base === 1,
      }
  }
}

async function tokensWork(
  db: Store,
  collection: CollectionRow,
  batch: BatchRow,
  mints: readonly BatchMember[],
): Promise<Work> {
  const tree = batch.tree_pk === null ? null : await treeByPk(db, batch.tree_pk)
  return {
    kind: 'mint-tokens',
    contract: contractOf(collection),
    contractKind: collection.contract_kind,
    jobId: batch.job_id,
    tree: tree && { ordinal: tree.ordinal, address: tree.address },
    tokens: await tokensOf(db, collection, mints),
  }
}

async function copiesWork(
  db: Store,
  contract: string,
  batch: BatchRow,
  mints: readonly BatchMember[],
): Promise<Extract<Work, { kind: 'mint-copies' }>> {
  const rows = await templatesByPk(db, [...new Set(mints.flatMap(({ template_pk }) => template_pk ?? []))])
  const templates = new Map(rows.map((template) => [template.pk, template]))
  const copies = mints.map(({ pk, address, amount, template_pk }) => {
    const template = templates.get(template_pk ?? 0)
    if (address === null || !template) throw new Error(`the copy ${pk} has no address or no template`)
    return { recipient: address, tokenId: template.token_id, amount }
  })
  // Definitions that the contract may lack are sent again; a repeated one changes nothing.
  const defined = await definedAmong(
    db,
    rows.map(({ pk }) => pk),
  )
  const definitions = rows.filter(({ pk }) => !defined.has(pk)).map((template) => definitionOf(template))
  return { kind: 'mint-copies', contract, jobId: batch.job_id, folder: batch.folder ?? '', copies, definitions }
}

type WorkContext = Pick<QueueContext, 'deps' | 'project' | 'client'>

/**
 * The work of an action other than a creation, as stored when the action was accepted; but a burn's job follows from its NFT, and the token is as the
 * journal knows it now.
 */
export async function actionWork(
  { deps, project, client }: WorkContext,
  collection: CollectionRow,
  action: ActionRow,
): Promise<Work> {
  const work = JSON.parse(action.work) as Work
  if ((work.kind !== 'burn' && work.kind !== 'update') || action.mint_pk === null) return work
  const own = await ownTokenOf(deps.db, client, collection, action.mint_pk)
  const known = own === undefined ? {} : { own }
  if (work.kind === 'update') return { ...work, ...known }
  const id = await mintIdOf(deps.db, action.mint_pk)
  const tag = deps.identity.tag(project, mintIdentity(project.index, collection.id, id))
  const usedUp = await burnsFailedWith(deps.db, action.mint_pk, permitUsed)
  const jobId = burnJobId(jobKeyOf({ deps, project }), tag, usedUp)
  return { ...work, jobId, ...known }
}

/**
 * The work of a transfer, as stored when the transfer was accepted; but its job follows from the request, and the token is as the journal knows it
 * now.
 */
export async function transferWork({ deps, project, client }: WorkContext, row: TransferRow): Promise<Transfer> {
  const work = JSON.parse(row.work) as Omit<Transfer, 'jobId'>
  const jobId = transferJobId(jobKeyOf({ deps, project }), row.request)
  const collection =
    row.mint_pk === null || client.family.tokenIds ? undefined : await collectionOfMint(deps.db, row.mint_pk)
  if (row.mint_pk === null || !collection) return { ...work, jobId }
  const own = await ownTokenOf(deps.db, client, collection, row.mint_pk)
  return { ...work, jobId, ...(own === undefined ? {} : { own }) }
}

/** What a transaction of the journal does; null for a deployment, whose calls say it all. */
export async function transactionWork(
  context: WorkContext,
  collection: CollectionRow | undefined,
  batch: BatchRow | undefined,
  transaction: TransactionRow,
): Promise<Work | null> {
  const { db } = context.deps
  if (transaction.transfer_pk !== null) {
    const transfer = await transferByPk(db, transaction.transfer_pk)
    if (transaction.purpose === 'transfer') return transferWork(context, transfer)
    if (transaction.purpose === 'revoke') return { kind: 'revoke', transfer: await transferWork(context, transfer) }
    return { kind: 'fund', account: transfer.signer, amount: callOf(transaction).value }
  }
  if (transaction.withdrawal_pk !== null) {
    const { recipient, sent } = await withdrawalByPk(db, transaction.withdrawal_pk)
    return { kind: 'fund', account: recipient, amount: sent ?? '0' }
  }
  if (batch && collection) return batchWork(db, collection, batch)
  if (transaction.action_pk !== null && collection)
    return actionWork(context, collection, await actionByPk(db, transaction.action_pk))
  return transaction.purpose === 'fill' ? { kind: 'fill' } : null
}

/**
 * The metadata of ours that the work names, by digest or URI. `needed` must be published before the work is signed; `useful` only serves to find out
 * later which mint is which, so nothing waits for it.
 */
export function contentOf(work: Work): { needed: string[]; useful: string[] } {
  switch (work.kind) {
    case 'mint-batch':
      return work.base ? { needed: [], useful: [work.folder] } : { needed: [work.folder], useful: [] }
    // The URIs that rows name may be content of ours.
    case 'mint-uris':
      return { needed: [...new Set(work.uris)], useful: [] }
    case 'mint-single':
    case 'update':
      return { needed: work.uri === '' ? [] : [work.uri], useful: [] }
    case 'set-metadata':
      return { needed: [work.uri], useful: [] }
    case 'mint-tokens':
      return { needed: work.tokens.map(({ uri }) => uri), useful: [] }
    case 'mint-copies':
      return { needed: work.definitions.map(({ uri }) => uri), useful: [work.folder] }
    default:
      return { needed: [], useful: [] }
  }
}

export function callOf(transaction: Pick<TransactionRow, 'call'>): ChainCall {
  return JSON.parse(transaction.call) as ChainCall
}

export function contractOf(collection: CollectionRow): string {
  if (collection.contract_address === null) throw new Error(`collection ${collection.id} has no contract address`)
  return collection.contract_address
}

/** The collection that a transaction is for, if any. */
export async function collectionOf(
  { deps }: Pick<QueueContext, 'deps'>,
  { collection_pk }: TransactionRow,
): Promise<CollectionRow | undefined> {
  return collection_pk === null ? undefined : collectionByPk(deps.db, collection_pk)
}
