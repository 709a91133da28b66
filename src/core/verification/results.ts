import { z } from 'zod'
import { readSetting, writeSetting } from '../store/installation/settings.ts'
import type { Store } from '../store/sqlite/open.ts'

const settingKey = 'verification.results'

const result = z.object({
  state: z.enum(['verified', 'failed']),
  via: z.enum(['sourcify', 'etherscan']).nullable(),
  match: z.enum(['exact', 'partial']).nullable(),
  url: z.string().nullable(),
  explorers: z.array(z.object({ explorer: z.string(), url: z.string().nullable(), error: z.string().nullable() })),
  message: z.string().nullable(),
  /** When it ended, ms since 1970. */
  at: z.int(),
})
/** The result of a contract's last verification. */
export type VerificationResult = z.infer<typeof result>

const results = z.record(z.string(), result)

export interface PlaceOfContract {
  chainId: number
  address: string
}

/** The results by `placeKey`. */
export async function readResults(db: Store): Promise<ReadonlyMap<string, VerificationResult>> {
  return new Map(Object.entries((await readSetting(db, settingKey, results)) ?? {}))
}

/** Stores the result of a verification in place of an earlier one. Calls must not overlap. */
export async function keepResult(db: Store, place: PlaceOfContract, ended: VerificationResult): Promise<void> {
  const all = await readResults(db)
  await writeSetting(db, settingKey, Object.fromEntries([...all, [placeKey(place), ended]]))
}

export function placeKey({ chainId, address }: PlaceOfContract): string {
  return `${chainId}:${address}`
}
