import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Core, openCore } from '../../src/core/index.ts'
import { polygonAddress } from '../api/open-api.ts'
import { coreOptions, windowOf } from '../core/trial-core.ts'
import { cli } from './run-cli.ts'

let home: string
let core: Core
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'mintdesk-cli-collections-'))
  core = await openCore(coreOptions(home, { trial: { chains: { confirmations: 1 }, blocks: 100 } }))
})
afterAll(async () => {
  await core?.close()
  await rm(home, { recursive: true, force: true })
})

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
  // All is read before the first request.
  for (const [wrong, why] of [
    [['--royalty', 'much'], 'A royalty is a percentage'],
    [['--royalty-to', polygonAddress], '--royalty <percent>'],
  ] as const) {
    const refused = await cli(home, 'collections', 'set', 'shop', '--supply-limit', '30', ...wrong)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(why)])
  }
  expect((await cli(home, 'collections')).stdout).toMatch(/shop +polygon +0 +20 +Shop/)
  const later = ['--supply-limit', '30', '--royalty', '5', '--royalty-to', '0x12']
  const partly = await cli(home, 'collections', 'set', 'shop', ...later)
  expect([partly.code, partly.stderr]).toEqual([
    1,
    expect.stringContaining('Accepted before that, and put on chain: supply limit.'),
  ])
  const half = await cli(home, 'collections', 'set', 'shop', '--price', '1')
  expect([half.code, half.stderr]).toEqual([1, expect.stringContaining('--payee')])
  const mixed = await cli(home, 'collections', 'create', 'Tickets', '--semi-fungible', '--kind', 'standard')
  expect([mixed.code, mixed.stderr]).toEqual([1, expect.stringContaining('A semi-fungible collection has one kind')])
  const list = await cli(home, 'collections')
  expect(list.stdout).toMatch(/shop +polygon +0 +(20|30) +Shop/)
})

it('what is changed next does not undo what is on its way: a royalty goes to whom it was given last', async () => {
  const { call } = await windowOf(core)
  const recipients = [{ address: polygonAddress, basisPoints: 250 }]
  const path = '/api/v1-alpha1/minting/collections/gifts/royalties'
  expect((await cli(home, 'collections', 'create', 'Gifts', '--id', 'gifts')).code).toBe(0)
  expect((await call('PUT', path, { recipients })).status).toBe(204)
  const patch = { payments: { price: '0.5', recipientAddress: polygonAddress } }
  expect((await call('PATCH', '/api/2022-06-09/collections/gifts', patch)).status).toBe(200)
  // As the chain has it, and as it will be, whichever block has come meanwhile.
  const { json } = await call('GET', '/app/collections/gifts/settings')
  expect(json.wanted).toEqual({
    ...{ supplyLimit: null, baseUri: null, transferable: true },
    payments: { price: '0.5', recipientAddress: polygonAddress, currency: 'POL' },
    royalties: recipients[0],
  })
  const set = await cli(home, 'collections', 'set', 'gifts', '--royalty', '5', '--json')
  expect([set.code, set.stderr]).toEqual([0, expect.any(String)])
  expect(JSON.parse(set.stdout).collection.settings.royalties).toEqual({ address: polygonAddress, basisPoints: 500 })
})
