import { base58 } from '@scure/base'
import { z } from 'zod'
import type { ClaimedLeaf } from '../../chains/family/assets.ts'
import type { DasCalls } from './das-rpc.ts'

const address = z.string().refine((text) => bytesOf(text)?.length === 32)
/** DAS writes hashes in base58. */
const hash = address.transform((text) => Buffer.from(base58.decode(text)).toString('hex'))
const place = z.number().int().nonnegative()

/** What is read of `getAsset`; what Bubblegum V2 adds is absent, null or '' for leaves of V1. */
const asset = z.object({
  burnt: z.boolean().catch(false),
  ownership: z.object({ owner: address, delegate: z.string().nullish() }),
  compression: z
    .object({ compressed: z.literal(true), data_hash: hash, creator_hash: hash, tree: address, leaf_id: place })
    .extend({
      collection_hash: hash.nullish().catch(null),
      asset_data_hash: hash.nullish().catch(null),
      flags: z.number().int().min(0).max(255).nullish(),
    })
    .or(z.object({ compressed: z.literal(false) }))
    .nullish(),
})
const proof = z.object({ proof: z.array(hash), tree_id: address })

/**
 * A compressed NFT as DAS says it is now, with its proof; null where it is burnt, or lies in no tree (any more).
 * @throws ProviderError
 */
export async function leafOf({ call }: Pick<DasCalls, 'call'>, id: string): Promise<ClaimedLeaf | null> {
  const { burnt, ownership, compression } = await call('getAsset', { id }, asset)
  if (burnt || !compression?.compressed) return null
  const told = await call('getAssetProof', { id }, proof)
  const { owner, delegate } = ownership
  const { tree, leaf_id: place, collection_hash: collectionHash, asset_data_hash: assetDataHash, flags } = compression
  return {
    ...{ address: id, tree, place, owner, delegate: delegate && delegate !== owner ? delegate : null },
    ...{ dataHash: compression.data_hash, creatorHash: compression.creator_hash },
    more: collectionHash && assetDataHash ? { collectionHash, assetDataHash, flags: flags ?? 0 } : null,
    proof: told.proof,
  }
}

function bytesOf(text: string): Uint8Array | null {
  try {
    return base58.decode(text)
  } catch {
    return null
  }
}
