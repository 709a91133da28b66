import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type SheetFormat, sheetFile } from '../../../../shared/spreadsheet/sheet-file.ts'

export const sheetTypes: Readonly<Record<SheetFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Sends records that belong to a spreadsheet as a file. @param what they are: `errors`, `results` */
export function sendSheet(
  reply: FastifyReply,
  records: AsyncIterable<string[][]>,
  { name, what, format }: { name: string; what: string; format: SheetFormat },
): FastifyReply {
  const pieces = sheetFile(records, format, what.charAt(0).toUpperCase() + what.slice(1))
  return reply
    .type(sheetTypes[format])
    .header('content-disposition', attachment(name, what, format))
    .send(Readable.from(pieces, { objectMode: false }))
}

/** `Content-Disposition` for a file that belongs to a spreadsheet: `badges.csv` and `errors` give `badges-errors.csv`. */
export function attachment(name: string, what: string, format: SheetFormat): string {
  const base = `${name.replace(/\.[^.]*$/, '') || 'mintdesk'}-${what}.${format}`
  const plain = base.replace(/[^\w.-]+/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(base).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`
}
