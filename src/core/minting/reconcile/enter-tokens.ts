import type { HistoryEntry, TokenMinted } from '../../chains/family/history.ts'
import type { ListedToken } from '../../chains/family/token-list.ts'
import type { TokenTexts } from '../../chains/family/tokens.ts'
import { enterKnown } from '../../store/collections/known-mints.ts'
import {
  bearerOf,
  enterRecoveredTokens,
  enterRecoveredUpdate,
  type RecoveredToken,
} from '../../store/collections/recovered-tokens.ts'
import { unrecognisedTag } from '../../store/collections/unrecognised-mints.ts'
import { freeActionId } from '../../store/journal/actions.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import { tokenOf } from '../tokens.ts'
import type { HistorySearch } from './history-search.ts'
import { historyOf, patiently } from './read-history.ts'
import { hashed, jsonAt, metadataAt } from './recovered-facts.ts'
import { standInDigest, standInId } from './stand-in.ts'
import { enterListed } from './token-list.ts'
import { accountKey } from './unrecognised-mints.ts'

/** Enters tokens that are accounts. They are listed under stand-in ids until a mint asks for the same, which then gets the token. */
export async function enterAccounts(search: HistorySearch, entries: readonly HistoryEntry[]): Promise<void> {
  const { client, treasury, found } = search
  const made = entries.flatMap(({ hash, payer, tokens, rewritten }) =>
    payer === treasury ? tokens.map((token) => ({ token, rewritten, txHash: hash, compressed: false })) : [],
  )
  for (const standing of found.values()) {
    const { row, now } = standing
    const own = made.filter(({ token }) => token.collection === now.contract)
    if (!row || own.length === 0) continue
    if (client.tokenList) await enterListed(contextOf(search, row), row, own.map(listed))
    else await enterUnlisted(search, row, own)
    standing.entered += await listTokens(search, row, own)
    // If transactions do not say which tokens they changed, each token is looked up.
    const untold = own.flatMap(({ token, rewritten }) => (rewritten === null ? [token] : []))
    await enterTextsNow(search, row, untold)
  }
}

function contextOf(
  { deps: { engine }, kind, index }: HistorySearch,
  row: CollectionRow,
): Parameters<typeof enterListed>[0] {
  return { deps: engine, project: { id: row.project_id, kind, index } }
}

function listed({ token: { tokenId, address, recipient, texts }, txHash }: Minted): ListedToken {
  return { ...{ tokenId, address, recipient, txHash }, name: texts.name, uri: texts.uri }
}

/** For families in which a token's address follows from its mint, so that no mint that waits here can be minted again. */
async function enterUnlisted({ deps }: HistorySearch, row: CollectionRow, own: readonly Minted[]): Promise<void> {
  const { db } = deps.engine
  const fresh: Minted[] = []
  for (const one of own) if (!(await bearerOf(db, row.pk, one.token.address))) fresh.push(one)
  await enterKnown(
    db,
    row.pk,
    fresh.map(({ token: { recipient, texts, tokenId }, txHash }) => ({
      ...{ tag: unrecognisedTag(accountKey(recipient, texts), tokenId), tokenId, txHash },
    })),
  )
}

/** Enters the current texts of tokens that differ from those they were minted with. */
async function enterTextsNow(
  search: HistorySearch,
  row: CollectionRow,
  tokens: readonly Pick<TokenMinted, 'address' | 'texts'>[],
): Promise<void> {
  if (tokens.length === 0) return
  const addresses = tokens.map(({ address }) => address)
  const now = await patiently(search.client, (node) => historyOf(node).textsOf(addresses))
  for (const [place, { address, texts }] of tokens.entries()) {
    const changed = now[place]
    if (changed && (changed.uri !== texts.uri || changed.name !== texts.name))
      await enterUpdate(search, row, address, changed, search.deps.engine.clock())
  }
}

interface Minted {
  token: Omit<TokenMinted, 'collection'>
  txHash: string
  compressed: boolean
}

/** Lists tokens under stand-in ids until they are asked for. Returns how many are new. */
export async function listTokens(
  search: HistorySearch,
  row: CollectionRow,
  minted: readonly Minted[],
): Promise<number> {
  const { deps, client } = search
  const { db, clock } = deps.engine
  const contract = row.contract_address ?? ''
  const tokens = await Promise.all(
    minted.map(async ({ token, txHash, compressed }): Promise<RecoveredToken> => {
      const { address, recipient, tokenId, texts } = token
      const metadata = await metadataAt(deps, texts.uri)
      const { name } = tokenOf(row, metadata?.json ?? null, recipient, texts.uri)
      return {
        ...{ id: standInId(contract, address), contentHash: standInDigest(contract, address), tokenId, txHash },
        ...{ recipient: `${client.chain}:${recipient}`, address: recipient, compressed },
        ...{ tokenAddress: address, tokenUri: texts.uri, metadata, uri: metadata === null ? texts.uri : null },
        named: name === texts.name ? null : hashed({ name: texts.name }),
      }
    }),
  )
  return enterRecoveredTokens(db, row.pk, tokens, clock())
}

/** Enters a token's current name and URI as an update, unless they are those of the last update that the journal knows. */
export async function enterUpdate(
  { deps }: HistorySearch,
  row: CollectionRow,
  address: string,
  { name, uri }: TokenTexts,
  now: number,
): Promise<void> {
  const { db } = deps.engine
  const bearer = await bearerOf(db, row.pk, address)
  if (!bearer) return
  const last: unknown = bearer.update_work === null ? null : JSON.parse(bearer.update_work)
  const isKnown =
    typeof last === 'object' && last !== null && Reflect.get(last, 'uri') === uri && Reflect.get(last, 'name') === name
  if (isKnown) return
  const metadata = (await jsonAt(deps, uri)) ?? uri
  const work = { kind: 'update', contract: row.contract_address, tokenId: bearer.token_id, uri, name, metadata }
  const id = await freeActionId(db, row.project_id, standInId(row.contract_address ?? '', `${address} ${uri} ${name}`))
  await enterRecoveredUpdate(
    db,
    { ...{ id, projectId: row.project_id, collectionPk: row.pk, mintPk: bearer.pk }, work },
    now,
  )
}
