/** Web origins whose pages may call the API because the person allowed it; none by default. */
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
  /** Allows one more. @returns all of them; @throws ApiFault 400 for a text that is no origin, or one too many */
  allow(origin: string): Promise<string[]>
  /** Removes one. @returns all of them */
  remove(origin: string): Promise<string[]>
}

export async function openOrigins(db: Store): Promise<Origins> {
  let allowed = new Set(await readSetting(db, setting, kept))
  let last: Promise<unknown> = Promise.resolve()
  /** Makes the changes one after the other, each based on the result of the previous one. */
  const change = (next: (now: ReadonlySet<string>) => Set<string>): Promise<string[]> => {
    const changed = last.then(async () => {
      const wanted = next(allowed)
      await writeSetting(db, setting, wanted.size === 0 ? undefined : [...wanted])
      allowed = wanted
      return [...wanted]
    })
    last = changed.catch(() => undefined)
    return changed
  }
  return {
    list: () => [...allowed],
    allows: (origin) => allowed.has(origin.toLowerCase()),
    async allow(text) {
      const origin = readOrigin(text)
      return change((now) => {
        const wanted = new Set(now).add(origin)
        if (wanted.size > mostOrigins)
          throw invalidRequest([{ path: 'origin', message: `At most ${mostOrigins} origins can be allowed.` }])
        return wanted
      })
    },
    remove: (text) => change((now) => new Set([...now].filter((one) => one !== plainOrigin(text)))),
  }
}

/** An origin in the form that is compared: browsers write no slash at the end. */
function plainOrigin(text: string): string {
  return text.replace(/\/$/, '').toLowerCase()
}

/** `https://shop.example`, `http://localhost:5173`: as a browser writes it in `Origin`. */
function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.origin === plainOrigin(text)) return url.origin
  throw invalidRequest([
    {
      path: 'origin',
      message: `${JSON.stringify(text)} is no origin: write scheme, host and port alone, such as http://localhost:5173.`,
    },
  ])
}
