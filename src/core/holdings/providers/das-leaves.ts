import { base58 } from '@scure/base'
import { z } from 'zod'
import type { ClaimedLeaf } from '../../chains/family/assets.ts'
import { type DasCalls, dasName, UnknownCall } from './das-rpc.ts'
import { ProviderError } from './provider.ts'

const address = z.string().refine((text) => bytesOf(text)?.length === 32)
/** DAS writes hashes in base58. */
const hash = address.transform((text) => Buffer.from(base58.decode(text)).toString('hex'))
const place = z.number().int().nonnegative()

/** The fields of `getAsset` that are read; those that Bubblegum V2 adds are absent, null or '' for leaves of V1. */
const asset = z.object({
  id: address,
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
const proof = z.object({ proof: z.array(hash) })

type Tell = (address: string, leaf: ClaimedLeaf | null) => void

/** Ours: parallel calls, where each is about one NFT. */
const sideBySide = 8

/**
 * See `AssetProvider.leaves`: two calls for all NFTs (`getAssetBatch`, `getAssetProofBatch`), or, where the RPC does not know these, two for each
 * (`getAsset`, `getAssetProof`).
 * @throws ProviderError
 */
export async function tellLeaves(das: Pick<DasCalls, 'call'>, ids: readonly string[], tell: Tell): Promise<void> {
  try {
    await tellTogether(das, ids, tell)
  } catch (error) {
    if (!(error instanceof UnknownCall)) throw error
    await tellEach(das, ids, tell)
  }
}

async function tellTogether({ call }: Pick<DasCalls, 'call'>, ids: readonly string[], tell: Tell): Promise<void> {
  const assets = await call('getAssetBatch', { ids }, z.array(z.unknown()))
  const inTrees = new Map<string, Compressed>()
  let answered = 0
  for (const found of assets) {
    const { data: one } = asset.safeParse(found)
    if (!one || !ids.includes(one.id)) continue
    const compressed = compressedIn(one)
    if (compressed) inTrees.set(one.id, compressed)
    else {
      tell(one.id, null)
      answered += 1
    }
  }
  const proofs =
    inTrees.size === 0
      ? {}
      : await call('getAssetProofBatch', { ids: [...inTrees.keys()] }, z.record(z.string(), z.unknown()))
  for (const [id, compressed] of inTrees) {
    const { data } = proof.safeParse(proofs[id])
    if (!data) continue
    tell(id, { ...compressed, proof: data.proof })
    answered += 1
  }
  if (answered < ids.length)
    throw new ProviderError('answer', `${dasName} lists compressed NFTs that it gives no proof of now.`)
}

async function tellEach({ call }: Pick<DasCalls, 'call'>, ids: readonly string[], tell: Tell): Promise<void> {
  const open = [...ids]
  let failed: ProviderError | undefined
  const next = async (): Promise<void> => {
    for (let id = open.shift(); id !== undefined; id = open.shift()) {
      try {
        const compressed = compressedIn(await call('getAsset', { id }, asset))
        tell(
          id,
          compressed && { ...compressed, address: id, proof: (await call('getAssetProof', { id }, proof)).proof },
        )
      } catch (error) {
        // An unknown NFT, or an unreadable answer about it, says nothing about the others.
        if (error instanceof ProviderError && ofOne.has(error.code)) failed ??= error
        else {
          open.length = 0
          throw error
        }
      }
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, next))
  if (failed) throw failed
}

const ofOne: ReadonlySet<string> = new Set(['provider.refused', 'provider.answer'])

type Compressed = Omit<ClaimedLeaf, 'proof'>

/** The leaf by DAS; null where the NFT is burnt, or not (or no longer) compressed. */
function compressedIn({ id, burnt, ownership, compression }: z.output<typeof asset>): Compressed | null {
  if (burnt || !compression?.compressed) return null
  const { owner, delegate } = ownership
  const { tree, leaf_id: place, collection_hash: collectionHash, asset_data_hash: assetDataHash, flags } = compression
  return {
    ...{ address: id, tree, place, owner, delegate: delegate && delegate !== owner ? delegate : null },
    ...{ dataHash: compression.data_hash, creatorHash: compression.creator_hash },
    more: collectionHash && assetDataHash ? { collectionHash, assetDataHash, flags: flags ?? 0 } : null,
  }
}

function bytesOf(text: string): Uint8Array | null {
  try {
    return base58.decode(text)
  } catch {
    return null
  }
}
