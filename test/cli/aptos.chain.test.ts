/** The main job on Aptos from the command line. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aptosAddress } from '../minting/aptos-address.ts'
import { cli, type Started, startCli } from './run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-cli-aptos-'))
const home = join(folder, 'data')
const sheet = join(folder, 'passes.csv')
const notice = 'Simulated: no Move VM.'
let serve: Started

beforeAll(async () => {
  const rows = Array.from({ length: 31 }, (_, n) => `${aptosAddress(n)},Pass ${n},ipfs://bafkqaaa`)
  writeFileSync(sheet, ['recipient,name,image', ...rows, ''].join('\n'))
  serve = startCli(home, 'serve', '--port', '0')
  await serve.until(/^Mintdesk is ready at /m)
})

afterAll(async () => {
  serve.child.kill('SIGTERM')
  await serve.ended
  rmSync(folder, { recursive: true, force: true })
})

it('the practice network says that it is simulated before it runs and while it does, and gives APT', async () => {
  expect((await cli(home, 'networks')).stdout).toMatch(/^aptos +4 +practice +idle +Simulated: no Move VM\.$/m)
  const given = await cli(home, 'networks', 'fund', 'aptos', aptosAddress(1_000), '0.12345678')
  expect([given.code, given.stdout.trim()]).toEqual([
    0,
    `${aptosAddress(1_000)} has 0.12345678 APT more on the practice network aptos.`,
  ])
  expect((await cli(home, 'networks', 'fund', 'aptos', aptosAddress(1_000), '0.123456789')).code).toBe(1)
  expect((await cli(home, 'networks')).stdout).toContain(`aptos: ${notice}`)
  const { networks } = JSON.parse((await cli(home, 'networks', '--json')).stdout)
  expect(networks).toContainEqual(expect.objectContaining({ name: 'aptos', chainId: 4, state: 'up', notice }))
})

it('a collection of its own name is made, without a symbol', async () => {
  const made = await cli(home, 'collections', 'create', 'Passes', '--chain', 'aptos', '--id', 'passes')
  expect([made.code, made.stderr.trim()]).toEqual([0, 'The collection passes is made; it is put on chain.'])
  expect(made.stdout).toMatch(/collection address +0x[\da-f]{64}$/m)
  const again = await cli(home, 'collections', 'create', 'Passes', '--chain', 'aptos')
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('tells one collection from another')])
})

it('a spreadsheet is priced in APT and octas, and minted', async () => {
  const refused = await cli(home, 'mint', sheet, '--collection', 'passes', '--max-fee', '0.5', '--yes')
  expect([refused.code, refused.stderr.trim()]).toEqual([
    1,
    '0.5 is no price of gas on aptos: it is a whole number of octas, 100 at least.',
  ])
  const first = await cli(home, 'mint', sheet, '--collection', 'default-aptos', '--dry-run')
  expect(first.stdout).toMatch(/^ +Creation +about 0\.\d+ APT of that, once, for the collection$/m)
  const results = join(folder, 'results.csv')
  const { code, stdout } = await cli(
    home,
    ...['mint', sheet, '--collection', 'passes', '--max-fee', '150', '--yes', '--results', results],
  )
  expect(code).toBe(0)
  expect(stdout).toMatch(/^ +NFTs +31 NFTs in 2 transactions$/m)
  expect(stdout).toMatch(/^ +Gas price +100 octas now, at most 150 octas$/m)
  expect(stdout).toMatch(/^ +Transactions +2, [\d,]+ units of gas$/m)
  expect(stdout).toMatch(/^ +Fee ceiling +150 octas$/m)
  expect(readFileSync(results, 'utf8').match(/,succeeded,/g)).toHaveLength(31)
})

it('the wallet of a recipient holds its NFT by its token address', async () => {
  const wallet = JSON.parse((await cli(home, 'wallet', `aptos:${aptosAddress(30)}`, '--json')).stdout)
  expect(wallet).toMatchObject({ chain: 'aptos', count: 1 })
  const [{ tokenAddress, locator, metadata }] = wallet.nfts
  expect(metadata.name).toBe('Pass 30')
  expect(locator).toBe(`aptos:${tokenAddress}`)
  expect(tokenAddress).toMatch(/^0x[\da-f]{64}$/)
  const { stdout } = await cli(home, 'wallet', `aptos:${aptosAddress(30)}`)
  // No column of contracts: such a token is known by its address alone.
  expect(stdout).toMatch(/^ *token +collection +name *$/m)
})
