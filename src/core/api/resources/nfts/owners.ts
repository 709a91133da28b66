import type { Project } from '../../../../shared/app-api.ts'
import type { ChainClient } from '../../../chains/family/family.ts'
import { readTreesOf } from '../../../minting/reconcile/read-tree.ts'
import { holderOfToken } from '../../../minting/transfers/token-holder.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import type { NftRow } from '../../../store/collections/nft-rows.ts'
import { burnOf } from '../../../store/journal/actions.ts'
import type { CoreContext } from '../../http/context.ts'

type OwnersContext = Pick<CoreContext, 'chains' | 'db' | 'log'>

/** Who holds an NFT now, by the chain; where that cannot be asked, whom it was minted to. Undefined for what is not minted, or burnt. */
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

/** Who holds each NFT now, as `ownerOf` has it, by few questions. Those without an owner are not in the answer. */
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

/** The client of a collection's chain; null where nothing can be asked of it. */
async function clientOf(
  { chains }: OwnersContext,
  { kind }: Project,
  { chain, contract_address: contract }: CollectionRow,
): Promise<ChainClient | null> {
  return contract === null ? null : await chains.reader(kind, chain).catch(() => null)
}

/** The owners of plain tokens, where a node answers for many at once. */
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

/** Reads what was done to the trees that tokens are compressed into. */
async function readTrees({ db, log }: OwnersContext, client: ChainClient, minted: readonly NftRow[]): Promise<void> {
  if (!client.trees) return
  const inTrees = minted.flatMap(({ compressed, token_address }) => (compressed === 1 && token_address) || [])
  if (inTrees.length === 0) return
  await readTreesOf(db, client, inTrees).catch((error: unknown) => {
    log.warn({ err: error, network: client.network }, 'what was done to trees of NFTs could not be read')
  })
}

/** Null for a burnt one. */
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
