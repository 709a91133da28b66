/** A failed NFT is corrected: what was wrong, the price, a yes; and the process is killed before it is minted. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterAll, expect, it } from 'vitest'
import { readApiFile } from '../../src/core/host/api-file.ts'
import { callerOf, windowOf, withCore } from '../core/trial-core.ts'
import { addressOf, cli, pixel, startCli } from './run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-correct-'))
const home = join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A contract that takes no copies: Arachnid's proxy, which anvil has from its first block on. */
const refuser = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const rescuer = addressOf('rescuer')

it('gives a failed NFT another recipient, though the process is killed before it is minted', async () => {
  const created = await cli(home, 'collections', 'create', 'Tickets', '--semi-fungible', '--json')
  expect(created.code, created.stderr).toBe(0)
  const collection: string = JSON.parse(created.stdout).collection.id
  const file = join(folder, 'tickets.csv')
  // Each has the other's row as its id.
  const lines = [`${refuser},Ticket,"${pixel}",3`, `${addressOf('other')},Ticket,"${pixel}",2`]
  writeFileSync(file, ['recipient,name,image,id', ...lines, ''].join('\n'))
  const minted = await cli(home, 'mint', file, '--collection', collection, '--yes', '--json')
  expect(minted.code, minted.stderr).toBe(3)
  const { run, failed } = JSON.parse(minted.stdout)
  expect(failed).toBe(1)

  const wrong = await cli(home, 'runs', 'correct', run, '2', '--recipient', 'nobody', '--yes', '--json')
  expect([wrong.code, JSON.parse(wrong.stdout).code]).toEqual([2, 'correction.findings'])
  const good = await cli(home, 'runs', 'correct', run, '3', '--recipient', rescuer, '--yes', '--json')
  expect(JSON.parse(good.stdout)).toMatchObject({ code: 'run.row', message: expect.stringContaining('id:3') })
  const byId = await cli(home, 'runs', 'correct', run, 'id:2', '--recipient', rescuer, '--yes', '--json')
  expect(JSON.parse(byId.stdout)).toMatchObject({ code: 'run.state', message: expect.stringContaining('row 3') })
  const unasked = await cli(home, 'runs', 'correct', run, '2', '--recipient', rescuer)
  expect(unasked.code).toBe(1)
  expect(unasked.stdout).toMatch(
    /Row 2 failed: .*\nrecipient: .* → polygon:.*\nPrice: about .* at most .* of play money/,
  )
  expect(unasked.stderr).toContain('add --yes')

  const serve = startCli(home, 'serve', '--port', '0')
  await serve.until(/^Mintdesk is ready at/m)
  const api = readApiFile(home)
  const call = callerOf(api?.url ?? '', { authorization: `Bearer ${api?.token}` })
  const corrected = await call('POST', `/app/runs/${run}/corrections`, { row: 2, recipient: rescuer })
  serve.child.kill('SIGKILL')
  await serve.ended
  expect(corrected).toMatchObject({ status: 200, json: { state: 'running' } })

  const resumed = await cli(home, 'runs', 'resume', run, '--json')
  expect(resumed.code, resumed.stderr).toBe(0)
  expect(JSON.parse(resumed.stdout)).toMatchObject({ succeeded: 2, failed: 0, state: 'finished' })
  const wallet = JSON.parse((await cli(home, 'wallet', `polygon:${rescuer}`, '--json')).stdout)
  expect(wallet).toMatchObject({ count: 1 })

  const results = join(folder, 'results.csv')
  await cli(home, 'runs', 'results', run, results)
  const [first] = Papa.parse<Record<string, string>>(readFileSync(results, 'utf8').slice(1), { header: true }).data
  expect(first).toMatchObject({ status: 'succeeded', owner_address: rescuer, error: '' })
  expect(first).toMatchObject({ recipient: `polygon:${rescuer}`, recipient_in_file: expect.stringContaining(refuser) })
  expect(first?.first_error).toContain(refuser)

  await withCore(home, async (core) => {
    const { call } = await windowOf(core)
    const { json } = await call('GET', `/app/runs/${run}/rows`)
    const [row] = json.rows as { nftId: string; failures: { recipient: string }[] }[]
    expect(row?.failures).toMatchObject([{ recipient: `polygon:${refuser}` }])
    const nft = await call('GET', `/api/2022-06-09/collections/${collection}/nfts/${row?.nftId}`)
    expect(nft.json).toMatchObject({ onChain: { status: 'success' } })
    const now = await call('GET', `/api/2022-06-09/actions/${nft.json.actionId}`)
    expect(now.json).toMatchObject({ status: 'succeeded', data: { recipient: { walletAddress: rescuer } } })
    const before = await call('GET', `/api/2022-06-09/actions/${row?.nftId}`)
    expect(before.json, 'the failed action stays failed').toMatchObject({
      actionId: row?.nftId,
      status: 'failed',
      data: { recipient: { walletAddress: refuser } },
    })
  })
})
