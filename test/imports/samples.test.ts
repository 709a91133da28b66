import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { all, type Opened, openImports, root } from './fixture.ts'

const folder = join(root, 'resources/samples')
/** What the samples without mistakes hold, and what they are checked against. */
const samples = {
  'event-badges.csv': { collectionId: 'default-polygon', nfts: 500 },
  'mixed-recipients.csv': { collectionId: 'default-polygon', nfts: 60 },
  'guest-pictures.xlsx': { collectionId: 'default-polygon', nfts: 24 },
  'solana-badges.csv': { collectionId: 'default-solana', nfts: 60 },
  'aptos-badges.csv': { collectionId: 'default-aptos', nfts: 60 },
  'template.csv': { collectionId: 'default-polygon', nfts: 1 },
}

let opened: Opened

beforeAll(async () => {
  opened = await openImports()
})
afterAll(() => opened.close())

it('one sample alone is there to show mistakes', () => {
  expect(readdirSync(folder).sort()).toEqual([...Object.keys(samples), 'with-mistakes.csv'].sort())
})

it.each(Object.entries(samples))('nothing is found in the sample %s', async (name, { collectionId, nfts }) => {
  const { id, state, counts } = await opened.check(readFileSync(join(folder, name)), { collectionId, name })
  expect(await all(opened.imports.findings(id))).toEqual([])
  expect({ state, nfts: counts.nfts, ready: counts.ready }).toEqual({ state: 'checked', nfts, ready: nfts })
})

it('of the sample for Solana most are compressed', async () => {
  const content = readFileSync(join(folder, 'solana-badges.csv'))
  const { id } = await opened.check(content, { collectionId: 'default-solana', name: 'again.csv' })
  const said = (await all(opened.imports.readyMints(id))).map(({ compressed }) => compressed)
  expect(said.filter((one) => one === undefined)).toHaveLength(54)
  expect(said.filter((one) => one === false)).toHaveLength(6)
})
