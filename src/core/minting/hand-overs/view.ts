import type { HandedNft, HandOver, HandOverRow as RowView } from '../../../shared/app-api.ts'
import { isChainName } from '../../../shared/chains.ts'
import { explorerTransaction, type KnownNetworks } from '../../chains/networks.ts'
import { ceilingIn } from '../../store/journal/hand-overs/ceilings.ts'
import {
  countNfts,
  countSigned,
  type HandedNft as HandedNftRow,
  handOverSpending,
  movedSince,
  type NftCount,
} from '../../store/journal/hand-overs/figures.ts'
import type { HandOverRecord } from '../../store/journal/hand-overs/hand-overs.ts'
import { countRows, countWarned, type HandOverRow } from '../../store/journal/hand-overs/rows.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { Minting } from '../minting.ts'
import type { Notice } from '../notices.ts'
import { chainFacts, coinOf } from '../runs/view.ts'

/** shared/app-api/hand-overs.ts: the rate is that of the last ten seconds. */
const rateSeconds = 10

/** A hand-over as the window and the command line see it. @param said why it cannot go on now, for reasons that the engine does not know */
export async function handOverView(
  db: Store,
  record: HandOverRecord,
  {
    networks,
    now,
    minting,
    said,
  }: { networks: Pick<KnownNetworks, 'of'>; now: number; minting: Pick<Minting, 'notice'>; said: string | null },
): Promise<HandOver> {
  const [rows, warnings, counts, sent, spent] = await Promise.all([
    countRows(db, record.pk),
    countWarned(db, record.pk),
    countNfts(db, record.pk),
    countSigned(db, record.pk),
    handOverSpending(db, record.pk),
  ])
  const nfts = nftCounts(counts, sent)
  const left = nfts.waiting + nfts.sent
  const since = Math.max(record.started_at ?? now, now - rateSeconds * 1_000)
  const recent = record.completed_at === null && record.started_at !== null ? await movedSince(db, record.pk, since) : 0
  const rate = recent / Math.max(1, (now - since) / 1_000)
  const chains = [...new Set(counts.map(({ chain }) => chain))].sort()
  const waits = record.state === 'running' && left > 0 ? noticeOf(record, counts, minting) : null
  const notice = said ?? waits?.text ?? null
  const ready = rows.get('ready') ?? 0
  return {
    id: record.id,
    name: record.name,
    state: stateOf(record, said !== null || (waits !== null && !waits.isRemark)),
    notice,
    collections: JSON.parse(record.collections),
    findings: JSON.parse(record.findings),
    rows: {
      total: [...rows.values()].reduce((sum, one) => sum + one, 0),
      unseen: rows.get('unseen') ?? 0,
      ready,
      empty: rows.get('empty') ?? 0,
      errors: rows.get('error') ?? 0,
      repeated: rows.get('repeat') ?? 0,
      warnings,
    },
    nfts,
    chains: chains.map((chain) => {
      const { chainLabel } = chainFacts(chain)
      const fee = spent.get(chain)?.fee ?? 0n
      return {
        chain,
        chainLabel,
        nfts: counts.reduce((sum, one) => sum + (one.chain === chain && one.state !== 'unmovable' ? one.count : 0), 0),
        fee: coinOf(networks, chain)(fee),
        feeCeiling: ceilingIn(record.fee_ceilings, chain)?.toString() ?? null,
      }
    }),
    rate,
    secondsLeft: record.state === 'running' && rate > 0 ? Math.ceil(left / rate) : null,
    createdAt: new Date(record.created_at).toISOString(),
    startedAt: record.started_at === null ? null : new Date(record.started_at).toISOString(),
    completedAt: record.completed_at === null ? null : new Date(record.completed_at).toISOString(),
  }
}

function nftCounts(counts: readonly NftCount[], sent: number): HandOver['nfts'] {
  const of = (...states: NftCount['state'][]): number =>
    counts.reduce((sum, { state, count }) => sum + (states.includes(state) ? count : 0), 0)
  const open = of('found', 'entered')
  const [succeeded, failed, cancelled] = [of('succeeded'), of('failed'), of('cancelled')]
  // What settled between the two queries is not in flight any more.
  const signed = Math.min(sent, open)
  return {
    total: open + succeeded + failed + cancelled,
    waiting: open - signed,
    sent: signed,
    succeeded,
    failed,
    cancelled,
    unmovable: of('unmovable'),
  }
}

/** Why the engine does not go on with the hand-over on one of its chains. */
function noticeOf(
  { project_id, id }: HandOverRecord,
  counts: readonly NftCount[],
  minting: Pick<Minting, 'notice'>,
): Notice | null {
  const open = new Set(counts.flatMap(({ chain, state }) => (state === 'found' || state === 'entered' ? [chain] : [])))
  const notices = [...open].flatMap((chain) => minting.notice(project_id, chain, id) ?? [])
  return notices.find(({ isRemark }) => !isRemark) ?? notices[0] ?? null
}

function stateOf({ state }: HandOverRecord, waits: boolean): HandOver['state'] {
  if (state === 'reading') throw new TypeError('a hand-over that is being entered is not shown')
  return state === 'running' && waits ? 'waiting' : state
}

export function handOverRowView(row: HandOverRow & { nfts: number }): RowView {
  return {
    row: row.row,
    person: row.kind === null || row.user === null ? null : `${row.kind}:${row.user}`,
    address: row.address,
    state: row.state,
    nfts: row.nfts,
    findings: JSON.parse(row.findings),
  }
}

export function handedNftView(networks: Pick<KnownNetworks, 'of'>, nft: HandedNftRow, practice: boolean): HandedNft {
  const place = nft.token_id === '' ? nft.contract : `${nft.contract}:${nft.token_id}`
  const chain = isChainName(nft.chain) ? nft.chain : undefined
  const explorer =
    practice || !chain || nft.tx_hash === null ? undefined : explorerTransaction(networks.of(chain), nft.tx_hash)
  return {
    place: nft.pk,
    row: nft.row,
    chain: nft.chain,
    locator: `${nft.chain}:${place}`,
    nftId: nft.nft_id,
    quantity: nft.quantity,
    from: nft.holder,
    to: nft.recipient,
    state: nft.state === 'found' ? 'waiting' : nft.state === 'entered' ? 'under way' : nft.state,
    txId: nft.tx_hash,
    explorerUrl: explorer ?? null,
    error: nft.error_message,
  }
}
