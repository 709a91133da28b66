import type { ColumnMapping, Finding } from '../../../shared/app-api.ts'
import { checkColumns } from '../../../shared/spreadsheet/columns.ts'
import { findingOf } from '../../../shared/spreadsheet/finding.ts'
import type { KnownName, KnownNames } from '../../../shared/spreadsheet/recipient-name.ts'
import type { RowRules } from '../../../shared/spreadsheet/row-cells.ts'
import { nameToLookUp } from '../../../shared/spreadsheet/row-recipient.ts'
import type { NewRow } from '../../store/import-sheet/rows.ts'
import type { ContractLookup } from '../contract-lookup.ts'
import { headerFaults } from '../header-faults.ts'
import { hiddenQuestion } from '../hidden.ts'
import type { MediaFolder } from '../media.ts'
import type { NameLookup } from '../name-lookup.ts'
import type { CheckRules, SheetFacts } from '../protocol.ts'
import { checkEach, type EachRow, type EachRules, leaveUnchecked, type RawRow } from './check-each.ts'

/** Findings that keep the whole file from being minted with this column map. */
export function failuresOf(facts: SheetFacts): Finding[] {
  if (facts.fatal.length > 0) return facts.fatal
  const columns = checkColumns(facts.columns, facts.headerRow, facts.answered, facts.headerBelow)
  return [...columns, ...headerFaults(facts), ...hiddenQuestion(facts)]
}

export interface RowsDeps {
  media: MediaFolder | undefined
  contracts: ContractLookup
  names: NameLookup
  knownName: KnownNames
  /** Checks each row by itself, in this thread or another one. */
  checkEach(rows: readonly RawRow[], rules: EachRules): Promise<EachRow[]>
}

/**
 * Begins to check rows, each by itself. Where the header line names no recipients at all, that one finding stands for all rows: none
 * is checked, none is ready.
 * @returns the function that finishes the check. Several checks may be under way; they must be finished in order.
 */
export async function beginRows(
  rows: readonly RawRow[],
  facts: SheetFacts,
  deps: RowsDeps,
): Promise<() => Promise<NewRow[]>> {
  const each = isHopeless(facts)
    ? Promise.resolve(leaveUnchecked(rows))
    : deps.checkEach(rows, {
        ...rowRules(facts.rules, facts.columns, deps.knownName),
        hidden: facts.rules.hidden,
        names: await namesOf(rows, facts, deps),
      })
  // The finishing function reports a failure; this marks the rejection as handled.
  each.catch(() => undefined)
  return async () => withContracts(await withMedia(await each, deps.media), deps.contracts)
}

/** `RowsDeps.checkEach` in this thread. */
export async function checkEachHere(rows: readonly RawRow[], rules: EachRules): Promise<EachRow[]> {
  return checkEach(rows, rules)
}

function isHopeless(facts: SheetFacts): boolean {
  return failuresOf(facts).some(({ code }) => code.startsWith('file.'))
}

/** The rules for single rows that follow from an import's rules and its column map. */
export function rowRules(rules: CheckRules, columns: readonly ColumnMapping[], names: KnownNames): RowRules {
  const { chain, hasBaseUri, hasMedia, isLive } = rules
  return { columns, chain, hasBaseUri, hasMedia, names: isLive ? names : undefined }
}

/** Looks up the names of these rows and returns what they stand for. */
async function namesOf(rows: readonly RawRow[], { rules, columns }: SheetFacts, { names, knownName }: RowsDeps) {
  if (!rules.isLive) return null
  const own = rowRules(rules, columns, knownName)
  const written = rows.flatMap(({ cells }) => nameToLookUp(cells, own) ?? [])
  await names.learn(written)
  const known = new Map<string, KnownName>()
  for (const name of written) {
    const found = knownName(name)
    if (found !== undefined) known.set(name, found)
  }
  return known
}

/** Adds findings for files that rows name and that the media folder lacks, or that cannot be used. */
async function withMedia(rows: readonly EachRow[], folder: MediaFolder | undefined): Promise<readonly EachRow[]> {
  if (folder === undefined) return rows
  const looked: EachRow[] = []
  for (const one of rows) {
    const findings = [...one.row.findings]
    for (const { column, name } of one.media) {
      const fault = await folder.fault(name)
      if (fault !== undefined) findings.push(findingOf(one.row.row, column, 'metadata.media', fault))
    }
    const failed = findings.length > one.row.findings.length
    looked.push(failed ? { ...one, row: { ...one.row, findings, status: 'error', mint: null } } : one)
  }
  return looked
}

async function withContracts(rows: readonly EachRow[], contracts: ContractLookup): Promise<NewRow[]> {
  const addresses = rows.flatMap(({ address }) => address?.address.toLowerCase() ?? [])
  const found = await contracts.among([...new Set(addresses)])
  return rows.map(({ row, address }) => {
    if (address === null || !found.has(address.address.toLowerCase())) return row
    const findings = [...row.findings, contractFinding(row.row, address.column, address.address)]
    return { ...row, findings, status: row.status === 'ready' ? 'warning' : row.status }
  })
}

/** The finding for a recipient that is a contract. */
export function contractFinding(row: number, column: string, address: string): Finding {
  const message = `The address ${address} is a contract, which may be unable to pass an NFT on: check that it is meant.`
  return findingOf(row, column, 'recipient.contract', message)
}
