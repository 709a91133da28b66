import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLinkTrials, type LinkTrials } from '../../src/core/imports/links/link-trials.ts'
import { address, brief, type Opened, openImports, sheet } from './fixture.ts'

/** Ours: longer than any pause of a busy machine. */
const patient = { timeout: 60_000 }

let opened: Opened
let trials: LinkTrials
/** What lies behind links: a sentence where it cannot be had; links in it are held until `go`. */
let world: { faults: Map<string, string>; asked: string[]; underWay: number; most: number; held: boolean; go(): void }
let now: number
const faults: unknown[] = []

beforeEach(async () => {
  opened = await openImports()
  now = 0
  let waiting: (() => void)[] = []
  world = {
    faults: new Map(),
    asked: [],
    underWay: 0,
    most: 0,
    held: false,
    go() {
      world.held = false
      for (const one of waiting) one()
      waiting = []
    },
  }
  trials = createLinkTrials({
    imports: opened.imports,
    clock: () => now,
    onFault: (error) => faults.push(error),
    async tryLink(link, _role, signal) {
      world.asked.push(link)
      world.most = Math.max(world.most, ++world.underWay)
      if (world.held)
        await new Promise<void>((go, stop) => {
          waiting.push(go)
          signal.addEventListener('abort', () => stop(new Error('stopped')))
        })
      else await Promise.resolve()
      world.underWay--
      return world.faults.get(link) ?? null
    },
  })
})
afterEach(async () => {
  await trials.close()
  await opened.close()
  expect(faults).toEqual([])
})

const row = (n: number, image: string) => `${address(n)},Badge ${n},${image}`
const done = (id: string) => vi.waitFor(async () => expect((await trials.look(id)).state).toBe('done'), patient)

test('each link is tried once, twenty at a time; what cannot be had is a warning that leaves its rows ready', async () => {
  const links = Array.from({ length: 60 }, (_, n) => `https://example.com/${n}.png`)
  world.faults.set('https://example.com/7.png', 'It is gone.')
  world.held = true
  const { id } = await opened.check(
    sheet(...[...links, ...links, '"data:image/png;base64,AA"'].map((link, n) => row(n, link))),
  )
  await trials.look(id)
  await vi.waitFor(() => expect(world.underWay).toBe(20), patient)
  expect(await trials.look(id)).toMatchObject({ state: 'running', total: 60, tried: 0 })
  world.go()
  await done(id)
  expect(await trials.look(id)).toEqual({ state: 'done', total: 60, tried: 60, failed: 1 })
  expect([world.asked.length, world.most]).toEqual([60, 20])
  const after = await opened.imports.get(id)
  expect(after).toMatchObject({ state: 'checked', counts: { ready: 121, warnings: 2, errors: 0 } })
  expect(after.codes).toEqual([{ code: 'metadata.link', column: 'image', level: 'warning', count: 2 }])
  const { rows } = await opened.imports.listRows(id, { code: 'metadata.link', column: 'image' })
  expect(rows.flatMap(({ findings }) => brief(findings))).toEqual([
    [9, 'image', 'metadata.link', 'warning'],
    [69, 'image', 'metadata.link', 'warning'],
  ])
  expect(rows.every(({ nft }) => nft !== null)).toBe(true)
})

test('a correction has the new link tried alone; another try asks for those again that could not be had', async () => {
  for (const at of [1, 2]) world.faults.set(`https://example.com/${at}.png`, `${at} is gone.`)
  const { id } = await opened.check(sheet(...[0, 1, 2].map((n) => row(n, `https://example.com/${n}.png`))))
  await trials.look(id)
  await done(id)
  expect((await opened.imports.get(id)).counts).toMatchObject({ ready: 3, warnings: 2 })

  await opened.imports.correctCell(id, 3, 'image', 'https://example.com/new.png')
  expect((await trials.look(id)).state).toBe('running')
  await done(id)
  expect(world.asked.slice(3)).toEqual(['https://example.com/new.png'])
  expect((await opened.imports.get(id)).counts).toMatchObject({ ready: 3, warnings: 1 })

  world.faults.clear()
  await trials.look(id, true)
  await done(id)
  expect(world.asked.slice(4)).toEqual(['https://example.com/2.png'])
  expect((await opened.imports.get(id)).counts).toMatchObject({ ready: 3, warnings: 0 })
})

test('it ends when the rows change, and when nobody asks any more', async () => {
  world.held = true
  const { id } = await opened.check(
    sheet(...Array.from({ length: 40 }, (_, n) => row(n, `https://example.com/${n}.png`))),
  )
  await trials.look(id)
  await vi.waitFor(() => expect(world.underWay).toBe(20), patient)
  await opened.imports.correctCell(id, 2, 'name', 'Another')
  world.held = false
  await trials.look(id)
  await done(id)
  expect((await trials.look(id)).tried).toBe(40)

  const second = await opened.check(
    sheet(...Array.from({ length: 40 }, (_, n) => row(n, `https://example.org/${n}.png`))),
  )
  world.held = true
  world.underWay = 0
  await trials.look(second.id)
  await vi.waitFor(() => expect(world.underWay).toBe(20), patient)
  const before = world.asked.length
  now += 11_000
  world.go()
  await vi.waitFor(() => expect(world.underWay).toBe(0), patient)
  expect(world.asked.length).toBe(before)
})

test('of a link that is corrected while it is tried no warning stays', async () => {
  world.faults.set('https://example.com/0.png', 'It is gone.')
  const { id } = await opened.check(sheet(row(0, 'https://example.com/0.png'), row(1, 'https://example.com/1.png')))
  // Nobody has tried any yet: the rows are read while one of them becomes another.
  const before = opened.imports.version(id)
  const correcting = opened.imports.correctCell(id, 2, 'image', 'https://example.com/1.png')
  await vi.waitFor(() => expect(opened.imports.version(id)).toBeGreaterThan(before), { interval: 1, timeout: 60_000 })
  await trials.look(id)
  await correcting
  await done(id)
  expect(await opened.imports.get(id)).toMatchObject({ state: 'checked', counts: { ready: 2, warnings: 0, errors: 0 } })
})
