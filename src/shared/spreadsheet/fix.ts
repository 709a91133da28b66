import type { Finding } from '../app-api.ts'

/** What can be done at once to every cell that has the same fault. */
export type FixRule = 'trim' | 'lower-case-address'

/** A cell after a fix; the same text where the fix does nothing. */
export function fixCell(rule: FixRule, text: string): string {
  if (rule === 'trim') return text.replace(/[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]+/g, '')
  return text.replace(/0[xX][0-9a-fA-F]{40}/, (address) => address.toLowerCase())
}

/** The findings a fix is for: recipients and URLs with invisible characters in them; addresses with a wrong checksum. */
export const fixedCodes: Record<FixRule, readonly string[]> = {
  trim: ['recipient.format', 'recipient.chain', 'metadata.url'],
  'lower-case-address': ['recipient.checksum'],
}

/** The fixes that change a cell with this finding, for "Fix all like this". */
export function fixesFor(code: Finding['code'], text: string): FixRule[] {
  const rules: FixRule[] = ['trim', 'lower-case-address']
  return rules.filter((rule) => fixedCodes[rule].includes(code) && fixCell(rule, text) !== text)
}
