import { z } from 'zod'
import { stable } from '../../../../shared/api-schemas/common.ts'
import type { MintAnswer, NftAnswer } from '../../../../shared/api-schemas/nfts.ts'
import { familyOf } from '../../../../shared/families.ts'

import { type NamedToken, tokenField } from '../../../../shared/token-names.ts'

import type { CollectionRow } from '../../../store/collections/collections.ts'
import type { NftRow } from '../../../store/collections/nft-rows.ts'
import { settledOf } from '../../../store/collections/settings.ts'

/** An NFT as a mint answers it. `owner`: its present holder; only minted NFTs have one. */
export function mintView(row: NftRow, collection: CollectionRow, owner: string | undefined): MintAnswer {
  return {
    id: row.id,
    onChain: {
      status: statusOfMint(row),
      chain: collection.chain,
      ...contractOf(collection),
      ...mintedFields(row, collection, owner),
    },
    actionId: row.action_id,
  }
}

export function newMintView(id: string, actionId: string, collection: CollectionRow): MintAnswer {
  return {
    id,
    onChain: { status: 'pending', chain: collection.chain, ...contractOf(collection) },
    actionId,
  }
}

/** The contract's address; left out for tokens that have their own address instead. */
function contractOf({ chain, contract_address }: CollectionRow): { contractAddress?: string } {
  if (contract_address === null || !familyOf(chain).tokenIds) return {}
  return { contractAddress: contract_address }
}

/** An NFT as it is read, with its metadata. @param base `http://<host>` of the request */
export function nftView(row: NftRow, collection: CollectionRow, owner: string | undefined, base: string): NftAnswer {
  return {
    ...mintView(row, collection, owner),
    metadata: metadataOfNft(row, collection),
    ...(row.template_id === null ? {} : { templateId: row.template_id, amount: row.amount }),
    action: `${base}${stable}/actions/${encodeURIComponent(row.action_id)}`,
  }
}

/** The hash of the transaction that minted it, once the mint is settled. */
export function txIdOf(row: NftRow): string | undefined {
  return row.state === 'succeeded' ? (row.tx_hash ?? row.minted_by ?? undefined) : undefined
}

const updated = z.object({ metadata: z.unknown() })

/** A minted token's identifier: its own address if it has one, else its number in its contract. */
export function tokenNameOf(
  { token_id, token_address }: Pick<NftRow, 'token_id' | 'token_address'>,
  { chain }: Pick<CollectionRow, 'chain'>,
): NamedToken {
  if (token_id === null) return {}
  return token_address === null ? { tokenId: String(token_id) } : tokenField(chain, token_address)
}

/** The latest metadata: an object, or the URL of hosted metadata; with a base URI the token's URL, once it is minted. */
export function metadataOfNft(row: NftRow, collection: CollectionRow): unknown {
  const given = givenMetadata(row)
  if (given !== null) return given
  const { baseUri } = settledOf(collection)
  return baseUri === null || row.token_id === null ? null : `${baseUri}/${row.token_id}`
}

function givenMetadata(row: NftRow): unknown {
  if (row.update_work !== null) return updated.parse(JSON.parse(row.update_work)).metadata
  return row.json === null ? row.metadata_uri : JSON.parse(row.json)
}

function statusOfMint({ state }: NftRow): 'pending' | 'success' | 'failed' {
  if (state === 'succeeded') return 'success'
  return state === 'failed' || state === 'cancelled' ? 'failed' : 'pending'
}

function mintedFields(
  row: NftRow,
  collection: CollectionRow,
  owner: string | undefined,
): NamedToken & { owner?: string; txId?: string } {
  if (row.state !== 'succeeded' || row.token_id === null) return {}
  const txId = txIdOf(row)
  return { ...tokenNameOf(row, collection), ...(owner ? { owner } : {}), ...(txId ? { txId } : {}) }
}
