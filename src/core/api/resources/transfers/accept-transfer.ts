import { randomUUID } from 'node:crypto'
import type { Project } from '../../../../shared/app-api.ts'
import { type ChainName, chainLabel } from '../../../../shared/chains.ts'
import { lacksFeature } from '../../../../shared/contract-features.ts'
import type { ChainClient } from '../../../chains/family/family.ts'
import { Refusal } from '../../../chains/family/outcome.ts'
import type { TokenStanding } from '../../../chains/family/transfers.ts'
import type { TreesClient } from '../../../chains/family/trees.ts'
import type { WalletOwner } from '../../../chains/family/wallet-owner.ts'
import type { Transfer } from '../../../chains/family/work.ts'
import { CoreError } from '../../../lib/errors.ts'
import { readTreesOf } from '../../../minting/reconcile/read-tree.ts'
import { refusalReason, refusedByStranger } from '../../../minting/transactions/effects.ts'
import { staleToken } from '../../../minting/transactions/token-refusals.ts'
import { ownTokenOf } from '../../../minting/transfers/own-token.ts'
import { holderOfToken } from '../../../minting/transfers/token-holder.ts'
import { type CollectionRow, collectionByPk, findContract } from '../../../store/collections/collections.ts'
import type { NftRow } from '../../../store/collections/nft-rows.ts'
import { nftByAddress, nftsByTokens } from '../../../store/collections/nfts.ts'
import { settledOf } from '../../../store/collections/settings.ts'
import { addWallets, type WalletRecord } from '../../../store/installation/wallets.ts'
import { burnOf } from '../../../store/journal/actions.ts'
import { addTransfer } from '../../../store/journal/transfers/transfers.ts'
import type { Store } from '../../../store/sqlite/open.ts'
import type { CoreContext } from '../../http/context.ts'
import { ApiFault } from '../../http/faults.ts'
import { type KeyedRequest, madeFor, onceFor } from '../../http/replay.ts'
import { requireFeature } from '../contracts.ts'
import { burntBefore, holderUnknown, refusedThere } from '../nfts/refusals.ts'
import { requireFree } from './free-units.ts'

/** An NFT that is to leave a wallet of the project; all addresses in their normal form. */
export interface WantedTransfer {
  chain: ChainName
  holder: string
  owner: NonNullable<WalletOwner>
  to: string
  /** If `to` is a user's wallet: its record, which is stored with the transfer. */
  reached?: WalletRecord | undefined
  contract: string
  /** '' where the token has its own address, which is `contract`. */
  tokenId: string
  quantity: string
}

/**
 * Accepts the transfer of an NFT, once for an idempotency key: if the key was used before, the answer is that transfer, even if it would be
 * refused now. All errors that can be known are reported before anything is stored or sent.
 * @param ask returns what is wanted; called only if the key was not used before
 * @returns the action's id
 * @throws CoreError 422 `transfer.…`, `token.…`, `recipient.…`; 503 when the chain does not answer
 */
export async function acceptTransfer(
  context: CoreContext,
  project: Project,
  ask: () => Promise<WantedTransfer>,
  keyed: KeyedRequest | undefined,
): Promise<{ id: string; replayed: boolean }> {
  const before = keyed && (await madeFor(context.db, keyed))
  if (before) return { id: before[0] ?? '', replayed: true }
  const wanted = await ask()
  if (wanted.to === wanted.holder)
    throw new CoreError('transfer.sameWallet', 'The NFT would go to the wallet that holds it: name another recipient.')
  const client = await context.chains.client(project.kind, wanted.chain)
  const { collection, nft } = await tokenOfOurs(context, project, client, wanted)
  if (client.transfers?.holderSends === false && collection) requireFeature(collection, 'transfer-by-signature')
  const { work, held, since } = await reading(wanted.chain, async () =>
    look(context.db, await context.chains.reader(project.kind, wanted.chain), project, wanted, collection, nft),
  )
  const id = randomUUID()
  const signer = work.by === 'holder' ? wanted.holder : client.treasury(project.index)
  let made: number | undefined
  const { ids, replayed } = await context.db.transaction().execute((tx) =>
    onceFor(tx, keyed, context.clock(), async () => {
      const burn = nft && (await burnOf(tx, nft.pk))
      if (nft && burn) throw burntBefore(`The NFT ${JSON.stringify(nft.id)}`, burn.status)
      await requireFree(tx, client.network, collection, work, held)
      await addWallets(tx, project.id, wanted.reached ? [wanted.reached] : [], context.clock())
      made = await addTransfer(
        tx,
        {
          projectId: project.id,
          id,
          chain: wanted.chain,
          network: client.network,
          signer,
          contract: wanted.contract,
          tokenId: wanted.tokenId,
          mintPk: nft?.pk ?? null,
          work,
          request: keyed ? JSON.stringify([keyed.route, keyed.key, keyed.body]) : id,
          since,
        },
        context.clock(),
      )
      return [id]
    }),
  )
  if (made !== undefined) context.minting.wakeTransfer(made)
  return { id: ids[0] ?? id, replayed }
}

type Standing = Extract<TokenStanding, { kind: 'nft' }>
/** The engine adds the job, which follows from the request. */
type KeptTransfer = Omit<Transfer, 'jobId'>

