/** Pages of lists: by number, or from a cursor on. */
import type { FastifyReply } from 'fastify'
import { type ListQuery, usualPerPage } from '../../../shared/api-schemas/common.ts'
import type { PageStart } from '../../store/sqlite/pages.ts'
import { invalidRequest } from './faults.ts'

/** The lists that cursors distinguish: a cursor of another list is refused. */
export type ListName = 'nfts' | 'templates' | 'collections'

/** Where the requested page begins, and how many items it has. @throws ApiFault 400 for a cursor of another list */
export function pageAsked(
  list: ListName,
  { page = 1, perPage = usualPerPage, cursor }: ListQuery,
): { start: PageStart; limit: number } {
  const start = cursor === undefined ? { offset: (page - 1) * perPage } : { after: keyOf(list, cursor) }
  return { start, limit: perPage }
}

/** Sets the header with the next page's cursor; none on the last page. */
export function tellNext(reply: FastifyReply, list: ListName, next: number | null): void {
  if (next !== null) reply.header('X-Mintdesk-Next', cursorOf(list, next))
}

function cursorOf(list: ListName, key: number): string {
  return Buffer.from(`${list} ${key}`).toString('base64url')
}

function keyOf(list: ListName, cursor: string): number {
  const [, key] = new RegExp(`^${list} (\\d{1,15})$`).exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (key === undefined)
    throw invalidRequest([
      { path: 'cursor', message: 'cursor is of another list: take it from the header X-Mintdesk-Next of this one.' },
    ])
  return Number(key)
}
