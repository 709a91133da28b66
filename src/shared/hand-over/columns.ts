import type { Finding } from '../app-api.ts'
import { normalHeader } from '../spreadsheet/columns.ts'
import { shown } from '../spreadsheet/finding.ts'
import { handOverFinding } from './finding.ts'

/** The columns that name person and address: their indices and headers. */
export interface HandOverColumns {
  email: Column | undefined
  userId: Column | undefined
  address: Column
}

export interface Column {
  at: number
  header: string
}

/** Accepted headers; the first of each is the column's own name. */
const names: Readonly<Record<keyof HandOverColumns, readonly string[]>> = {
  email: ['email', 'e-mail', 'mail', 'email address', 'e-mail address'],
  userId: ['userId', 'user', 'user id'],
  address: ['address', 'wallet', 'wallet address', 'recipient', 'to', 'new address', 'new wallet', 'receiver'],
}

/** Finds the columns of a hand-over's file, or returns why they are missing. */
export function handOverColumns(headers: readonly string[], headerRow: number): HandOverColumns | Finding[] {
  const findings: Finding[] = []
  const find = (field: keyof HandOverColumns): Column | undefined => {
    const wanted = new Set(names[field].map(normalHeader))
    const found = headers.flatMap((header, at) => (wanted.has(normalHeader(header)) ? [{ at, header }] : []))
    const [first, second] = found
    if (first && second)
      findings.push(
        handOverFinding(
          headerRow,
          second.header,
          'header.duplicate',
          `The columns ${shown(first.header)} and ${shown(second.header)} both stand for ${field}: rename the one that is not meant.`,
        ),
      )
    return first
  }
  const [email, userId, address] = [find('email'), find('userId'), find('address')]
  if (!email && !userId)
    findings.push(
      handOverFinding(
        headerRow,
        '',
        'file.header',
        'No column names the people: call the one that does email or userId.',
      ),
    )
  if (!address)
    findings.push(
      handOverFinding(
        headerRow,
        '',
        'file.header',
        'No column says where the NFTs go: call the one with the people’s own wallets address.',
      ),
    )
  return findings.length > 0 || !address ? findings : { email, userId, address }
}
