import type { Finding } from '../../../shared/app-api.ts'
import { groupBy } from '../../../shared/group-by.ts'
import { byteOrderMark, csvLines } from '../../../shared/spreadsheet/csv.ts'
import type { Chains } from '../../chains/family/family.ts'
import { handedNfts } from '../../store/journal/hand-overs/figures.ts'
import type { HandOverRecord } from '../../store/journal/hand-overs/hand-overs.ts'
import { pageOfRows } from '../../store/journal/hand-overs/rows.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { handedNftView } from './view.ts'

/** The columns that results have after the file's own. */
const columns = ['status', 'nft', 'nft_id', 'quantity', 'from', 'to', 'tx_id', 'explorer_url', 'error'] as const
const rowsAtOnce = 500

/** The results of a hand-over: a line for each NFT, and one for each row that moves none, with what became of it. */
export async function* handOverResults(
  { db, chains: { networks } }: { db: Store; chains: Pick<Chains, 'networks'> },
  record: HandOverRecord,
  practice: boolean,
): AsyncGenerator<string> {
  const headers = JSON.parse(record.headers) as string[]
  yield byteOrderMark + csvLines([[...headers, ...columns]])
  for (let offset = 0; ; offset += rowsAtOnce) {
    const { rows } = await pageOfRows(db, record.pk, { which: 'all', offset, limit: rowsAtOnce })
    if (rows.length === 0) return
    const nfts = groupBy(
      await nftsOf(
        db,
        record.pk,
        rows.map(({ pk }) => pk),
      ),
      ({ row_pk }) => row_pk,
    )
    const lines = rows.flatMap((row) => {
      const cells = JSON.parse(row.cells) as string[]
      const own = headers.map((_, at) => cells[at] ?? '')
      const moved = nfts.get(row.pk) ?? []
      if (moved.length === 0) {
        const why = (JSON.parse(row.findings) as Finding[]).map(({ message }) => message).join(' ')
        const status =
          row.state === 'empty' || row.state === 'repeat' ? 'nothing' : row.state === 'error' ? 'error' : ''
        return [[...own, status, '', '', '', '', '', '', '', why]]
      }
      return moved.map((nft) => {
        const { locator, nftId, quantity, from, to, state, txId, explorerUrl, error } = handedNftView(
          networks,
          nft,
          practice,
        )
        return [...own, state, locator, nftId ?? '', quantity, from, to, txId ?? '', explorerUrl ?? '', error ?? '']
      })
    })
    yield csvLines(lines)
  }
}

async function nftsOf(db: Store, handOverPk: number, rowPks: readonly number[]) {
  const found: Awaited<ReturnType<typeof handedNfts>> = []
  for (let after = 0; ; ) {
    const some = await handedNfts(db, handOverPk, { after, limit: rowsAtOnce, rowPks })
    found.push(...some)
    const last = some.at(-1)
    if (!last || some.length < rowsAtOnce) return found
    after = last.pk
  }
}
