import type { ColumnMapping, Finding } from '../../shared/app-api.ts'
import type { ChainName } from '../../shared/chains.ts'
import { foldedEmail } from '../../shared/locator.ts'
import { checkRow, type RowDraft } from '../../shared/spreadsheet/check-row.ts'
import { type FindingCode, findingOf } from '../../shared/spreadsheet/finding.ts'
import type { KnownNames } from '../../shared/spreadsheet/recipient-name.ts'
import { countFiles, openMediaFolder } from './media.ts'
import { contractFinding } from './row-check/check-rows.ts'

/** The corrected content of a failed mint; a field that the mint lacks is undefined. */
export interface Corrected {
  recipient: string
  name?: string | undefined
  image?: string | undefined
  metadataUri?: string | undefined
}

export interface CorrectionRules {
  /** Row of the spreadsheet, for the findings. */
  row: number
  chain: ChainName
  /** The folder that was dropped beside the spreadsheet, if any. */
  mediaDir: string | null
  /** Which of these addresses, in lower case, are contracts; none where the network does not answer. */
  contractsAmong(addresses: string[]): Promise<Iterable<string>>
  /** E-mail addresses that the project knows and that may fold to this one. */
  similarTo(folded: string): Promise<string[]>
}

/** Names are not looked up here: whoever corrects one row must see the address itself. */
const unknownName: KnownNames = (name) => ({
  fault: `${name} is a name, and names are looked up in files only: write the address that it stands for.`,
})

/** Checks a corrected mint by the rules for a row of a spreadsheet; `draft` is undefined where a finding is an error. */
export async function checkCorrection(
  corrected: Corrected,
  rules: CorrectionRules,
): Promise<{ findings: Finding[]; draft: RowDraft | undefined }> {
  const { row, chain, mediaDir } = rules
  const given = Object.entries({
    recipient: corrected.recipient,
    name: corrected.name,
    image: corrected.image,
    metadata_uri: corrected.metadataUri,
  }).flatMap(([field, text]) => (text === undefined ? [] : [{ field: field as ColumnMapping['field'], text }]))
  const columns = given.map(({ field }) => ({ header: field, field }))
  const hasMedia = (await countFiles(mediaDir)) > 0
  // What a mint may lack was checked when it was entered. A correction may change a field, and may not remove one.
  const rowRules = { columns, chain, hasBaseUri: true, hasMedia, names: unknownName }
  const cells = given.map(({ text }) => text)
  const { findings, draft, media, address, email } = checkRow(cells, row, rowRules)
  const add = (column: string, code: FindingCode, message: string) =>
    findings.push(findingOf(row, column, code, message))
  for (const field of ['name', 'image'] as const)
    if (corrected[field]?.trim() === '')
      add(field, `metadata.${field}`, `The ${field} is missing: fill in the ${field}.`)
  for (const { column, name } of media) {
    const fault = mediaDir === null ? undefined : await openMediaFolder(mediaDir).fault(name)
    if (fault !== undefined) add(column, 'metadata.media', fault)
  }
  if (address !== undefined) {
    const contracts = new Set(await rules.contractsAmong([address.address.toLowerCase()]))
    if (contracts.has(address.address.toLowerCase())) findings.push(contractFinding(row, 'recipient', address.address))
  }
  if (email !== undefined) {
    const folded = foldedEmail(email)
    const other = (await rules.similarTo(folded)).find((known) => known !== email && foldedEmail(known) === folded)
    if (other !== undefined)
      add(
        'recipient',
        'recipient.similar',
        `This project knows "${other}", which differs from "${email}" only in letters that are the same in capitals. They are two recipients with a wallet each: correct one if a single person is meant.`,
      )
  }
  return { findings, draft: findings.some(({ level }) => level === 'error') ? undefined : draft }
}
