import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { polygonAddress } from '../api/open-api.ts'
import { cli } from './run-cli.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'mintdesk-cli-collections-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

it('a collection is made, changed on chain and shown, as it stands there', async () => {
  const sale = ['--price', '0.01', '--payee', polygonAddress]
  const made = await cli(home, 'collections', 'create', 'Shop', '--id', 'shop', '--supply-limit', '9', ...sale)
  expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/0\.01 POL each to .*\s9\s+left; nobody can buy/)])

  const changes = ['--supply-limit', '20', '--royalty', '2.5', '--royalty-to', polygonAddress, '--transferable', 'off']
  const set = await cli(home, 'collections', 'set', 'shop', ...changes, '--json')
  expect(set.code).toBe(0)
  expect(JSON.parse(set.stdout).collection).toMatchObject({
    id: 'shop',
    deployed: true,
    settings: {
      supplyLimit: 20,
      payments: { price: '0.01', saleSupply: 9 },
      royalties: { address: polygonAddress, basisPoints: 250 },
      transferable: false,
    },
  })

  const low = await cli(home, 'collections', 'set', 'shop', '--supply-limit', '8')
  expect([low.code, low.stderr]).toEqual([1, expect.stringContaining('cannot be 8')])
  const half = await cli(home, 'collections', 'set', 'shop', '--price', '1')
  expect([half.code, half.stderr]).toEqual([1, expect.stringContaining('--payee')])
  const mixed = await cli(home, 'collections', 'create', 'Tickets', '--semi-fungible', '--kind', 'standard')
  expect([mixed.code, mixed.stderr]).toEqual([1, expect.stringContaining('A semi-fungible collection has one kind')])
  const list = await cli(home, 'collections')
  expect(list.stdout).toMatch(/shop +polygon +0 +20 +Shop/)
})
