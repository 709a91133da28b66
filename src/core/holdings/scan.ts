import type { TokenMove, TokensClient, TransferFilter } from '../chains/family/holdings.ts'
import { RangeRefused, refusedAll } from '../lib/ranges.ts'
import { afterAnswer, afterRefusal, spanOf } from '../lib/span.ts'
import { noteScans, rewindScan, type ScanRow, scopesBeyond } from '../store/holdings/scans.ts'
import { type SightingUpdate, tellSightings } from '../store/holdings/sightings.ts'
import type { Store } from '../store/sqlite/open.ts'
import { contractScope } from './first-block.ts'

/** Limits how many calls are made. */
export interface Budget {
  /** Whether one more call may be made; counts it. */
  take(): boolean
}

export interface ScanDeps {
  db: Store
  tokens: TokensClient
  network: string
  /** The newest block, and how many of the newest blocks are not final. */
  head: number
  unsettled: number
  signal?: AbortSignal | undefined
  /** Called after each range. */
  moved?: () => Promise<void>
}

/** Ours: how many blocks are read again after a live network lost blocks. */
const lostBlocks = 5_000

/**
 * Continues reading the events of scopes of one network up to its head, as far as the budget goes. The findings and the progress are committed in
 * one transaction. The newest blocks, which a reorganisation may replace, are read again the next time.
 * @returns whether the head was reached
 * @throws CoreError `network.range` when the RPC refuses even one block; any other error of the RPC
 */
export async function readOn(
  deps: ScanDeps,
  scans: readonly { row: ScanRow; filter: TransferFilter }[],
  budget: Budget,
): Promise<boolean> {
  const states = scans.map(({ row, filter }) => ({ row, filter, next: row.through + 1 }))
  let span = spanOf(Math.min(...scans.map(({ row }) => row.span)))
  for (;;) {
    deps.signal?.throwIfAborted()
    const behind = states.filter(({ next }) => next <= deps.head)
    if (behind.length === 0) return true
    if (!budget.take()) return false
    const from = Math.min(...behind.map(({ next }) => next))
    const together = behind.filter(({ next }) => next === from).slice(0, contractsAtOnce)
    const later = Math.min(deps.head + 1, ...behind.filter(({ next }) => next > from).map(({ next }) => next))
    const to = Math.min(from + span.blocks - 1, later - 1)
    let moves: TokenMove[]
    try {
      moves = await deps.tokens.transfers(merged(together.map(({ filter }) => filter)), from, to)
    } catch (error) {
      if (!(error instanceof RangeRefused)) throw error
      const smaller = afterRefusal(span, to - from + 1)
      if (smaller === null) throw refusedAll(error)
      span = smaller
      continue
    }
    if (to - from + 1 === span.blocks || moves.length > 0) span = afterAnswer(span, moves.length)
    await keep(deps, together, moves, { to, span: span.blocks })
    for (const state of together) state.next = to + 1
  }
}

/** Ours: several public RPCs refuse longer lists of addresses. */
const contractsAtOnce = 50

function merged(filters: readonly TransferFilter[]): TransferFilter {
  const [first] = filters
  if (first && 'holder' in first) return first
  return { contracts: filters.flatMap((filter) => ('contracts' in filter ? filter.contracts : [])) }
}

async function keep(
  { db, tokens, network, head, unsettled, moved }: ScanDeps,
  scans: readonly { row: ScanRow; filter: TransferFilter }[],
  moves: readonly TokenMove[],
  { to, span }: { to: number; span: number },
): Promise<void> {
  const through = Math.min(to, head - unsettled)
  const hash = to === head && through >= 0 ? await tokens.blockHash(through) : null
  const [first] = scans
  const holder = first && 'holder' in first.filter ? first.filter.holder.toLowerCase() : null
  await db.transaction().execute(async (trx) => {
    const beyond = await scopesBeyond(trx, network, to)
    await tellSightings(trx, network, withDoubt(sightingUpdates(moves, holder, head - unsettled), beyond))
    await noteScans(
      trx,
      network,
      scans.map(({ row }) => row.scope),
      { through, hash, span },
    )
  })
  await moved?.()
}

const nobody = '0x0000000000000000000000000000000000000000'

/**
 * What transfers mean for the addresses that they went to and from: the last transfer of a token counts.
 * @param holder the only address that matters; null: all
 * @param settled the last final block: a token that was given away after it may come back, so the chain is asked about it when it is listed
 */
export function sightingUpdates(moves: readonly TokenMove[], holder: string | null, settled: number): SightingUpdate[] {
  const updates = new Map<string, SightingUpdate>()
  for (const { contract, tokenId, standard, from, to, block } of moves) {
    const tell = (wallet: string, received: boolean): void => {
      if (wallet === nobody || (holder !== null && wallet !== holder)) return
      const key = `${wallet} ${contract} ${tokenId}`
      const before = updates.get(key)
      // Of an ERC-1155 token some units may be left; the chain knows how many.
      const state = received || standard === 'erc-1155' || block > settled ? 'seen' : 'gone'
      updates.set(key, {
        wallet,
        contract,
        tokenId,
        standard,
        block: before?.block ?? (received ? block : null),
        state,
      })
    }
    tell(from, false)
    tell(to, true)
  }
  return [...updates.values()]
}

/**
 * A token that left here may have come back in later blocks, which another scope has read already: then the chain is asked about it.
 * @param beyond names of scopes that were read further: of a wallet, or of a contract of ours
 */
function withDoubt(updates: readonly SightingUpdate[], beyond: ReadonlySet<string>): SightingUpdate[] {
  return updates.map((one) =>
    one.state === 'gone' && (beyond.has(`wallet:${one.wallet}`) || beyond.has(contractScope(one.contract)))
      ? { ...one, state: 'seen' }
      : one,
  )
}

/** Checks that a network still has the last block that was read; otherwise rewinds the scan. Returns the row as it is then. */
export async function checkedScan(
  db: Store,
  tokens: TokensClient,
  row: ScanRow,
  kind: 'practice' | 'live',
): Promise<ScanRow> {
  if (row.through_hash === null || (await tokens.blockHash(row.through)) === row.through_hash) return row
  // A practice network that was killed or reset may have other blocks from the start, and few of them.
  const through = kind === 'practice' ? row.first - 1 : Math.max(row.first - 1, row.through - lostBlocks)
  await rewindScan(db, row, through)
  return { ...row, through, through_hash: null }
}
