/** Cursors that hold JSON: to whoever gets one it is a text without a meaning. */
import { jsonOf } from '../../lib/json.ts'

export function cursorOf(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** What a cursor holds, which anybody can have written; undefined where it is none. */
export function readCursor(cursor: string): unknown {
  return jsonOf(Buffer.from(cursor, 'base64url').toString())
}
