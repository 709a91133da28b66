import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { nowText } from '../../../src/core/store/journal/mints-now.ts'
import { importState, run as runSchema } from '../../../src/shared/app-api.ts'
import { type CoreAtHand, patienceForAll } from './core-at-hand.ts'

export interface ClientWorkOptions {
  chain: string
  recipientOf(ordinal: number): string
  /** What a mint of the API says besides. */
  mint?(ordinal: number): Record<string, unknown>
}

/** What a client asks cores for that may die at any moment: each recipient one NFT, over all of it. */
export interface ClientWork {
  addRun(count: number, collection?: string): Promise<void>
  addMints(count: number, collection?: string): Promise<Record<string, unknown>[]>
  /** A new collection, with two mints into it. `contractKind`: the usual one where absent. */
  addCollection(contractKind?: string): Promise<void>
  /** Asks for other metadata of something that is minted. */
  update(): Promise<void>
  /** Does something, puts the database back as it was before, and asks for the same mints (into the usual collection where none is named) again. */
  onCopy(start: (again: boolean) => Promise<void>, collection?: string): Promise<void>
  /** Resumes what waits for a person, among NFTs that nobody knows. */
  resume(): Promise<void>
  /** Lets what was asked for come to its end. */
  end(): Promise<void>
  /** A copy of the database knows nothing of who minted since: a person says that nobody else does. Nothing, where none is in use. */
  takeOver(): Promise<void>
  /** Mints that the API said it has, which are not among these (collection and id). */
  missing(known: ReadonlySet<string>): number
}

/** @param dir the data folder of the core at hand */
export function clientWork(dir: string, core: CoreAtHand, options: ClientWorkOptions): ClientWork {
  const { chain, recipientOf, mint = () => ({}) } = options
  const usual = `default-${chain}`
  const database = join(dir, 'mintdesk.db')
  const copy = join(dir, 'copy.db')
  const accepted = new Map<string, Set<string>>()
  /** Mints of the API without an answer yet, by collection: they are asked for again, as clients do. */
  const open = new Map<string, Record<string, unknown>[]>()
  let made = 0

  async function askFor(): Promise<void> {
    for (const [collection, nfts] of open) {
      const path = `/api/2022-06-09/collections/${collection}/nfts`
      await work.takeOver()
      await core.ask(async ({ call }) => {
        const { status, text, json } = await call('POST', path, { nfts })
        // It was found out just now: they are asked for again.
        if (json.code === 'collection.halted') return
        if (status >= 300) throw new Error(`the API refused mints: ${text}`)
        const known = accepted.get(collection) ?? new Set()
        for (const { id } of nfts) known.add(String(id))
        accepted.set(collection, known)
        open.delete(collection)
      })
    }
  }

  const work: ClientWork = {
    async takeOver() {
      for (const { id } of core.query<{ id: string }>('select id from collections where other_writer is not null'))
        await core.ask(({ call }) => call('POST', `/app/collections/${id}/take-over`))
    },
    async addRun(count, collection = usual) {
      const from = made
      made += count
      const rows = Array.from({ length: count }, (_, n) => `${recipientOf(from + n)},Badge ${from + n},ipfs://bafkqaaa`)
      const sheet = Buffer.from(['recipient,name,image', ...rows, ''].join('\n'))
      await core.ask(async ({ call }) => {
        const added = await call('POST', `/app/imports?name=rows-${from}.csv&collectionId=${collection}`, sheet)
        const { id } = importState.parse(added.json)
        for (let state = ''; state !== 'checked'; await delay(20)) {
          state = importState.parse((await call('GET', `/app/imports/${id}`)).json).state
          if (state === 'failed')
            throw new Error('a file could not be checked: is the product built (scripts/build.mjs)?')
        }
        for (;;) {
          const { json } = await call('POST', '/app/runs', { importId: id })
          if (json.code !== 'collection.halted') {
            runSchema.parse(json)
            return
          }
          await work.takeOver()
          await delay(20)
        }
      })
    },
    async addMints(count, collection = usual) {
      const nfts = Array.from({ length: count }, () => {
        const ordinal = made++
        const id = `mint-${ordinal}`
        return {
          id,
          recipient: `${chain}:${recipientOf(ordinal)}`,
          metadata: { name: id, image: 'ipfs://bafkqaaa' },
          reuploadLinkedFiles: false,
          ...mint(ordinal),
        }
      })
      open.set(collection, [...(open.get(collection) ?? []), ...nfts])
      await askFor()
      return nfts
    },
    async addCollection(contractKind) {
      const input = {
        ...{ chain, ...(contractKind === undefined ? {} : { contractKind }) },
        metadata: { name: `Crash ${made}`, imageUrl: 'ipfs://bafkqaaa', description: 'x', symbol: 'C' },
      }
      const added = await core.ask(({ call }) => call('POST', '/api/2022-06-09/collections', input))
      if (added && added.status >= 300) throw new Error(`the API refused a collection: ${added.text}`)
      const id = (added?.json as { id?: string } | undefined)?.id
      if (id) await work.addMints(2, id)
    },
    async update() {
      const minted = core.query<{ id: string }>(
        `select m.id from mints m join collections c on c.pk = m.collection_pk where c.id = '${usual}' and ${nowText.state('m')} = 'succeeded' and m.id like 'mint-%' limit 1`,
      )[0]
      if (!minted) return
      const path = `/api/2022-06-09/collections/${usual}/nfts/${minted.id}`
      const metadata = { name: `Again ${made++}`, image: 'ipfs://bafkqaaa' }
      await core.ask(({ call }) => call('PATCH', path, { metadata, reuploadLinkedFiles: false }))
    },
    async onCopy(start, collection = usual) {
      await start(false)
      await work.end()
      await core.kill()
      rmSync(copy, { force: true })
      const opened = new SqliteDatabase(database)
      opened.exec(`vacuum into '${copy}'`)
      opened.close()
      await start(false)
      const lost = await work.addMints(3, collection)
      await work.end()
      await core.kill()
      for (const ending of ['', '-wal', '-shm']) rmSync(`${database}${ending}`, { force: true })
      if (existsSync(copy)) copyFileSync(copy, database)
      open.set(collection, [...(open.get(collection) ?? []), ...lost])
      await start(true)
      await askFor()
    },
    async resume() {
      for (const { id } of core.query<{ id: string }>("select id from runs where state = 'paused'"))
        await core.ask(({ call }) => call('POST', `/app/runs/${id}/resume`))
    },
    async end() {
      await askFor()
      await core.until(async () => {
        await work.takeOver()
        if (open.size > 0) await askFor()
        await work.resume()
        return !core.isBusy() && core.query("select 1 from runs where state <> 'finished' limit 1").length === 0
      }, patienceForAll)
    },
    missing: (known) =>
      [...accepted].flatMap(([collection, ids]) => [...ids].filter((id) => !known.has(`${collection} ${id}`))).length,
  }
  return work
}
