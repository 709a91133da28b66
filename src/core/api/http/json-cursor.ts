/** Cursors that contain JSON; clients must treat them as opaque. */
import { jsonOf } from '../../lib/json.ts'

export function cursorOf(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** The content of a cursor, which anybody may have written; undefined if it is no cursor. */
export function readCursor(cursor: string): unknown {
  return jsonOf(Buffer.from(cursor, 'base64url').toString())
}
