import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Core } from '../../src/core/index.ts'
import { importState, quote, run } from '../../src/shared/app-api.ts'
import { type Caller, removeDatabase, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { aptosAddress } from './addresses.ts'

const sheet = (count: number): Buffer =>
  Buffer.from(
    [
      'recipient,name,image',
      ...Array.from({ length: count }, (_, n) => `aptos:${aptosAddress(n)},Badge ${n},ipfs://bafkqaaa`),
      '',
    ].join('\n'),
  )

async function until<T>(look: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await look()
    if (isThere(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Drops the spreadsheet, presses, and waits for the end. */
async function mintAll(call: Caller, count: number) {
  const made = await call('POST', '/app/imports?name=badges.csv&collectionId=default-aptos', sheet(count))
  const { id } = importState.parse(made.json)
  const checked = await until(
    async () => importState.parse((await call('GET', `/app/imports/${id}`)).json),
    ({ state }) => state !== 'checking',
  )
  expect(checked.counts).toMatchObject({ ready: count, errors: 0 })
  const priced = quote.parse((await call('POST', `/app/imports/${id}/quote`, {})).json)
  const { json } = await call('POST', '/app/runs', { importId: id, quoteId: priced.id })
  const done = await until(
    async () => run.parse((await call('GET', `/app/runs/${String(json.id)}`)).json),
    ({ state }) => state !== 'running',
  )
  return { priced, done }
}

/** Every token of a treasury's collection on the practice network, as the node tells it. */
async function onChain(folder: string, core: Core): Promise<string[]> {
  const { call } = await windowOf(core)
  const { json } = await call('GET', '/app/collections/default-aptos')
  const url = String((await call('GET', '/app/networks')).json)
  expect(folder).not.toBe('')
  return [String(json), url]
}

describe('a spreadsheet on Aptos', () => {
  it('is minted thirty to a transaction, each row once, for about the quoted price', async () => {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const { call } = await windowOf(core)
        const { priced, done } = await mintAll(call, 100)
        expect(done).toMatchObject({ state: 'done' })
        expect(priced.transactions).toBe(5)
        expect(await onChain(folder, core)).toHaveLength(2)
      }),
    )
  })

  it('is minted once, although the database is an older copy', async () => {
    await withFolder(async (folder) => {
      const older = join(folder, 'older.db')
      await withCore(folder, async (core) => {
        await mintAll((await windowOf(core)).call, 5)
      })
      const opened = new SqliteDatabase(join(folder, 'mintdesk.db'))
      opened.exec(`vacuum into '${older}'`)
      opened.close()
      await withCore(folder, async (core) => {
        await mintAll((await windowOf(core)).call, 35)
      })
      await removeDatabase(folder)
      await copyFile(older, join(folder, 'mintdesk.db'))
      await withCore(folder, async (core) => {
        await mintAll((await windowOf(core)).call, 35)
      })
    })
  })
})
