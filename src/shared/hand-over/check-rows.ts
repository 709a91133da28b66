/** Checks a hand-over's rows by the file alone, without chain or database. Pure. */
import type { Finding } from '../app-api.ts'
import { type ChainName, chainLabel, collectionChains } from '../chains.ts'
import { familyOf } from '../families.ts'
import { groupBy } from '../group-by.ts'
import { foldedEmail, normalEmail, parseRecipient, userIdRecipient } from '../locator.ts'
import { shown } from '../spreadsheet/finding.ts'
import type { CellNote } from '../spreadsheet/workbook/rows.ts'
import type { HandOverColumns } from './columns.ts'
import { handOverFinding } from './finding.ts'
import { isWrong, keyOf, markRepeated } from './repeated-rows.ts'
import type { HandOverRowRead, Person } from './row-read.ts'
import { hiddenRowFinding, wrongCells } from './sheet-findings.ts'

/** A row of the file; only workbooks have `hidden` and `notes`. */
interface RowToRead {
  row: number
  cells: readonly string[]
  hidden?: boolean
  notes?: readonly CellNote[]
}

/**
 * Checks all rows of a file, each by itself and against the others.
 * @param chains those on which the project may hold NFTs; an address is checked for these
 * @param known e-mail addresses, in normal form, that the project has wallets of
 */
export function checkHandOverRows(
  table: { headers: readonly string[]; rows: readonly RowToRead[] },
  columns: HandOverColumns,
  chains: readonly ChainName[],
  known: readonly string[],
): HandOverRowRead[] {
  const rows = table.rows.map((row) => readRow(row, table.headers, columns, chains))
  markRepeated(rows, columns)
  markShared(rows, columns)
  markSimilar(rows, columns, known)
  return rows.map((row) => (row.state === 'good' && isWrong(row) ? { ...row, state: 'error' } : row))
}

function readRow(
  { row, cells, hidden = false, notes = [] }: RowToRead,
  headers: readonly string[],
  columns: HandOverColumns,
  chains: readonly ChainName[],
): HandOverRowRead {
  if (hidden)
    return { row, cells, person: null, address: null, chains: [], state: 'error', findings: [hiddenRowFinding(row)] }
  const width = headers.length
  const wrong = wrongCells({ row, cells, notes }, headers, columns)
  const findings: Finding[] = []
  if (cells.slice(width).some((cell) => cell.trim() !== ''))
    findings.push(
      handOverFinding(
        row,
        '',
        'row.columns',
        `The row has ${cells.length} cells, but the header has ${width}: put cells that hold the delimiter into quotes, or add a header.`,
      ),
    )
  const person = personOf(row, cells, columns, findings)
  const to = addressOf(row, cells, columns, chains, findings)
  return {
    row,
    cells,
    person,
    address: to?.address ?? null,
    chains: to?.chains ?? [],
    state: 'good',
    // The finding that a cell is wrong in the workbook replaces findings that follow from it.
    findings: [...wrong, ...findings.filter(({ column }) => !wrong.some((one) => one.column === column))],
  }
}

function personOf(
  row: number,
  cells: readonly string[],
  { email, userId }: HandOverColumns,
  findings: Finding[],
): Person | null {
  const given = [email, userId].flatMap((column) => {
    const text = column ? (cells[column.at] ?? '').trim() : ''
    return column && text !== ''
      ? [{ column, text, kind: column === email ? ('email' as const) : ('userId' as const) }]
      : []
  })
  const [one, other] = given
  if (!one) {
    const named = [email, userId].flatMap((column) => (column ? [column.header] : [])).join(' or ')
    findings.push(handOverFinding(row, '', 'person.missing', `Nobody is named: fill in ${named}.`))
    return null
  }
  if (other) {
    const message = `The person is named twice, in ${one.column.header} and ${other.column.header}, which are two wallets: keep only one.`
    findings.push(handOverFinding(row, other.column.header, 'person.ambiguous', message))
    return null
  }
  if (one.kind === 'email') {
    const user = normalEmail(one.text.replace(/^email:/i, ''))
    if (user !== undefined) return { kind: 'email', user }
    const message = `${shown(one.text)} is not an e-mail address: write it as name@example.com.`
    findings.push(handOverFinding(row, one.column.header, 'person.format', message))
    return null
  }
  const read = userIdRecipient(one.text, collectionChains[0] ?? 'polygon')
  if (read.ok) return { kind: 'userId', user: one.text }
  findings.push(handOverFinding(row, one.column.header, 'person.format', read.faults[0]?.message ?? ''))
  return null
}

