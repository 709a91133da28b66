/** What a person may have put beside their spreadsheets and would not tell a model. */
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Import } from '../../shared/app-api.ts'
import { recipientFields } from '../../shared/spreadsheet/columns.ts'
import { CommandError } from '../failure.ts'

/** Texts that are secrets wherever they stand. */
const forms = [
  { what: 'an API key of Mintdesk', form: /sk_(?:practice|live)_[1-9A-HJ-NP-Za-km-z]{40}/ },
  { what: 'the secret of a webhook', form: /whsec_[A-Za-z0-9+/]{24}/ },
  { what: 'a private key', form: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
] as const
/** The shortest seed that wallets show. */
const shortestSeed = 12

/**
 * Refuses a file that holds a secret. Workbooks are packed, so nothing is seen in them.
 * @throws CommandError `mcp.secret`
 */
export function requireNoSecret(file: string, bytes: Buffer): void {
  // Of UTF-16 every other byte is zero.
  const text = bytes.toString('latin1').replaceAll('\0', '')
  const found = forms.find(({ form }) => form.test(text))?.what ?? (holdsSeed(text) ? 'the words of a seed' : undefined)
  if (found === undefined) return
  throw new CommandError(
    'mcp.secret',
    `${JSON.stringify(file)} holds ${found}, and is not read here: ask the person to keep it outside of these folders.`,
  )
}

/**
 * Refuses what has no header line that names recipients: passwords and notes are no table of NFTs, and what the check says of such a file
 * repeats its first line.
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

/** Whether so many words of BIP-39's English list stand in a row, with nothing but white space between them. */
function holdsSeed(text: string): boolean {
  const known = new Set(wordlist)
  let inRow = 0
  for (const [word] of text.toLowerCase().matchAll(/\S+/g)) {
    inRow = known.has(word) ? inRow + 1 : 0
    if (inRow === shortestSeed) return true
  }
  return false
}
