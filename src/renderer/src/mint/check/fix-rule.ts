import type { Finding } from '../../../../shared/app-api.ts'
import { type FixRule, fixesFor } from '../../../../shared/spreadsheet/fix.ts'

const labels: Record<FixRule, string> = {
  trim: 'Remove spaces and invisible characters',
  'lower-case-address': 'Take the address as written',
}

/** The one rule that would cure a finding wherever it occurs, with its name on a button; null when there is none. */
export function ruleFor(finding: Finding, cell: string): { rule: FixRule; label: string } | null {
  const [rule] = finding.column === '' ? [] : fixesFor(finding.code, cell)
  return rule === undefined ? null : { rule, label: labels[rule] }
}
