import type { HistoryEntry, TokenMinted } from '../../chains/family/history.ts'
import type { TokenTexts } from '../../chains/family/tokens.ts'
import type { LeafChange, TreesClient } from '../../chains/family/trees.ts'
import { enterKnown } from '../../store/collections/known-mints.ts'
import { changeLeaves, treeByAddress } from '../../store/collections/leaf-changes.ts'
import {
  bearerOf,
  enterRecoveredTokens,
  enterRecoveredUpdate,
  leavesAt,
  noteRead,
  type RecoveredToken,
} from '../../store/collections/recovered-tokens.ts'
import { treesOf } from '../../store/collections/trees.ts'
import { unrecognisedTag } from '../../store/collections/unrecognised-mints.ts'
import { freeActionId } from '../../store/journal/actions.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import { tokenOf } from '../tokens.ts'
import { type HistorySearch, lookAt, lookAtTree } from './history-search.ts'
import { historyOf, patiently } from './read-history.ts'
import { hashed, jsonAt, metadataAt } from './recovered-facts.ts'
import { standInDigest, standInId } from './stand-in.ts'
import { enterFound, waitingTokens } from './trees.ts'
import { accountKey } from './unrecognised-mints.ts'

/**
 * Writes down what some transactions did. Those of which all is written down are read; the others change leaves that are not known yet,
 * since they were minted before, and are read again.
 * @returns whether all of the transactions are read
 */
export async function enterEntries(search: HistorySearch, entries: readonly HistoryEntry[]): Promise<boolean> {
  const { deps, client, treasury } = search
  // Who else pays for something makes nothing of the treasury's.
  for (const entry of entries.filter(({ payer }) => payer === treasury))
    for (const contract of contractsIn(entry)) await lookAt(search, contract)
  await enterLeaves(search, entries)
  await enterAccounts(search, entries)
  const read: string[] = []
  for (const entry of entries) if (await enterChanges(search, entry)) read.push(entry.hash)
  await noteRead(deps.engine.db, client.network, read)
  return read.length === entries.length
}

/** The collections that a transaction made, or minted into. */
export function contractsIn({ collections, tokens, leaves }: HistoryEntry): Set<string> {
  return new Set([
    ...collections,
    ...tokens.map(({ collection }) => collection),
    ...leaves.flatMap(({ minted }) => minted?.collection ?? []),
  ])
}

/** Leaves of the treasury's trees: those of mints that wait for just these become theirs, and the others are listed under ids of ours. */
async function enterLeaves(search: HistorySearch, entries: readonly HistoryEntry[]): Promise<void> {
  const { deps, client, treasury, found } = search
  const { engine } = deps
  const { trees: family } = client
  if (!family) return
  const leaves = entries.flatMap(({ hash, payer, leaves: own }) =>
    own.map(({ leaf, ...rest }) => ({ ...leaf, ...rest, txHash: hash, payer })),
  )
  for (const { tree, minted, payer } of leaves) {
    const standing = minted && payer === treasury ? found.get(minted.collection) : undefined
    if (!standing) continue
    standing.symbol ??= minted?.texts.symbol ?? null
    await lookAtTree(search, standing, tree)
  }
  for (const standing of found.values()) {
    const { row, trees } = standing
    const own = leaves.filter(({ tree }) => trees.has(tree))
    if (!row || own.length === 0) continue
    const queue = { network: client.network, signer: treasury }
    for (const tree of await treesOf(engine.db, row.pk)) {
      const inTree = own.filter((leaf) => leaf.tree === tree.address)
      if (inTree.length === 0) continue
      standing.waiting ??= await waitingTokens(engine.db, family, row)
      await enterFound({ deps: engine, queue }, family, row, tree, inTree, standing.waiting)
      const tokens = inTree.flatMap(({ minted, payer, place, ...leaf }) =>
        minted && payer === treasury
          ? [
              {
                token: { ...leaf, tokenId: family.tokenId(tree.ordinal, place), recipient: leaf.owner, ...minted },
                ...{ txHash: leaf.txHash, compressed: true },
              },
            ]
          : [],
      )
      standing.entered += await listTokens(search, row, tokens)
    }
  }
}

