import { z } from 'zod'
import { stable } from '../../shared/api-schemas/common.ts'
import type { MintAnswer, NftAnswer } from '../../shared/api-schemas/nfts.ts'
import type { Project } from '../../shared/app-api.ts'
import { familyOf, isChainName } from '../../shared/chains.ts'
import type { ChainClient } from '../chains/family.ts'
import type { CoreContext } from '../context.ts'
import { readTreesOf } from '../minting/read-tree.ts'
import { holderOfToken } from '../minting/token-holder.ts'
import { burnOf } from '../store/actions.ts'
import { settledOf } from '../store/collection-settings.ts'
import type { CollectionRow } from '../store/collections.ts'
import type { NftRow } from '../store/nfts.ts'

/** An NFT as a mint answers it. `owner`: who holds it now; known for minted ones only. */
export function mintView(row: NftRow, collection: CollectionRow, owner: string | undefined): MintAnswer {
  return {
    id: row.id,
    onChain: {
      status: statusOfMint(row),
      chain: collection.chain,
      ...contractOf(collection),
      ...mintedFields(row, owner),
    },
    actionId: row.action_id,
  }
}

/** An NFT that was just accepted. */
export function newMintView(id: string, actionId: string, collection: CollectionRow): MintAnswer {
  return {
    id,
    onChain: { status: 'pending', chain: collection.chain, ...contractOf(collection) },
    actionId,
  }
}

/** Tokens that have an address of their own are not named by their contract's. */
function contractOf({ chain, contract_address }: CollectionRow): { contractAddress?: string } {
  if (contract_address === null || (isChainName(chain) && familyOf(chain) === 'solana')) return {}
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

/** The hash of the transaction that minted it, once that is settled. */
export function txIdOf(row: NftRow): string | undefined {
  return row.state === 'succeeded' ? (row.tx_hash ?? row.minted_by ?? undefined) : undefined
}

const updated = z.object({ metadata: z.unknown() })

/** What a minted token is called: its own address where it has one, else its number in its contract. */
export function tokenNameOf({ token_id, token_address }: Pick<NftRow, 'token_id' | 'token_address'>): {
  tokenId?: string
  mintHash?: string
} {
  if (token_id === null) return {}
  return token_address === null ? { tokenId: String(token_id) } : { mintHash: token_address }
}

/** Metadata as it was given last: an object, or the URL of hosted metadata; under a base URI that of the token, once it is minted. */
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

/** Who holds each NFT now, by the chain; where that cannot be asked, who they were minted to. Burnt ones are not in the answer. */
export async function ownersOf(
  { chains, db, log }: Pick<CoreContext, 'chains' | 'db' | 'log'>,
  project: Project,
  collection: CollectionRow,
  rows: readonly NftRow[],
): Promise<Map<number, string>> {
  const contract = collection.contract_address
  const minted = rows.filter(({ token_id }) => token_id !== null)
  const client =
    minted.length > 0 && contract !== null
      ? await chains.client(project.kind, collection.chain).catch(() => null)
      : null
  const plain = minted.flatMap(({ pk, template_pk, token_id }) =>
    template_pk === null && token_id !== null ? [{ pk, tokenId: token_id }] : [],
  )
  const together = new Map<number, string | null>()
  if (client?.tokens && contract !== null && plain.length > 1)
    try {
      const found = await client.tokens.owners(
        contract,
        plain.map(({ tokenId }) => tokenId),
      )
      for (const [place, { pk }] of plain.entries()) together.set(pk, found[place] ?? null)
    } catch (error) {
      log.warn({ err: error, network: client.network }, 'the owners of NFTs could not be read')
      for (const { pk, address } of minted) if (!together.has(pk)) together.set(pk, address)
    }
  const inTrees = minted.flatMap(({ compressed, token_address }) => (compressed === 1 && token_address) || [])
  if (client?.trees && inTrees.length > 0)
    await readTreesOf(db, client.trees, inTrees).catch((error: unknown) => {
      log.warn({ err: error, network: client.network }, 'what was done to trees of NFTs could not be read')
    })
  const owners = await Promise.all(
    minted.map(async (row): Promise<[number, string | null]> => {
      if (!client || contract === null || row.token_id === null) return [row.pk, row.address]
      const known = together.get(row.pk)
      if (known !== undefined) return [row.pk, known]
      try {
        if (row.token_address !== null && client.trees) return [row.pk, await holderOfToken(db, client.trees, row)]
        if (row.template_pk === null) return [row.pk, await client.ownerOf(contract, row.token_id)]
        const burn = await burnOf(db, row.pk)
        return [row.pk, burn?.status === 'succeeded' ? null : await ownerOfCopies(client, contract, row, row.token_id)]
      } catch (error) {
        log.warn({ err: error, network: client.network }, 'the owner of an NFT could not be read')
        return [row.pk, row.address]
      }
    }),
  )
  return new Map(owners.flatMap(([pk, owner]) => (owner === null ? [] : [[pk, owner] as const])))
}

/** Whom copies were minted to, as long as they hold any of that token: nobody else can be said to own them. */
async function ownerOfCopies(
  client: ChainClient,
  contract: string,
  row: NftRow,
  tokenId: number,
): Promise<string | null> {
  if (row.address === null || !client.copies) return null
  return (await client.copies.balance(contract, row.address, tokenId)) > 0n ? row.address : null
}

function statusOfMint({ state }: NftRow): 'pending' | 'success' | 'failed' {
  if (state === 'succeeded') return 'success'
  return state === 'failed' || state === 'cancelled' ? 'failed' : 'pending'
}

function mintedFields(
  row: NftRow,
  owner: string | undefined,
): { tokenId?: string; mintHash?: string; owner?: string; txId?: string } {
  if (row.state !== 'succeeded' || row.token_id === null) return {}
  const txId = txIdOf(row)
  return { ...tokenNameOf(row), ...(owner ? { owner } : {}), ...(txId ? { txId } : {}) }
}