function addressOf(
  row: number,
  cells: readonly string[],
  { address: column }: HandOverColumns,
  chains: readonly ChainName[],
  findings: Finding[],
): { address: string; chains: ChainName[] } | null {
  const text = (cells[column.at] ?? '').trim()
  const add = (code: Parameters<typeof handOverFinding>[2], message: string) =>
    findings.push(handOverFinding(row, column.header, code, message))
  if (text === '') {
    add('recipient.missing', `No address is given: fill in ${column.header} with the person's own wallet.`)
    return null
  }
  if (/^(email|userid):/i.test(text) || text.includes('@')) {
    add(
      'recipient.format',
      `${shown(text)} is no address: give that of the person's own wallet, as their wallet program shows it.`,
    )
    return null
  }
  const reads = chains.map((chain) => ({ chain, read: parseRecipient(text, chain) }))
  const good = reads.flatMap(({ chain, read }) =>
    read.ok && read.recipient.kind === 'address' ? [{ chain, read }] : [],
  )
  const [first] = good
  if (first?.read.ok && first.read.recipient.kind === 'address') {
    for (const { code, message } of first.read.warnings) add(code, message)
    return { address: first.read.recipient.address, chains: good.map(({ chain }) => chain) }
  }
  const elsewhere = collectionChains.find((chain) => !chains.includes(chain) && familyOf(chain).checkAddress(text).ok)
  const faults = reads.map(({ read }) => (read.ok ? undefined : read.faults[0]))
  // Of several families' faults, take that of the family that recognises the address's form.
  const fault =
    faults.find((fault) => fault && !['recipient.format', 'recipient.chain'].includes(fault.code)) ?? faults[0]
  const here = [...new Set(chains.map((chain) => chainLabel(chain)))].join(', ')
  const where =
    elsewhere && (fault === undefined || fault.code === 'recipient.format') ? familyOf(elsewhere).label : undefined
  if (where !== undefined || fault?.code === 'recipient.chain')
    add(
      'recipient.chain',
      `${shown(text)} is ${where === undefined ? 'on another chain' : `an address of ${where}`}, but the NFTs are on ${here}: give the person's address there.`,
    )
  else if (fault) add(fault.code, fault.message)
  return null
}

/** Warns of two people with the same address: a household, or a copying mistake. */
function markShared(rows: readonly HandOverRowRead[], { address }: HandOverColumns): void {
  const byAddress = groupBy(
    rows.filter((one) => one.address !== null && one.person !== null && one.state === 'good'),
    (one) => one.address ?? '',
  )
  for (const own of byAddress.values())
    for (const one of own) {
      const other = own.find((another) => another.person && one.person && keyOf(another.person) !== keyOf(one.person))
      if (!other) continue
      const message = `Row ${other.row} gives the same address for ${other.person?.user}: check that both are meant to share a wallet.`
      one.findings.push(handOverFinding(one.row, address.header, 'recipient.shared', message))
    }
}

/** Warns of e-mail addresses with different wallets that are equal after case folding. */
function markSimilar(rows: readonly HandOverRowRead[], { email }: HandOverColumns, known: readonly string[]): void {
  const byFolded = new Map<string, { email: string; row: number | null }[]>()
  const tell = (one: string, row: number | null) => {
    const folded = foldedEmail(one)
    const all = byFolded.get(folded) ?? []
    if (!all.some((other) => other.email === one)) all.push({ email: one, row })
    byFolded.set(folded, all)
  }
  for (const { person, row } of rows) if (person?.kind === 'email') tell(person.user, row)
  for (const one of known) tell(one, null)
  for (const { person, row, findings } of rows) {
    if (person?.kind !== 'email') continue
    const other = byFolded.get(foldedEmail(person.user))?.find((one) => one.email !== person.user)
    if (!other) continue
    const where = other.row === null ? 'This project knows' : `Row ${other.row} has`
    const message = `${where} "${other.email}", which differs from "${person.user}" only in letters that are the same in capitals. They are two people with a wallet each: correct one if a single person is meant.`
    findings.push(handOverFinding(row, email?.header ?? '', 'recipient.similar', message))
  }
}
