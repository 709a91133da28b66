/** One-time tickets for the window's address, and pages on disk that redirect with one, so that no ticket is in a program's arguments. */
import { randomBytes } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Ours: long enough for a browser to start, short enough that an address left in a history is worthless. */
const lifetime = 60_000
const pageName = /^open-[\w-]+\.html$/

export interface Tickets {
  /** A ticket: valid once, for a minute, kept in memory only. @param personId whom it lets in at a server; null: the person at this computer */
  make(personId?: string | null): string
  /** Writes a page into the data folder, readable by this user alone, that redirects with a ticket; removed with the ticket. @returns its path */
  page(): Promise<string>
  /** Uses up a ticket. @returns whom it lets in; undefined if it is not valid */
  take(ticket: string): { personId: string | null } | undefined
  /** Invalidates all tickets, or those of one person. */
  drop(personId?: string): void
  close(): Promise<void>
}

/**
 * @param dataDir the data folder; pages that a killed core left there are removed
 * @param url the window's address, without a slash at its end
 */
export async function openTickets(dataDir: string, clock: () => number, url: () => string): Promise<Tickets> {
  const tickets = new Map<string, { until: number; personId: string | null; end: () => void }>()
  const pages = new Set<Promise<void>>()
  for (const name of await readdir(dataDir)) if (pageName.test(name)) await rm(join(dataDir, name), { force: true })

  function make(end: () => void, personId: string | null): string {
    const now = clock()
    for (const [old, { until }] of tickets) if (until < now) spend(old)
    const ticket = randomBytes(32).toString('base64url')
    tickets.set(ticket, { until: now + lifetime, personId, end })
    return ticket
  }

  function spend(ticket: string): { personId: string | null } | undefined {
    const found = tickets.get(ticket)
    tickets.delete(ticket)
    found?.end()
    return found !== undefined && found.until >= clock() ? { personId: found.personId } : undefined
  }

  const drop = (of?: string): void => {
    for (const [ticket, { personId }] of [...tickets]) if (of === undefined || of === personId) spend(ticket)
  }

  return {
    make: (personId = null) => make(() => undefined, personId),
    async page() {
      const file = join(dataDir, `open-${randomBytes(8).toString('hex')}.html`)
      let timer: NodeJS.Timeout | undefined
      const ticket = make(() => {
        clearTimeout(timer)
        const removed = written.catch(() => undefined).then(() => rm(file, { force: true }))
        pages.add(removed)
        void removed.finally(() => pages.delete(removed))
      }, null)
      const written = writeFile(file, leadingTo(`${url()}/?ticket=${ticket}`), { flag: 'wx', mode: 0o600 })
      await written
      timer = setTimeout(() => spend(ticket), lifetime).unref()
      return file
    },
    take: spend,
    drop,
    async close() {
      drop()
      await Promise.all(pages)
    },
  }
}

/** The page redirects by itself, without a script, and sends no referrer. */
function leadingTo(address: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="refresh" content="0; url=${address}">
    <title>Mintdesk</title>
  </head>
  <body>
    <p>Mintdesk opens here. If it does not, <a rel="noreferrer" href="${address}">open it</a>; this works once and for a minute.</p>
  </body>
</html>
`
}
