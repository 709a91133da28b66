import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type CardanoServices, hold, openCardanoServices, servedKey } from '../holdings/cardano-services.ts'
import { cli } from './run-cli.ts'

const address = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'
const policy = 'd5e6bf0500378d4f0da4e8dde6becec7621cd8cbf5cbb9b87013d4cc'

let services: CardanoServices
let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'mintdesk-cli-'))
  services = await openCardanoServices()
  vi.stubEnv('MINTDESK_KOIOS_URL', services.koios)
  const names = Array.from({ length: 120 }, (_, n) => `Clay${String(n).padStart(4, '0')}`)
  hold(
    services,
    address,
    names.map((name) => {
      const fields = { name: `The ${name}`, collection: 'Clay Nation' }
      return {
        unit: `${policy}${Buffer.from(name).toString('hex')}`,
        minted: { 721: { [policy]: { [name]: fields } } },
        fields,
      }
    }),
  )
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await services.close()
  await rm(home, { recursive: true, force: true })
})

it('mintdesk wallet lists a wallet on Cardano, the first of it as a table and all of it as JSON', async () => {
  const { code, stdout } = await cli(home, 'wallet', address)
  expect(code).toBe(0)
  expect(stdout).toContain('Cardano address')
  expect(stdout).toContain(`${address} holds 120 NFTs.`)
  expect(stdout).toContain('The Clay0049')
  expect(stdout).not.toContain('The Clay0050')
  expect(stdout).toContain('What the provider knows is listed.')
  const all = await cli(home, 'wallet', `cardano:${address}`, '--json')
  const said = z.object({ count: z.number(), coverage: z.string(), nfts: z.array(z.object({ assetId: z.string() })) })
  const { count, coverage, nfts } = said.parse(JSON.parse(all.stdout))
  expect([all.code, count, coverage, new Set(nfts.map(({ assetId }) => assetId)).size]).toEqual([
    0,
    120,
    'provider',
    120,
  ])
})

it('mintdesk providers sets Blockfrost with the address of a server, and shows no key', async () => {
  const usual = await cli(home, 'providers')
  expect(usual.stdout).toMatch(/koios +none +cardano/)
  const set = await cli(
    home,
    'providers',
    'set',
    'blockfrost',
    '--network',
    'cardano',
    '--key',
    servedKey,
    '--url',
    services.blockfrost,
  )
  expect([set.code, set.stdout.includes(servedKey)]).toEqual([0, false])
  expect(set.stdout).toContain(`Blockfrost at ${services.blockfrost}`)
  const tested = await cli(home, 'providers', 'test', '--network', 'cardano')
  expect(tested.stdout).toContain('Blockfrost works: it listed what a wallet holds on cardano')
  expect((await cli(home, 'providers', 'off', '--network', 'cardano')).code).toBe(0)
})

it('a provider that has no servers of one’s own takes no address', async () => {
  const wrong = await cli(home, 'providers', 'set', 'alchemy', '--key', 'x'.repeat(20), '--url', 'https://a.example')
  expect([wrong.code === 0, wrong.stderr]).toEqual([
    false,
    expect.stringContaining('Alchemy has no address that can be set'),
  ])
})

it('a collection there is refused with a sentence', async () => {
  const made = await cli(home, 'collections', 'create', 'Clay', '--chain', 'cardano')
  expect([made.code === 0, made.stderr]).toEqual([
    false,
    expect.stringContaining('On Cardano wallets can be looked at'),
  ])
})
