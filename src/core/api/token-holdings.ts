import { z } from 'zod'
import type { SolanaNftAnswer } from '../../shared/api-schemas/wallets.ts'
import type { Project } from '../../shared/app-api.ts'
import type { CoreContext } from '../context.ts'
import { nothingShown, readForeign } from '../holdings/foreign-metadata.ts'
import { type TokenMint, tokenMintsOf } from '../store/token-holdings.ts'

/** What a wallet holds of our own on a chain whose tokens have addresses of their own, oldest first. */
export async function heldTokens(
  { db, chains }: Pick<CoreContext, 'db' | 'chains'>,
  project: Project,
  chain: string,
  wallet: string,
): Promise<TokenMint[]> {
  const mints = await tokenMintsOf(db, project.kind, chain, wallet)
  const accounts = mints.filter(({ compressed }) => compressed === 0)
  if (accounts.length === 0) return mints
  const { trees } = await chains.client(project.kind, chain)
  const owners = await Promise.all(accounts.map(async ({ token_address }) => trees?.ownerOf(token_address ?? '')))
  const gone = new Set(accounts.flatMap(({ pk }, place) => (owners[place] === wallet ? [] : [pk])))
  return mints.filter(({ pk }) => !gone.has(pk))
}

/** As the API answers it. */
export function solanaNft(chain: string, mint: TokenMint): SolanaNftAnswer {
  const { name, description, imageUrl } = JSON.parse(mint.collection_metadata) as Record<string, string>
  const mintHash = mint.token_address ?? ''
  const known = readKnown(mint)
  const collection = { name: name ?? '', description: description ?? '', image: imageUrl ?? '' }
  return { chain, mintHash, metadata: { ...(known ?? nothingShown), collection }, locator: `${chain}:${mintHash}` }
}

/** Metadata as it was given last; null where that is hosted. */
function readKnown({ json, update_work: work }: TokenMint): ReturnType<typeof readForeign> | null {
  if (work === null) return json === null ? null : readForeign(json)
  const { metadata } = updated.parse(JSON.parse(work))
  return typeof metadata === 'string' || metadata === null ? null : readForeign(JSON.stringify(metadata))
}

const updated = z.object({ metadata: z.unknown() })
