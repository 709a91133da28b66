import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCrashCore, removeCrashCore } from './build-crash-core.ts'
import { endStrays } from './end-strays.ts'
import { handOverTrial } from './hand-over/trial.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-killed-hand-over-'))
  await buildCrashCore()
})
afterAll(async () => {
  await removeCrashCore()
  await endStrays(dir)
  await rm(dir, { recursive: true, force: true })
})

it('moves each NFT exactly once although the core is killed while people are looked up and while their NFTs go', async () => {
  let turn = 7
  const random = () => {
    turn = (turn * 16_807) % 2_147_483_647
    return turn / 2_147_483_647
  }
  const lines: string[] = []
  const options = { nfts: 100, people: 20, kills: 4, core: { blocks: 60 }, random }
  const figures = await handOverTrial(dir, options, (line) => lines.push(line))
  expect(figures, lines.join('\n')).toMatchObject({ nfts: 100, doubles: 0, lost: 0 })
  expect(figures.kills, lines.join('\n')).toBeGreaterThan(0)
}, 600_000)
