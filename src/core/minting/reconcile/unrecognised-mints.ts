import { createHash } from 'node:crypto'
import type { ChainBatch, MintedToken } from '../../chains/family/collections.ts'
import { type TokenTexts, textsMark } from '../../chains/family/tokens.ts'
import { firstBlock } from '../../holdings/first-block.ts'
import { enterKnown } from '../../store/collections/known-mints.ts'
import { findUnrecognised, unrecognisedTag } from '../../store/collections/unrecognised-mints.ts'
import { nameTokens } from '../../store/collections/untagged-tokens.ts'
import type { MintRow } from '../../store/journal/batches.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'

/** The key of an unrecognised token: its recipient, and its metadata (the URI, or the data hash of a leaf). */
export function unrecognisedKey(recipient: string, metadata: string): string {
  return createHash('sha256').update(`${recipient.toLowerCase()}\n${metadata}`).digest('hex')
}

/** The same for a token that is an account: a mint of a compressed NFT never gets it. */
export function accountKey(recipient: string, texts: Pick<TokenTexts, 'name' | 'uri'>): string {
  return unrecognisedKey(recipient, `account\n${textsMark(texts)}`)
}

/** Enters a batch that nobody here can read as unrecognised NFTs, because the person said to go on. */
export async function enterUnrecognised(
  { deps, client }: QueueContext,
  collection: CollectionRow,
  batch: Pick<ChainBatch, 'firstTokenId' | 'recipients' | 'txHash' | 'block'>,
): Promise<void> {
  const tokens = batch.recipients.map((_, place) => batch.firstTokenId + place)
  const minted: MintedToken[] = []
  const since = batch.block ?? (await firstBlock(deps.db, client, collection))
  for (let from = 0; from < tokens.length; from += 500)
    minted.push(
      ...(await client.mintedTokens(collection.contract_address ?? '', tokens.slice(from, from + 500), since)),
    )
  await enterKnown(
    deps.db,
    collection.pk,
    minted.map(({ tokenId, recipient, uri }) => ({
      tag: unrecognisedTag(unrecognisedKey(recipient, uri), tokenId),
      tokenId,
      txHash: batch.txHash,
    })),
  )
}

/**
 * Which of these hosted mints the chain holds among the unrecognised NFTs, by recipient and metadata URI. Each such NFT goes to one mint, and bears
 * its tag from then on.
 */
export async function recogniseMints(
  { deps }: QueueContext,
  collection: CollectionRow,
  mints: readonly { row: Pick<MintRow, 'address' | 'metadata_uri'>; tag: string }[],
): Promise<Map<string, { tokenId: number; txHash: string }>> {
  const hosted = mints.flatMap(({ row: { address, metadata_uri }, tag }) =>
    address === null || metadata_uri === null ? [] : [{ tag, key: unrecognisedKey(address, metadata_uri) }],
  )
  const found = new Map<string, { tokenId: number; txHash: string }>()
  if (hosted.length === 0) return found
  const unrecognised = await findUnrecognised(
    deps.db,
    collection.pk,
    hosted.map(({ key }) => key),
  )
  for (const { tag, key } of hosted) {
    const token = unrecognised.get(key)?.shift()
    if (token) found.set(tag, token)
  }
  if (found.size > 0) await nameTokens(deps.db, collection.pk, found)
  return found
}
