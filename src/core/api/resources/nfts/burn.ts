import { randomUUID } from 'node:crypto'
import type { Project } from '../../../../shared/app-api.ts'
import type { ChainName } from '../../../../shared/chains.ts'
import { lacksFeature } from '../../../../shared/contract-features.ts'
import { counted } from '../../../../shared/format.ts'
import { parseRecipient } from '../../../../shared/locator.ts'
import type { WalletOwner } from '../../../chains/family/wallet-owner.ts'
import type { Transfer, Work } from '../../../chains/family/work.ts'
import { CoreError } from '../../../lib/errors.ts'
import { readTreesOf } from '../../../minting/reconcile/read-tree.ts'
import { holderOfToken } from '../../../minting/transfers/token-holder.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import type { NftRow } from '../../../store/collections/nft-rows.ts'
import { findWallet } from '../../../store/installation/wallets.ts'
import { addAction, burnOf, pendingBurns } from '../../../store/journal/actions.ts'
import { isLeaving, pendingOfToken } from '../../../store/journal/transfers/transfers.ts'
import type { CoreContext } from '../../http/context.ts'
import { readyToMint, requireFeature } from '../contracts.ts'
import { userOf } from '../users.ts'
import { burntBefore, holderUnknown, notMinted } from './refusals.ts'

/** The engine adds the job, which follows from the NFT. */
type BurnWork = Omit<Extract<Work, { kind: 'burn' }>, 'jobId'>

/**
 * Accepts the burning of an NFT that a wallet of the project holds; for copies, of all units of this mint.
 * @returns the action's id
 * @throws CoreError 422 when it is not minted, burnt already, or held by another wallet; 503 when the chain does not say who holds it
 */
export async function acceptBurn(
  context: CoreContext,
  project: Project,
  given: CollectionRow,
  row: NftRow,
): Promise<string> {
  const collection = await readyToMint(context, project, given)
  const contract = collection.contract_address
  const name = `The NFT ${JSON.stringify(row.id)}`
  if (row.state !== 'succeeded' || row.token_id === null || contract === null) throw notMinted(row, 'burn')
  requireFeature(collection, 'transfer-by-signature')
  const before = await burnOf(context.db, row.pk)
  if (before) throw burntBefore(name, before.status)
  const { holder, held } = await holdingOf(context, project, collection, contract, row, row.token_id)
  if (holder === null) throw burntBefore(name, 'succeeded')
  if (held < BigInt(row.amount)) throw tooFew(name, row, holder, held)
  const owner = await ownerOfWallet(context, project, collection, row, holder)
  if (owner === undefined)
    throw new CoreError(
      'nft.notHeld',
      `${name} is held by ${holder}, which is no wallet of this project, so it cannot be burnt here: only its holder can.`,
    )
  const work: BurnWork = {
    kind: 'burn',
    contract,
    tokenId: row.token_id,
    ...(row.template_id === null ? {} : { quantity: String(row.amount) }),
    holder,
    owner,
  }
  const client = await context.chains.client(project.kind, collection.chain)
  const id = randomUUID()
  await context.db.transaction().execute(async (tx) => {
    const meanwhile = await burnOf(tx, row.pk)
    if (meanwhile) throw burntBefore(name, meanwhile.status)
    if (await isLeaving(tx, row.pk))
      throw new CoreError(
        'nft.beingTransferred',
        `${name} is being transferred, so it cannot be burnt: its action tells when that is done.`,
      )
    const left = held - (await onTheirWay(tx, client.network, collection, work))
    if (left < BigInt(row.amount)) throw tooFew(name, row, holder, left)
    await addAction(
      tx,
      {
        projectId: project.id,
        id,
        kind: 'nfts.delete',
        collectionPk: collection.pk,
        mintPk: row.pk,
        work,
      },
      context.clock(),
    )
  })
  context.minting.wake(collection.pk)
  return id
}

