/** Pages of other origins that may call the API because the person said so; none by default. */
import { z } from 'zod'
import { readSetting, writeSetting } from '../../store/installation/settings.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { invalidRequest } from './faults.ts'

const kept = z.array(z.string())
const setting = 'origins'
/** Ours. */
const mostOrigins = 50

export interface Origins {
  list(): string[]
  allows(origin: string): boolean
  /** Replaces the list. @throws ApiFault 400 for what is no origin */
  set(origins: readonly string[]): Promise<string[]>
}

export async function openOrigins(db: Store): Promise<Origins> {
  let allowed = new Set(await readSetting(db, setting, kept))
  return {
    list: () => [...allowed],
    allows: (origin) => allowed.has(origin.toLowerCase()),
    async set(origins) {
      const wanted = [...new Set(origins.map(readOrigin))]
      if (wanted.length > mostOrigins)
        throw invalidRequest([{ path: 'origins', message: `At most ${mostOrigins} origins can be allowed.` }])
      await writeSetting(db, setting, wanted.length === 0 ? undefined : wanted)
      allowed = new Set(wanted)
      return wanted
    },
  }
}

/** `https://shop.example`, `http://localhost:5173`: as a browser writes it in `Origin`. */
function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '').toLowerCase()) return url.origin
  throw invalidRequest([
    {
      path: 'origins',
      message: `${JSON.stringify(text)} is no origin: write scheme, host and port alone, such as http://localhost:5173.`,
    },
  ])
}