/** Checks a transfer against the chain. @throws CoreError 422 if it is not possible */
async function look(
  db: Store,
  client: ChainClient,
  project: Project,
  wanted: WantedTransfer,
  collection: CollectionRow | undefined,
  nft: NftRow | undefined,
): Promise<{ work: KeptTransfer; held: bigint; since: number }> {
  const { transfers } = client
  const label = chainLabel(wanted.chain)
  if (!transfers) throw new CoreError('network.unsupported', `Nothing can be transferred on ${label} yet.`)
  const inTree =
    client.trees && nft?.compressed === 1 ? await standingOfLeaf(db, client, client.trees, nft, wanted) : null
  const standing = inTree ?? (await transfers.standing(wanted.contract, wanted.tokenId, wanted.holder))
  if (standing.kind === 'no-contract')
    throw new CoreError('transfer.noContract', client.family.words.nothingAt(wanted.contract, label))
  if (standing.kind === 'no-nft')
    throw new CoreError('transfer.noNft', client.family.words.notMovable(wanted.contract, label))
  const quantity = heldQuantity(wanted, standing)
  if (collection && !settledOf(collection).transferable)
    throw new CoreError('token.notTransferable', 'The NFTs of this collection cannot be transferred, only burnt.')
  const signs =
    collection !== undefined &&
    collection.state === 'deployed' &&
    lacksFeature(collection.contract_kind, 'transfer-by-signature') === null
  const { holder, owner, to, contract, tokenId } = wanted
  const by = signs || !transfers.holderSends ? 'treasury' : 'holder'
  const work: KeptTransfer = {
    kind: 'transfer',
    by,
    contract,
    tokenId,
    standard: standing.standard,
    quantity,
    holder,
    owner,
    to,
  }
  const own = collection && nft && (await ownTokenOf(db, client, collection, nft.pk))
  await rehearse(client, project, { ...work, by: transfers.holderSends ? 'holder' : by, ...(own ? { own } : {}) })
  const since = by === 'holder' ? await client.sequence(holder) : 0
  return { work, held: standing.held, since }
}

/** @throws CoreError 422 when the wallet does not hold enough */
function heldQuantity({ holder, tokenId, contract, quantity }: WantedTransfer, standing: Standing): string {
  const name = tokenId === '' ? `the NFT ${contract}` : `token ${tokenId} of ${contract}`
  if (standing.standard !== 'erc-1155' && quantity !== '1')
    throw new CoreError('transfer.quantity', `There is one of ${name} only: leave quantity out.`)
  if (standing.held >= BigInt(quantity)) return quantity
  throw new CoreError(
    'transfer.notHeld',
    standing.held === 0n
      ? `The wallet ${holder} does not hold ${name}.`
      : `The wallet ${holder} holds ${standing.held} of ${name}, not ${quantity}.`,
  )
}

/**
 * Simulates the transfer as the holder's own call: no permission is signed for a simulation, since anybody who gets a permission can use it.
 * @throws CoreError 422 with the reason for which it would fail
 */
async function rehearse(client: ChainClient, project: Project, work: KeptTransfer): Promise<void> {
  try {
    await client.prepare({ ...work, jobId: `0x${'0'.repeat(64)}` }, project.index)
  } catch (error) {
    // Its tree was changed a moment ago, and that is not final yet: the engine waits for it.
    const stale = error instanceof Refusal && error.outcome.kind === 'failed' && error.outcome.code === staleToken
    if (stale) return
    const reason = error instanceof Refusal ? refusalReason({ client }, error.outcome) : null
    if (reason === null) throw error
    throw reason === refusedByStranger ? refusedThere(work.to) : new ApiFault(422, reason.code, reason.message)
  }
}

/** Our collection to which the token belongs, and its NFT, unless the token has many units. */
async function tokenOfOurs(
  { db }: CoreContext,
  project: Project,
  { family }: ChainClient,
  { chain, contract, tokenId }: WantedTransfer,
): Promise<{ collection?: CollectionRow; nft?: NftRow }> {
  if (!family.tokenIds) {
    const nft = await nftByAddress(db, project.id, chain, contract)
    return nft ? { nft, collection: await collectionByPk(db, nft.collection_pk) } : {}
  }
  const collection = await findContract(db, project.id, chain, contract)
  const number = Number(tokenId)
  if (!collection) return {}
  if (collection.fungibility === 'semi-fungible' || !Number.isSafeInteger(number)) return { collection }
  const [nft] = await nftsByTokens(db, collection.pk, [number])
  return nft ? { collection, nft } : { collection }
}

/** The holding of a compressed NFT, after reading what others did to its tree. */
async function standingOfLeaf(
  db: Store,
  client: ChainClient,
  trees: TreesClient,
  nft: NftRow,
  { contract, holder }: WantedTransfer,
): Promise<Standing> {
  await readTreesOf(db, client, [contract])
  const now = await holderOfToken(db, trees, nft)
  if (now === null) throw burntBefore(`The NFT ${JSON.stringify(nft.id)}`, 'succeeded')
  return { kind: 'nft', standard: 'addressed', held: now === holder ? 1n : 0n }
}

async function reading<Answer>(chain: ChainName, read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read()
  } catch (error) {
    throw holderUnknown(chain, error)
  }
}
