/** Cursors of what wallets hold: each is of one wallet, of its filters, and of one edition of the API. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AssetKey } from '../../../holdings/assets.ts'
import type { Wallet } from '../../../holdings/read-events.ts'
import type { SightingKey } from '../../../store/holdings/sightings.ts'
import type { PageStart } from '../../../store/sqlite/pages.ts'
import { type ApiFault, invalidRequest } from '../../http/faults.ts'
import { cursorOf, readCursor } from '../../http/json-cursor.ts'

/** The list that a cursor goes on in. */
export interface WalletListName {
  /** The operation that answers it, by its id: it differs from edition to edition. */
  edition: string
  wallet: Wallet
  /** As they came. */
  filters: { contractAddress?: string[] | undefined; tokenId?: string[] | undefined }
}

/** Where the page begins that is asked for. */
export type Asked = { cursor: string } | { offset: number }

const tokenId = z.string().regex(/^\d{1,78}$/)
export const tokenKey: z.ZodType<SightingKey> = z.object({
  block: z.int().min(0),
  tokenId,
  contract: z.string().regex(/^0x[0-9a-f]{40}$/),
})
export const assetKey: z.ZodType<AssetKey> = z.union([
  z.object({ mint: z.int().positive() }),
  z.object({ address: z.string().min(1).max(100) }),
])
export const unitKey = z.string().regex(/^[0-9a-f]{56,120}$/)

const kind = 'wallet'
const parts = z.tuple([z.literal(kind), z.string(), z.string(), z.string(), z.unknown()])

/** The cursor of the page behind a key; null where there is none. */
export function cursorBehind(list: WalletListName, key: unknown): string | null {
  if (key === null) return null
  return cursorOf([kind, list.edition, walletMark(list), filterMark(list), key])
}

/** What a cursor says of where the page begins. @throws ApiFault 400 for a cursor of another list, with a sentence that says whose it is */
export function startBy<Key>(list: WalletListName, key: z.ZodType<Key>, asked: Asked): PageStart<Key> {
  if ('offset' in asked) return asked
  const read = parts.safeParse(readCursor(asked.cursor))
  if (!read.success) throw foreign('another list: take it from the header X-Mintdesk-Next of this one')
  const [, edition, wallet, filter, place] = read.data
  if (edition !== list.edition)
    throw foreign('another edition of the API: ask at the address that answered it, or begin again without a cursor')
  if (wallet !== walletMark(list)) throw foreign('another wallet: ask for that wallet, or begin again without a cursor')
  if (filter !== filterMark(list))
    throw foreign('a list with other filters: send contractAddress and tokenId as with the page before')
  const after = key.safeParse(place)
  if (!after.success) throw foreign('no page of this wallet: take it from the header X-Mintdesk-Next as it stands')
  return { after: after.data }
}

function foreign(whose: string): ApiFault {
  return invalidRequest([{ path: 'cursor', message: `cursor is of ${whose}.` }])
}

function walletMark({ wallet: { kind, chain, address } }: WalletListName): string {
  return markOf([kind, chain, address])
}

/** The order of filters, and how often one stands there, is nothing to the list. */
function filterMark({ filters: { contractAddress, tokenId } }: WalletListName): string {
  return markOf([contractAddress, tokenId].map((values) => values && [...new Set(values)].sort()))
}

/** Ours: so many characters tell lists apart; nothing is kept secret by them. */
const markLength = 12

function markOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, markLength)
}
