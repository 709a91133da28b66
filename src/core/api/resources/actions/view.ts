import type { ActionAnswer } from '../../../../shared/api-schemas/actions.ts'
import { stable } from '../../../../shared/api-schemas/common.ts'
import { parseRecipient } from '../../../../shared/locator.ts'
import type { CollectionChange } from '../../../chains/family/collections.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import type { NftRow } from '../../../store/collections/nft-rows.ts'
import type { ActionRow } from '../../../store/journal/actions.ts'
import { tokenNameOf, txIdOf } from '../nfts/view.ts'

/** The action `nfts.create` of a mint. @param base `http://<host>`, with which `resource` begins */
export function actionOfMint(row: NftRow, collection: CollectionRow, base: string): ActionAnswer {
  const failed = row.state === 'failed' || row.state === 'cancelled'
  const status = row.state === 'succeeded' ? 'succeeded' : failed ? 'failed' : 'pending'
  const txId = txIdOf(row)
  return {
    actionId: row.action_id,
    action: 'nfts.create',
    status,
    data: {
      ...(txId ? { txId } : {}),
      chain: collection.chain,
      collection: collectionOf(collection),
      recipient: recipientOf(row),
      token: tokenOf(row, collection),
      ...(failed ? failure(row, row.state === 'cancelled') : {}),
    },
    ...times(status, row.created_at, row.completed_at),
    resource: `${base}${stable}/actions/${encodeURIComponent(row.action_id)}`,
  }
}

/** Any other action. @param nft the NFT it is about, if any */
export function actionOf(
  row: ActionRow,
  collection: CollectionRow,
  nft: NftRow | undefined,
  base: string,
): ActionAnswer {
  const ofNft = row.kind === 'nfts.update' || row.kind === 'nfts.delete'
  const path = ofNft
    ? `collections/${encodeURIComponent(collection.id)}/nfts/${encodeURIComponent(row.id)}`
    : `actions/${encodeURIComponent(row.id)}`
  return {
    actionId: row.id,
    action: row.kind,
    status: row.status,
    data: {
      ...(row.status === 'succeeded' && row.tx_hash ? { txId: row.tx_hash } : {}),
      chain: collection.chain,
      collection: collectionOf(collection),
      ...(nft ? { token: row.kind === 'nfts.delete' ? burntToken(nft, collection) : tokenOf(nft, collection) } : {}),
      ...changesOf(row),
      ...(row.status === 'failed' ? failure(row, false) : {}),
    },
    ...times(row.status, row.started_at, row.completed_at),
    resource: `${base}${stable}/${path}`,
  }
}

/** The action of a default collection into which nothing has been minted: it waits for its first mint. */
export function actionOfNewCollection(collection: CollectionRow, base: string): ActionAnswer {
  const id = collection.action_id ?? collection.id
  return {
    actionId: id,
    action: 'collections.create',
    status: 'pending',
    data: { chain: collection.chain, collection: collectionOf(collection) },
    startedAt: time(collection.created_at),
    resource: `${base}${stable}/actions/${encodeURIComponent(id)}`,
  }
}

function collectionOf({ id, contract_address }: CollectionRow): { id: string; contractAddress?: string } {
  return { id, ...(contract_address === null ? {} : { contractAddress: contract_address }) }
}

function recipientOf({ recipient, address }: NftRow): NonNullable<ActionAnswer['data']['recipient']> {
  // Addresses have no further parts to parse, and parsing them again takes longer than all else here.
  const parsed = /^(email|userId):/.test(recipient) ? parseRecipient(recipient) : undefined
  const named = parsed?.ok && parsed.recipient.kind !== 'address' ? parsed.recipient : undefined
  return {
    ...(address === null ? {} : { walletAddress: address }),
    ...(named?.kind === 'email' ? { email: named.email } : {}),
    ...(named?.kind === 'userId' ? { userId: named.userId } : {}),
  }
}

function tokenOf(row: NftRow, collection: CollectionRow): NonNullable<ActionAnswer['data']['token']> {
  return {
    id: row.id,
    ...tokenNameOf(row, collection),
    ...copiesIn(row),
    ...(row.address === null ? {} : { owner: { walletAddress: row.address } }),
  }
}

function copiesIn({ template_id: templateId, amount }: NftRow): { templateId?: string; amount?: number } {
  return templateId === null ? {} : { templateId, amount }
}

/** A burnt token has no owner. */
function burntToken(row: NftRow, collection: CollectionRow): NonNullable<ActionAnswer['data']['token']> {
  return { id: row.id, ...tokenNameOf(row, collection), ...copiesIn(row) }
}

const changeNames: Record<CollectionChange['kind'], string> = {
  'set-supply-limit': 'supplyLimit',
  'set-payments': 'payments',
  'set-royalty': 'royalties',
  'set-base-uri': 'baseURI',
  'set-transferable': 'transferable',
  'set-metadata': 'metadata',
  'hand-over': 'owner',
}

/** What an update changes: a list for an NFT, one name for a collection. */
function changesOf({ kind, work }: ActionRow): { changes?: string[] | string } {
  if (kind === 'nfts.update') return { changes: ['metadata'] }
  return kind === 'collections.update' ? { changes: changeName(work) } : {}
}

/** The API's name of a collection's change. @param work the action's, JSON */
export function changeName(work: string): string {
  return changeNames[(JSON.parse(work) as CollectionChange).kind]
}

/** Why something failed or was cancelled. */
export function failure(
  row: { error_code: string | null; error_message: string | null; completed_at: number | null },
  cancelled: boolean,
): { error: { code: string; message: string }; failedAt?: string } {
  const error = cancelled
    ? { code: 'mint.cancelled', message: 'It was cancelled before it was sent; nothing was minted.' }
    : { code: row.error_code ?? 'unknown', message: row.error_message ?? 'It failed, and no reason is known.' }
  return { error, ...(row.completed_at === null ? {} : { failedAt: time(row.completed_at) }) }
}

export function times(
  status: ActionAnswer['status'],
  started: number,
  completed: number | null,
): { startedAt: string; completedAt?: string } {
  return {
    startedAt: time(started),
    ...(status === 'succeeded' && completed !== null ? { completedAt: time(completed) } : {}),
  }
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
