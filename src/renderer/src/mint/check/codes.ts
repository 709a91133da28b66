import type { FindingCode } from '../../../../shared/spreadsheet/finding.ts'

const labels: Partial<Record<FindingCode, string>> = {
  'recipient.missing': 'No recipient',
  'recipient.ambiguous': 'More than one recipient',
  'recipient.format': 'Not a recipient',
  'recipient.checksum': 'Mistyped address',
  'recipient.chain': 'Address of another chain',
  'recipient.zero': 'Zero address',
  'recipient.burn': 'Burn address',
  'recipient.reserved': 'Account of the chain itself',
  'recipient.offCurve': 'Address of a program',
  'recipient.name': 'Name that leads nowhere',
  'recipient.resolved': 'Name that was looked up',
  'recipient.contract': 'Address of a contract',
  'recipient.duplicate': 'Same recipient twice',
  'recipient.similar': 'Almost the same address',
  'metadata.name': 'No name',
  'metadata.image': 'No image',
  'metadata.url': 'Not a link',
  'metadata.media': 'Image file missing',
  'metadata.length': 'Too long',
  'attributes.json': 'Traits not readable',
  'quantity.number': 'Not a quantity',
  'id.duplicate': 'Same id twice',
  'file.repeat': 'Minted before',
  'row.columns': 'Too many cells',
  'cell.error': 'Error in the sheet',
  'cell.formula': 'Formula without a result',
  'cell.stale': 'Formula not computed',
  'cell.digits': 'Digits lost',
  'cell.cut': 'Text cut off',
  'cell.picture': 'More than one picture',
  'sheet.hidden': 'Hidden row',
  'sheet.merged': 'Merged cells',
  'sheet.pictures': 'Pictures over cells',
}

/** A finding's code in words; codes this window does not know stay as they are. */
export function codeLabel(code: string): string {
  return new Map<string, string>(Object.entries(labels)).get(code) ?? code
}
