import type { NewToken } from '../chains/family/tokens.ts'
import { CoreError } from '../lib/errors.ts'
import { metadataTexts } from '../store/collections/metadata-texts.ts'
import type { BatchMember } from '../store/journal/batches.ts'
import type { CollectionRow } from '../store/journal/signer-queue.ts'
import type { Store } from '../store/sqlite/open.ts'

/** A token's data on chain, in families that write its name and URI there. @param json its metadata; null where that is hosted */
export function tokenOf(collection: CollectionRow, json: string | null, recipient: string, uri: string): NewToken {
  const { name, symbol } = JSON.parse(collection.metadata) as { name: string; symbol: string }
  return { recipient, name: nameIn(json) ?? name, symbol, uri }
}

function nameIn(json: string | null): string | null {
  if (json === null) return null
  const { name } = JSON.parse(json) as { name?: unknown }
  return typeof name === 'string' ? name : null
}

type Minted = Pick<BatchMember, 'pk' | 'address' | 'token_uri' | 'resolved_hash'> & { metadata_hash?: string | null }

/** The tokens of mints whose address and token URI are known, in their order. */
export async function tokensOf(db: Store, collection: CollectionRow, mints: readonly Minted[]): Promise<NewToken[]> {
  const hashOf = ({ resolved_hash, metadata_hash }: Minted): string | null => resolved_hash ?? metadata_hash ?? null
  const texts = await metadataTexts(db, [...new Set(mints.flatMap((mint) => hashOf(mint) ?? []))])
  return mints.map((mint) => {
    const { pk, address, token_uri } = mint
    if (address === null || token_uri === null) throw new Error(`the mint ${pk} has no address or no URI`)
    return tokenOf(collection, texts.get(hashOf(mint) ?? '') ?? null, address, token_uri)
  })
}

/** @throws CoreError `metadata.length` when the chain cannot hold it: bytes count, not characters */
export function requireLengths(
  { name, symbol, uri }: NewToken,
  longest: Readonly<Record<'name' | 'symbol' | 'uri', number>>,
): void {
  for (const [field, text, most] of [
    ['name', name, longest.name],
    ['symbol', symbol, longest.symbol],
    ['URI', uri, longest.uri],
  ] as const) {
    const bytes = Buffer.byteLength(text)
    if (bytes <= most) continue
    throw new CoreError(
      'metadata.length',
      `The ${field} ${JSON.stringify(text.slice(0, 60))} has ${bytes} bytes, and this chain takes at most ${most}: shorten it.`,
    )
  }
}
