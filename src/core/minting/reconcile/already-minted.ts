import { counted } from '../../../shared/format.ts'
import { firstBlock } from '../../holdings/first-block.ts'
import { haltCollection } from '../../store/collections/halting.ts'
import { enterKnown, type HeldToken } from '../../store/collections/known-mints.ts'
import type { MintRow } from '../../store/journal/batches.ts'
import type { BatchRow, CollectionRow } from '../../store/journal/signer-queue.ts'
import { hostedLists, unreadable } from '../compose/hosted-lists.ts'
import type { QueueContext } from '../deps.ts'
import { mintIdentity } from '../job-id.ts'
import { batchWork, contractOf } from '../work.ts'
import { readBackBatch } from './copies.ts'
import { givenTo } from './held-tokens.ts'
import { differenceOf } from './job-evidence.ts'
import { copyStandIn } from './stand-in.ts'
import { enterUnrecognised, recogniseMints } from './unrecognised-mints.ts'

/** A mint that the chain holds; `address`: of a token that is an account of its own. */
type FoundMint = HeldToken & { pk: number; address?: string; standIn?: string }

/**
 * Which of a batch's mints the chain holds, when the contract says that it minted the batch's job before. The engine believes it when the contract's
 * record of the job is exactly this batch: the same recipients in the same order, with the same metadata. Otherwise it halts the collection; once the
 * person said to go on, the list of the chain's batch says which mints were made, and the others wait for a new batch.
 * @param place where the chain has the batch; `addresses`: of tokens that are accounts of their own
 * @returns null when the collection is halted
 */
export async function alreadyMinted(
  context: QueueContext,
  collection: CollectionRow,
  batch: BatchRow,
  mints: readonly MintRow[],
  place: { firstTokenId: number; addresses?: readonly string[] },
): Promise<FoundMint[] | null> {
  const { firstTokenId, addresses = [] } = place
  const { deps, client, project } = context
  const contract = contractOf(collection)
  const since = await firstBlock(deps.db, client, collection)
  if (client.fence && !context.accepted?.has(collection.pk)) {
    const record = await client.fence.jobRecord(contract, batch.job_id, since)
    const fault =
      record === null ? 'it shows nothing that was' : differenceOf(await batchWork(deps.db, collection, batch), record)
    if (fault !== null) {
      await haltCollection(
        deps.db,
        collection.pk,
        `The contract says that this batch of ${counted(mints.length, 'NFT')} was minted before (number ${firstTokenId}), but ${fault}. Nothing more is minted into this collection: look at it on the chain, then go on with “mintdesk collections resume ${collection.id}”: what the list of that batch names then counts as minted, and the others are minted again.`,
        context.resumes,
      )
      deps.events.collectionChanged(collection.pk)
      return null
    }
  }
  if (collection.fungibility === 'semi-fungible') return copiesAlreadyMinted(context, collection, mints, firstTokenId)
  const onChain = await client.batchOfToken(contract, firstTokenId, since)
  const lone = onChain === null ? (await givenTo(context, collection, [firstTokenId])).get(firstTokenId) : undefined
  const txHash = onChain?.txHash ?? lone?.txHash ?? ''
  const tags = mints.map(({ id }) => deps.identity.tag(project, mintIdentity(project.index, collection.id, id)))
  const recipients = onChain?.recipients ?? []
  const same =
    onChain === null
      ? mints.length === 1
      : onChain.folder === (batch.kind === 'uris' ? '' : batch.folder) &&
        recipients.length === mints.length &&
        mints.every(({ address }, place) => address?.toLowerCase() === recipients[place]?.toLowerCase())
  const chainTags = same ? tags : await tagsOfBatch(context, contract, onChain?.folder ?? '', firstTokenId)
  if (chainTags === null && onChain !== null && context.accepted?.has(collection.pk)) {
    await enterUnrecognised(context, collection, onChain)
    const found = await recogniseMints(
      context,
      collection,
      mints.map((row, place) => ({ row, tag: tags[place] ?? '' })),
    )
    return mints.flatMap(({ pk }, place) => {
      const token = found.get(tags[place] ?? '')
      return token ? [{ pk, ...token }] : []
    })
  }
  if (chainTags === null) {
    await haltCollection(
      deps.db,
      collection.pk,
      `The contract says that a batch of ${counted(mints.length, 'NFT')} was minted before (from token ${firstTokenId}), but not for whom: its list cannot be read. ${unreadable(collection)}`,
      context.resumes,
    )
    deps.events.collectionChanged(collection.pk)
    return null
  }
  const recipientAt = (place: number): string | null => recipients[place] ?? lone?.recipient ?? null
  await enterKnown(
    deps.db,
    collection.pk,
    chainTags.map((tag, place) => ({ tag, tokenId: firstTokenId + place, txHash, recipient: recipientAt(place) })),
  )
  const places = new Map(chainTags.map((tag, place) => [tag, place]))
  return mints.flatMap(({ pk }, index) => {
    const place = places.get(tags[index] ?? '')
    if (place === undefined) return []
    const address = addresses[place]
    const token = { pk, tokenId: firstTokenId + place, txHash, recipient: recipientAt(place) }
    return [{ ...token, ...(address === undefined ? {} : { address }) }]
  })
}

/** The tags of a batch on chain by place, from its folder or from the list that is kept of it; null when neither is here. */
export async function tagsOfBatch(
  context: QueueContext,
  contract: string,
  folder: string,
  firstTokenId: number,
): Promise<string[] | null> {
  if (folder !== '') return context.deps.metadata.readTags(folder)
  return (await hostedLists(context, contract)).get(firstTokenId) ?? null
}

/** `alreadyMinted` for copies: the list of the chain's batch says which of them it made. */
async function copiesAlreadyMinted(
  context: QueueContext,
  collection: CollectionRow,
  mints: readonly MintRow[],
  number: number,
): Promise<FoundMint[] | null> {
  const { deps, project } = context
  const batch = await readBackBatch(context, collection, number, await firstBlock(deps.db, context.client, collection))
  if (batch === null) return null
  const places = new Map(batch.tags.map((tag, place) => [tag, place]))
  return mints.flatMap(({ pk, id }) => {
    const tag = deps.identity.tag(project, mintIdentity(project.index, collection.id, id))
    const place = places.get(tag)
    if (place === undefined) return []
    const token = { pk, tokenId: number, txHash: batch.txHash, recipient: batch.recipients[place] ?? null }
    return [{ ...token, ...copyStandIn(collection, tag) }]
  })
}
