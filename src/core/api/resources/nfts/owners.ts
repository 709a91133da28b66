import type { Project } from '../../../../shared/app-api.ts'
import type { ChainClient } from '../../../chains/family/family.ts'
import { readTreesOf } from '../../../minting/reconcile/read-tree.ts'
import { holderOfToken } from '../../../minting/transfers/token-holder.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import type { NftRow } from '../../../store/collections/nft-rows.ts'
import { burnOf } from '../../../store/journal/actions.ts'
import type { CoreContext } from '../../http/context.ts'

type OwnersContext = Pick<CoreContext, 'chains' | 'db' | 'log'>

/** The present holder of an NFT according to the chain; its recipient if the chain cannot be asked. Undefined if it is not minted, or burnt. */
export async function ownerOf(
  context: OwnersContext,
  project: Project,
  collection: CollectionRow,
  row: NftRow,
): Promise<string | undefined> {
  if (row.token_id === null) return undefined
  const client = await clientOf(context, project, collection)
  if (client) await readTrees(context, client, [row])
  return (await holderOf(context, client, collection, row)) ?? undefined
}

/** The present holder of each NFT, as `ownerOf` returns it, with few requests. NFTs without a holder are left out. */
export async function ownersOf(
  context: OwnersContext,
  project: Project,
  collection: CollectionRow,
  rows: readonly NftRow[],
): Promise<Map<number, string>> {
  const minted = rows.filter(({ token_id }) => token_id !== null)
  if (minted.length === 0) return new Map()
  const client = await clientOf(context, project, collection)
  const together = client ? await ownersTogether(context, client, collection, minted) : new Map<number, string | null>()
  if (client) await readTrees(context, client, minted)
  const owners = await Promise.all(
    minted.map(async (row): Promise<[number, string | null]> => {
      const known = together.get(row.pk)
      return [row.pk, known === undefined ? await holderOf(context, client, collection, row) : known]
    }),
  )
  return new Map(owners.flatMap(([pk, owner]) => (owner === null ? [] : [[pk, owner] as const])))
}

/** The client of a collection's chain; null if the chain cannot be asked. */
async function clientOf(
  { chains }: OwnersContext,
  { kind }: Project,
  { chain, contract_address: contract }: CollectionRow,
): Promise<ChainClient | null> {
  return contract === null ? null : await chains.reader(kind, chain).catch(() => null)
}

/** The owners of plain tokens, on chains whose nodes answer for many tokens at once. */
async function ownersTogether(
  { log }: OwnersContext,
  client: ChainClient,
  { contract_address: contract }: CollectionRow,
  minted: readonly NftRow[],
): Promise<Map<number, string | null>> {
  const together = new Map<number, string | null>()
  const plain = minted.flatMap(({ pk, template_pk, token_id }) =>
    template_pk === null && token_id !== null ? [{ pk, tokenId: token_id }] : [],
  )
  if (!client.tokens || contract === null || plain.length < 2) return together
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
  return together
}

/** Reads the changes of the trees that hold the compressed tokens. */
async function readTrees({ db, log }: OwnersContext, client: ChainClient, minted: readonly NftRow[]): Promise<void> {
  if (!client.trees) return
  const inTrees = minted.flatMap(({ compressed, token_address }) => (compressed === 1 && token_address) || [])
  if (inTrees.length === 0) return
  await readTreesOf(db, client, inTrees).catch((error: unknown) => {
    log.warn({ err: error, network: client.network }, 'what was done to trees of NFTs could not be read')
  })
}

/** Null for a burnt NFT. */
async function holderOf(
  { db, log }: OwnersContext,
  client: ChainClient | null,
  { contract_address: contract }: CollectionRow,
  row: NftRow,
): Promise<string | null> {
  if (!client || contract === null || row.token_id === null) return row.address
  try {
    if (row.token_address !== null && client.ownTokens) return await holderOfToken(db, client.ownTokens, row)
    if (row.template_pk === null) return await client.ownerOf(contract, row.token_id)
    const burn = await burnOf(db, row.pk)
    return burn?.status === 'succeeded' ? null : await ownerOfCopies(client, contract, row, row.token_id)
  } catch (error) {
    log.warn({ err: error, network: client.network }, 'the owner of an NFT could not be read')
    return row.address
  }
}

/** The recipient of copies while it holds any unit of that token: no other account can be called their owner. */
async function ownerOfCopies(
  client: ChainClient,
  contract: string,
  row: NftRow,
  tokenId: number,
): Promise<string | null> {
  if (row.address === null || !client.copies) return null
  return (await client.copies.balance(contract, row.address, tokenId)) > 0n ? row.address : null
}
