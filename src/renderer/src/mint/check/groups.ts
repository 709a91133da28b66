/** The problems of a file in groups: their names, and their cures. */
import type { Import } from '../../../../shared/app-api.ts'
import type { CureRule } from '../../../../shared/spreadsheet/cure-rules.ts'
import type { FindingCode } from '../../../../shared/spreadsheet/finding.ts'
import { counted } from '../../ui/format.ts'

/** One group: all rows with the same finding in the same column. */
export type Problem = Import['codes'][number]

/** Findings of the file as a whole: shown above the decisions, each with its own sentence. */
const ofFile = [
  'header.duplicate',
  'sheet.merged',
  'sheet.pictures',
  'file.header',
  'file.empty',
  'file.encoding',
  'file.kind',
  'file.damaged',
  'file.sheet',
] as const satisfies FindingCode[]

/** Every other finding needs a name here: a new code without one does not compile. */
const nouns: Readonly<Record<Exclude<FindingCode, (typeof ofFile)[number]>, readonly [one: string, many?: string]>> = {
  'recipient.missing': ['row without a recipient', 'rows without a recipient'],
  'recipient.ambiguous': ['row with more than one recipient', 'rows with more than one recipient'],
  'recipient.format': ['recipient that is no address', 'recipients that are no address'],
  'recipient.checksum': ['mistyped address', 'mistyped addresses'],
  'recipient.chain': ['address of another chain', 'addresses of another chain'],
  'recipient.zero': ['zero address', 'zero addresses'],
  'recipient.burn': ['burn address', 'burn addresses'],
  'recipient.reserved': ['account of the chain itself', 'accounts of the chain itself'],
  'recipient.offCurve': ['address of a program', 'addresses of programs'],
  'recipient.name': ['name without an address', 'names without an address'],
  'recipient.resolved': ['name that was looked up', 'names that were looked up'],
  'recipient.contract': ['address of a contract', 'addresses of contracts'],
  'recipient.duplicate': ['repeated recipient'],
  'recipient.similar': ['e-mail address that is almost another', 'e-mail addresses that are almost others'],
  'metadata.name': ['row without a name', 'rows without a name'],
  'metadata.image': ['row without a picture', 'rows without a picture'],
  'metadata.url': ['link that leads nowhere', 'links that lead nowhere'],
  'metadata.media': ['picture that cannot be found', 'pictures that cannot be found'],
  'metadata.link': ['linked picture that cannot be found', 'linked pictures that cannot be found'],
  'metadata.length': ['text that is too long', 'texts that are too long'],
  'attributes.json': ['list of traits that cannot be read', 'lists of traits that cannot be read'],
  'quantity.number': ['quantity that is no number', 'quantities that are no number'],
  'id.duplicate': ['id that is used twice', 'ids that are used twice'],
  'file.size': ['text that is far too long', 'texts that are far too long'],
  'file.repeat': ['row that was minted before', 'rows that were minted before'],
  'row.columns': ['row with too many cells', 'rows with too many cells'],
  'cell.error': ['cell with an error of the sheet', 'cells with an error of the sheet'],
  'cell.formula': ['formula without a result', 'formulas without a result'],
  'cell.stale': ['formula that was not computed', 'formulas that were not computed'],
  'cell.digits': ['number that lost digits', 'numbers that lost digits'],
  'compressed.value': ['cell that says neither true nor false', 'cells that say neither true nor false'],
  'cell.cut': ['text that was cut off', 'texts that were cut off'],
  'cell.covered': ['text under merged cells', 'texts under merged cells'],
  'cell.picture': ['cell with more than one picture', 'cells with more than one picture'],
  'sheet.hidden': ['hidden row that is left out', 'hidden rows that are left out'],
}

/** The name of a group: "122 mistyped addresses"; unknown codes stay as they are. */
export function problemTitle({ code, count }: Pick<Problem, 'code' | 'count'>): string {
  const [one, many] = new Map(Object.entries(nouns)).get(code) ?? []
  return one === undefined ? `${code}: ${count}` : counted(count, one, many)
}

/** What a cure does, as its heading. */
export const cureLabels: Readonly<Record<CureRule, string>> = {
  trim: 'Remove spaces and invisible characters',
  number: 'Take the number out of the text',
  one: 'Mint one of each',
}

/** Findings of rows, by group: errors (which keep rows from being minted) before warnings, large groups before small ones. */
export function problemsOf({ codes }: Pick<Import, 'codes'>): Problem[] {
  return codes
    .filter(
      ({ code, column, level }) =>
        !ofFile.some((one) => one === code) &&
        // Without a column, this finding is of the file.
        !(code === 'file.size' && column === '') &&
        // As an error this is the question that two buttons answer; as a warning it says that a row is left out.
        !(code === 'sheet.hidden' && level === 'error'),
    )
    .sort((one, other) =>
      one.level === other.level
        ? other.count - one.count
        : Number(one.level === 'warning') - Number(other.level === 'warning'),
    )
}
