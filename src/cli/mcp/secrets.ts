/** Finds secrets in files, which a person may keep beside spreadsheets and a model must not see. */
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Import } from '../../shared/app-api.ts'
import { recipientFields } from '../../shared/spreadsheet/columns.ts'
import type { Part } from '../../shared/spreadsheet/workbook/package.ts'
import { looksLikeWorkbook } from '../../shared/spreadsheet/workbook/signature.ts'
import { CommandError } from '../failure.ts'

/** Forms of texts that are always secrets. */
const forms = [
  { what: 'an API key of Mintdesk', form: /sk_(?:practice|live)_[1-9A-HJ-NP-Za-km-z]{40}/ },
  { what: 'the secret of a webhook', form: /whsec_[A-Za-z0-9+/]{24}/ },
  { what: 'a private key', form: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
] as const
/** Ours, characters: longer than a secret with XML tags in it, which may span two pieces of a workbook's part. */
const overlap = 4_096
/** Words in the shortest seed phrase of wallets (BIP-39). */
const shortestSeed = 12

/**
 * Refuses a file that holds a secret, as text or in any part of a workbook, also in hidden sheets and comments.
 * @throws CommandError `mcp.secret`
 */
export async function requireNoSecret(file: string, bytes: Buffer<ArrayBuffer>): Promise<void> {
  const found =
    secretIn(bytes.toString('latin1')) ?? (looksLikeWorkbook(bytes) ? await secretInParts(bytes) : undefined)
  if (found === undefined) return
  throw new CommandError(
    'mcp.secret',
    `${JSON.stringify(file)} holds ${found}, and is not read here: ask the person to keep it outside of these folders.`,
  )
}

function secretIn(latin1: string): string | undefined {
  // In UTF-16, every other byte of such a text is zero.
  const text = latin1.replaceAll('\0', '')
  return forms.find(({ form }) => form.test(text))?.what ?? (holdsSeed(text) ? 'the words of a seed' : undefined)
}

/** Looks in a workbook's parts. One that cannot be unpacked is skipped; the check of the file reports it, if it reads that part at all. */
async function secretInParts(bytes: Buffer<ArrayBuffer>): Promise<string | undefined> {
  const { openPackage, WorkbookError } = await import('../../shared/spreadsheet/workbook/package.ts')
  const unlessDamaged = (error: unknown): undefined => {
    if (!(error instanceof WorkbookError)) throw error
    return undefined
  }
  const pack = await openPackage(new Blob([bytes])).catch(unlessDamaged)
  for (const part of pack?.parts() ?? []) {
    if (!/\.xml$/i.test(part.name)) continue
    // Parts after a damaged one may be readable.
    const found = await secretInPart(part).catch(unlessDamaged)
    if (found !== undefined) return found
  }
  return undefined
}

async function secretInPart(part: Part): Promise<string | undefined> {
  let rest = ''
  for await (const piece of part.pieces()) {
    const text = rest + Buffer.from(piece).toString('latin1').replaceAll('\0', '')
    const found = secretIn(cellsOf(text))
    if (found !== undefined) return found
    rest = text.slice(-overlap)
  }
  return undefined
}

/** The text of the cells in XML: the text of one cell stays together, and commas separate cells. */
function cellsOf(xml: string): string {
  return xml.replace(/<\/(?:\w+:)?(?:si|is|c|v|comment|p)>/g, ',').replace(/<[^>]*>?/g, '')
}

/**
 * Refuses a file without a header line that names recipients. It may hold passwords or notes, and the findings of the check would
 * quote its first line.
 * @throws CommandError `mcp.noTable`
 */
export function requireTable(file: string, { failure, state, columns }: Import): void {
  const named = columns.some(({ field }) => recipientFields.includes(field))
  if (failure === undefined ? state !== 'checked' || named : failure.code !== 'file.header') return
  throw new CommandError(
    'mcp.noTable',
    `${JSON.stringify(file)} has no header line with a column of recipients, so nothing of it is told here: ask the person to call a column recipient, email or userId, or to map it in the window.`,
  )
}

/** Whether `shortestSeed` words of BIP-39's English list stand in a row, with only white space between them. */
function holdsSeed(text: string): boolean {
  const known = new Set(wordlist)
  let inRow = 0
  // Any other character beside a word, such as the comma between cells, ends the row.
  for (const [word] of text.toLowerCase().matchAll(/[a-z]+|[^a-z\s]+/g)) {
    inRow = known.has(word) ? inRow + 1 : 0
    if (inRow === shortestSeed) return true
  }
  return false
}