/** Whether `acceptBurn` would accept it now; false where the chain does not answer. */
export async function isBurnable(
  context: CoreContext,
  project: Project,
  collection: CollectionRow,
  row: NftRow,
): Promise<boolean> {
  const { contract_address: contract, contract_kind: kind } = collection
  if (row.token_id === null || contract === null) return false
  if (lacksFeature(kind, 'transfer-by-signature') !== null) return false
  if ((await burnOf(context.db, row.pk)) || (await isLeaving(context.db, row.pk))) return false
  try {
    const { holder, held } = await holdingOf(context, project, collection, contract, row, row.token_id)
    if (holder === null || held < BigInt(row.amount)) return false
    return (await ownerOfWallet(context, project, collection, row, holder)) !== undefined
  } catch (error) {
    if (error instanceof CoreError) return false
    throw error
  }
}

/** Which wallet of the project has an address: null for its treasury, undefined for none. */
async function ownerOfWallet(
  { db, chains, wallets }: Pick<CoreContext, 'db' | 'chains' | 'wallets'>,
  project: Project,
  collection: CollectionRow,
  row: NftRow,
  holder: string,
): Promise<WalletOwner | undefined> {
  const client = await chains.client(project.kind, collection.chain)
  if (client.treasury(project.index) === holder) return null
  const known = await findWallet(db, project.id, holder)
  if (known) return { kind: known.kind, user: known.user }
  // A database that lost its list of wallets still knows the NFT's recipient.
  const chain = collection.chain as ChainName
  const parsed = parseRecipient(row.recipient, chain)
  const user = parsed.ok ? userOf(parsed.recipient) : undefined
  return user && (await wallets.address(project.kind, project.index, user, chain)) === holder ? user : undefined
}

/** The holder and its number of units. Copies are looked up at their recipient, since the chain does not distinguish them. */
async function holdingOf(
  { chains, db }: Pick<CoreContext, 'chains' | 'db'>,
  project: Project,
  { chain }: CollectionRow,
  contract: string,
  row: NftRow,
  tokenId: number,
): Promise<{ holder: string | null; held: bigint }> {
  try {
    const client = await chains.reader(project.kind, chain)
    const { template_id: template, address, token_address: own } = row
    if (own !== null && client.ownTokens) {
      await readTreesOf(db, client, [own])
      return { holder: await holderOfToken(db, client.ownTokens, row), held: 1n }
    }
    if (template === null) return { holder: await client.ownerOf(contract, tokenId), held: 1n }
    const held = address === null ? 0n : await client.copies?.balance(contract, address, tokenId)
    return { holder: address, held: held ?? 0n }
  } catch (error) {
    throw holderUnknown(chain as ChainName, error)
  }
}

/** Units of the same token that this holder will lose by accepted burns of copies and by accepted transfers. */
async function onTheirWay(
  tx: Parameters<typeof pendingBurns>[0],
  network: string,
  { pk }: CollectionRow,
  { contract, tokenId, quantity, holder }: BurnWork,
): Promise<bigint> {
  if (quantity === undefined) return 0n
  const burns = (await pendingBurns(tx, pk)).map((work) => JSON.parse(work) as BurnWork)
  const transfers = (await pendingOfToken(tx, network, contract, String(tokenId))).map(
    ({ work }) => JSON.parse(work) as Transfer,
  )
  return [...burns.filter((one) => one.tokenId === tokenId), ...transfers]
    .filter((one) => one.holder === holder)
    .reduce((sum, one) => sum + BigInt(one.quantity ?? 1), 0n)
}

function tooFew(name: string, { amount }: NftRow, holder: string, left: bigint): CoreError {
  return new CoreError(
    'nft.notHeld',
    `${name} is ${counted(amount, 'unit')}, minted to ${holder}, who has only ${left} of that token beside what is on its way elsewhere, so it cannot be burnt.`,
  )
}
