/** Cursors of wallets' holdings: each is valid for one wallet, its filters, and one version of the API. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AssetKey } from '../../../holdings/assets.ts'
import type { Wallet } from '../../../holdings/read-events.ts'
import type { SightingKey } from '../../../store/holdings/sightings.ts'
import type { PageStart } from '../../../store/sqlite/pages.ts'
import { type ApiFault, invalidRequest } from '../../http/faults.ts'
import { cursorOf, readCursor } from '../../http/json-cursor.ts'

/** The list that a cursor belongs to. */
export interface WalletListName {
  /** The id of the operation that answers the list; it differs between versions of the API. */
  edition: string
  wallet: Wallet
  /** The filters of the request. */
  filters: { contractAddress?: string[] | undefined; tokenId?: string[] | undefined }
}

/** Where the requested page begins. */
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

/** The cursor of the page after a key; null if there is none. */
export function cursorBehind(list: WalletListName, key: unknown): string | null {
  if (key === null) return null
  return cursorOf([kind, list.edition, walletMark(list), filterMark(list), key])
}

/** Where the page of a cursor begins. @throws ApiFault 400 for a cursor of another list, with a sentence that names that list */
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

/** The mark of a list's filters; their order and repetitions do not matter. */
function filterMark({ filters: { contractAddress, tokenId } }: WalletListName): string {
  return markOf([contractAddress, tokenId].map((values) => values && [...new Set(values)].sort()))
}

/** Ours: characters that distinguish lists; they protect no secret. */
const markLength = 12

function markOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, markLength)
}
