import type { HistoryEntry } from '../../chains/family/history.ts'
import { bearerOf, enterRecoveredTransfer, noteRead } from '../../store/collections/recovered-tokens.ts'
import { freeActionId } from '../../store/journal/actions.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import { enterUpdate } from './enter-tokens.ts'
import { type HistorySearch, isLeftOut } from './history-search.ts'
import { historyOf, patiently } from './read-history.ts'
import { standInId } from './stand-in.ts'

/** Ours: transactions whose changes are entered together. */
const together = 50

/** Whether a transaction changed or moved tokens that are accounts. */
export function changesTokens({ rewritten, moved }: HistoryEntry): boolean {
  return moved.length > 0 || (rewritten ?? []).length > 0
}

/**
 * Enters what became of tokens since they were minted, from the treasury's transactions, oldest first. It runs once all that was minted is known: a
 * token that is unknown by then is not ours. Finished transactions count as read; if this is broken off, the others are read again.
 */
export async function enterTokenChanges(search: HistorySearch): Promise<void> {
  const { deps, client, later } = search
  const oldestFirst = later.splice(0).reverse()
  for (let from = 0; from < oldestFirst.length; from += together) {
    const part = oldestFirst.slice(from, from + together)
    await enterRewritten(search, [...new Set(part.flatMap(({ rewritten }) => rewritten ?? []))])
    for (const entry of part) await enterMoves(search, entry)
    const read: string[] = []
    for (const entry of part) if (!(await mayBeLeftOut(search, entry))) read.push(entry.hash)
    await noteRead(deps.engine.db, client.network, read)
  }
}

/** A change or a move does not name the collection of its token: an unknown token may be of a collection that is left out. */
async function mayBeLeftOut(search: HistorySearch, entry: HistoryEntry): Promise<boolean> {
  if (isLeftOut(search, entry)) return true
  if ([...search.found.values()].every(({ row }) => row !== null)) return false
  for (const token of [...entry.moved.map(({ token }) => token), ...(entry.rewritten ?? [])])
    if (!(await ownBearer(search, token))) return true
  return false
}

async function enterRewritten(search: HistorySearch, addresses: readonly string[]): Promise<void> {
  const { deps, client } = search
  const known: { row: CollectionRow; address: string }[] = []
  for (const address of addresses) {
    const bearer = await ownBearer(search, address)
    if (bearer) known.push({ row: bearer.row, address })
  }
  if (known.length === 0) return
  const own = known.map(({ address }) => address)
  const texts = await patiently(client, (node) => historyOf(node).textsOf(own))
  for (const [place, { row, address }] of known.entries()) {
    const now = texts[place]
    if (now) await enterUpdate(search, row, address, now, deps.engine.clock())
  }
}

async function enterMoves(search: HistorySearch, { hash, moved }: HistoryEntry): Promise<void> {
  const { deps, client, treasury } = search
  const { db, clock } = deps.engine
  for (const { token, from, to } of moved) {
    const bearer = await ownBearer(search, token)
    if (!bearer) continue
    const { row, pk } = bearer
    // The chain gives the address alone, not whose wallet it was.
    const work = {
      ...{ kind: 'transfer', by: 'treasury', contract: token, tokenId: '', standard: 'addressed', quantity: '1' },
      ...{ holder: from, owner: null, to },
    }
    const id = await freeActionId(db, row.project_id, standInId(row.contract_address ?? '', `${token} ${hash}`))
    const transfer = {
      ...{ id, projectId: row.project_id, chain: client.chain, network: client.network, signer: treasury },
      ...{ contract: token, mintPk: pk, txHash: hash, work },
    }
    await enterRecoveredTransfer(db, transfer, clock())
  }
}

/** The mint that bears a token, and its collection, if that is one of those found. */
async function ownBearer(
  { deps, found }: HistorySearch,
  address: string,
): Promise<{ row: CollectionRow; pk: number } | undefined> {
  for (const { row } of found.values()) {
    const bearer = row ? await bearerOf(deps.engine.db, row.pk, address) : undefined
    if (row && bearer) return { row, pk: bearer.pk }
  }
  return undefined
}