/** Tokens that are accounts: whoever asks for the same is given one, and until then they are listed under ids of ours. */
async function enterAccounts(search: HistorySearch, entries: readonly HistoryEntry[]): Promise<void> {
  const { deps, client, treasury, found } = search
  const { db, clock } = deps.engine
  const made = entries.flatMap(({ hash, payer, tokens }) =>
    payer === treasury ? tokens.map((token) => ({ token, txHash: hash, compressed: false })) : [],
  )
  for (const standing of found.values()) {
    const { row, now } = standing
    const own = made.filter(({ token }) => token.collection === now.contract)
    if (!row || own.length === 0) continue
    const addresses = own.map(({ token }) => token.address)
    const texts = await patiently(client, (node) => historyOf(node).textsOf(addresses))
    const fresh: typeof own = []
    for (const one of own) if (!(await bearerOf(db, row.pk, one.token.address))) fresh.push(one)
    await enterKnown(
      db,
      row.pk,
      fresh.map(({ token, txHash }) => ({
        tag: unrecognisedTag(accountKey(token.recipient, historyOf(client).mark(token.texts)), token.tokenId),
        ...{ tokenId: token.tokenId, txHash },
      })),
    )
    standing.entered += await listTokens(search, row, own)
    for (const [place, { token }] of own.entries()) {
      const changed = texts[place]
      if (changed && (changed.uri !== token.texts.uri || changed.name !== token.texts.name))
        await enterUpdate(search, row, token.address, changed, clock())
    }
  }
}

interface Minted {
  token: Omit<TokenMinted, 'collection'>
  txHash: string
  compressed: boolean
}

async function listTokens(search: HistorySearch, row: CollectionRow, minted: readonly Minted[]): Promise<number> {
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

/** What became of leaves since they were minted. Whether all of it is written down. */
async function enterChanges(search: HistorySearch, entry: HistoryEntry): Promise<boolean> {
  const { deps, client, found } = search
  const { trees: family } = client
  if (!family) return true
  const { db, clock } = deps.engine
  const changes = changesSinceMint(entry)
  let whole = entry.leaves.every(({ tree }) => search.foreignTrees.has(tree) || isOwn(search, tree))
  for (const [address, own] of changes) {
    const tree = await treeByAddress(db, address)
    const standing = tree && [...found.values()].find(({ row }) => row?.pk === tree.collection_pk)
    // It may turn out to be the treasury's by what was before.
    if (!tree || !standing?.row) {
      whole = false
      continue
    }
    const places = new Set(own.map(({ place }) => place))
    await changeLeaves(db, tree.pk, own)
    const leaves = new Map((await leavesAt(db, tree.pk, [...places])).map((leaf) => [leaf.place, leaf]))
    if (leaves.size < places.size) whole = false
    for (const { tree: of, place, texts } of entry.updates) {
      const leaf = leaves.get(place)
      if (of === address && leaf && says(family, standing.row, texts) === leaf.data_hash.toString('hex'))
        await enterUpdate(search, standing.row, leaf.address, texts, clock())
    }
  }
  return whole
}

/** A leaf's mint is a change of its tree as well, which its row tells. */
function changesSinceMint({ leaves, changes }: HistoryEntry): Map<string, LeafChange[]> {
  const minted = new Set(leaves.map(({ tree, leaf }) => `${tree} ${leaf.place}`))
  const byTree = new Map<string, LeafChange[]>()
  for (const { tree, change } of changes) {
    const often = changes.filter((one) => one.tree === tree && one.change.place === change.place).length
    if (often === 1 && minted.has(`${tree} ${change.place}`)) continue
    byTree.set(tree, [...(byTree.get(tree) ?? []), change])
  }
  return byTree
}

function isOwn({ found }: HistorySearch, tree: string): boolean {
  return [...found.values()].some(({ trees }) => trees.has(tree))
}

function says(family: TreesClient, row: CollectionRow, texts: TokenTexts): string {
  return family.dataHash(row.contract_kind, row.contract_address ?? '', { recipient: '', ...texts })
}

/** What stands on chain of a token now, where that is not what it was minted with and the journal does not know it. */
async function enterUpdate(
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
