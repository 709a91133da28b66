/** What another user of this computer can see and reach. Needs root, to become one. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keccak256, parseGwei, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readApiFile } from '../../src/core/host/api-file.ts'
import { importState, network } from '../../src/shared/app-api.ts'
import { cli, type Started, startCli } from '../cli/run-cli.ts'
import { endStrays } from '../faults/end-strays.ts'
import { type Caller, callerOf } from './trial-core.ts'

/** Why these tests cannot run here, said in their name. */
const without =
  process.platform !== 'linux'
    ? 'only Linux has /proc'
    : process.getuid?.() !== 0
      ? 'only root can become another user'
      : null

const secretRow = 'kassiopeia.unmistakable@example.com'

/** Runs a program as another user. */
function asStranger(script: string, ...args: string[]): string {
  const who = ['--reuid', '65534', '--regid', '65534', '--clear-groups']
  const run = [...who, process.execPath, '--input-type=module', '-e', script, ...args]
  return execFileSync('setpriv', run, { encoding: 'utf8', cwd: '/', timeout: 60_000 })
}

describe.skipIf(without !== null)(
  `another user of this computer${without === null ? '' : ` (skipped: ${without})`}`,
  () => {
    let folder: string
    let data: string
    let core: Started
    let owner: Caller
    let url: string

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'mintdesk-other-'))
      // So that it is not this folder that keeps the other out.
      await chmod(folder, 0o755)
      data = join(folder, 'data')
      core = startCli(data, 'serve', '--port', '0')
      await core.until(/\?ticket=/)
      const left = readApiFile(data)
      if (!left) throw new Error('no api.json')
      url = left.url
      owner = callerOf(url, { authorization: `Bearer ${left.token}` })
      const rows = Buffer.from(`recipient,name,image\n${secretRow},Badge,https://example.com/1.png\n`)
      const { id } = importState.parse(
        (await owner('POST', '/app/imports?name=a.csv&collectionId=default-polygon', rows)).json,
      )
      const isChecked = async (): Promise<boolean> =>
        (await owner('GET', `/app/imports/${id}`)).json.state === 'checked'
      await vi.waitUntil(isChecked, { timeout: 60_000 })
    })
    afterAll(async () => {
      core?.child.kill('SIGTERM')
      await core?.ended
      await endStrays(data)
      await rm(folder, { recursive: true, force: true })
    })

    test('reads and lists nothing of the data folder, and writes nothing there', async () => {
      const { file } = (await owner('POST', '/app/pages')).json as { file: string }
      const all = readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => join(data, name))
      expect(all).toEqual(expect.arrayContaining([file, join(data, 'api.json'), join(data, 'mintdesk.db')]))
      const got = asStranger(
        `import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
       const got = []
       for (const path of process.argv.slice(1)) for (const look of [readdirSync, readFileSync, (one) => writeFileSync(one + '.new', '')]) {
         try { look(path); got.push(path) } catch (error) { if (!/EACCES|ENOTDIR|EISDIR/.test(error.code)) got.push(path + ' ' + error.code) }
       }
       console.log(JSON.stringify(got))`,
        data,
        ...all,
      )
      expect(JSON.parse(got)).toEqual([])
    })

    test('sees no ticket, token or key in the arguments of any program while a window is opened', async () => {
      // A browser that takes its time.
      const bin = join(folder, 'bin')
      await mkdir(bin)
      await writeFile(join(bin, 'xdg-open'), '#!/bin/sh\nwhile [ -e "$1" ]; do sleep 0.1; done\n', { mode: 0o755 })
      const before = process.env.PATH
      process.env.PATH = `${bin}:${before}`
      const opening = cli(data, 'open')
      process.env.PATH = before
      const look = (): string =>
        asStranger(`import { readdirSync, readFileSync } from 'node:fs'
        for (const pid of readdirSync('/proc')) {
          try { if (/^\\d+$/.test(pid)) console.log(readFileSync('/proc/' + pid + '/cmdline', 'utf8').replaceAll('\\0', ' ')) } catch {}
        }`)
      await expect.poll(look, { timeout: 60_000 }).toMatch(/xdg-open .*\/data\/open-\w+\.html/)
      const page = readdirSync(data).find((name) => name.startsWith('open-')) ?? ''
      const ticket = /ticket=([\w-]+)/.exec(readFileSync(join(data, page), 'utf8'))?.[1] ?? ''
      const left = readApiFile(data)
      const seen = look()
      for (const secret of [ticket, left?.token, left?.key]) {
        expect(secret).toMatch(/^[\w.-]{43,}$/)
        expect(seen).not.toContain(secret)
      }
      expect((await callerOf(url)('POST', '/app/session', { ticket })).status).toBe(200)
      await expect.poll(() => existsSync(join(data, page))).toBe(false)
      const { code, stdout } = await opening
      expect([code, stdout]).toEqual([0, expect.not.stringContaining('ticket')])
    })

    test('gets nothing from the port without a token: no row, no ticket, no session, no mint', () => {
      const answers = JSON.parse(
        asStranger(
          `const url = process.argv[1]
         const said = []
         for (const [method, path] of [['GET', '/app/state'], ['GET', '/app/imports'], ['GET', '/app/events'], ['GET', '/app/wallets'],
           ['POST', '/app/tickets'], ['POST', '/app/pages'], ['DELETE', '/app/sessions'], ['POST', '/app/session/renew'], ['POST', '/app/runs'],
           ['GET', '/app/vault'], ['GET', '/api/2022-06-09/collections'], ['POST', '/api/2022-06-09/collections/default-polygon/nfts'],
           ['GET', '/app/media/x?import=x&path=x'], ['GET', '/health'], ['GET', '/']]) {
           const answer = await fetch(url + path, { method })
           said.push([method + ' ' + path, answer.status, await answer.text()])
         }
         const hello = await fetch(url + '/app/hello', { method: 'POST', headers: { 'content-type': 'application/json' },
           body: JSON.stringify({ session: 'x', nonce: 'n'.repeat(32), port: Number(new URL(url).port) }) })
         said.push(['hello', hello.status, await hello.text()])
         console.log(JSON.stringify(said))`,
          url,
        ),
      ) as [string, number, string][]
      const open = answers.filter(([, status]) => status < 400).map(([what]) => what)
      expect(open).toEqual(['GET /health', 'GET /'])
      expect(JSON.stringify(answers)).not.toContain('kassiopeia')
    })

    test('may read a practice network and send what they signed themselves, with play money, and nothing else of it', async () => {
      const account = privateKeyToAccount(generatePrivateKey())
      const funded = await owner('POST', '/app/practice/polygon/fund', { address: account.address, amount: '1' })
      expect([funded.status, funded.text]).toEqual([200, expect.any(String)])
      const [polygon] = network
        .array()
        .parse((await owner('GET', '/app/networks')).json)
        .filter(({ chain }) => chain === 'polygon')
      const raw = await account.signTransaction({
        ...{ type: 'eip1559', chainId: 137, nonce: 0, gas: 21_000n, to: account.address, value: 1n },
        ...{ maxFeePerGas: parseGwei('1000'), maxPriorityFeePerGas: 1n },
      })
      const open = ['eth_chainId', 'eth_getBalance', 'eth_sendRawTransaction']
      const closed = [
        ...[
          'anvil_setBalance',
          'anvil_impersonateAccount',
          'anvil_setCode',
          'anvil_dumpState',
          'anvil_reset',
          'anvil_mine',
        ],
        ...['evm_mine', 'evm_snapshot', 'hardhat_setBalance', 'eth_sendTransaction', 'eth_accounts', 'personal_sign'],
      ]
      const answers = JSON.parse(
        asStranger(
          `const [url, address, raw, ...methods] = process.argv.slice(1)
         const params = { eth_getBalance: [address, 'latest'], eth_sendRawTransaction: [raw], eth_chainId: [] }
         const said = []
         for (const method of methods) {
           const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params[method] ?? [address, '0x1'] })
           const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
           const { result, error } = await answer.json()
           said.push([method, result ?? error.code])
         }
         console.log(JSON.stringify(said))`,
          polygon?.rpcUrl ?? '',
          account.address,
          raw,
          ...open,
          ...closed,
        ),
      )
      expect(answers).toEqual([
        ['eth_chainId', '0x89'],
        ['eth_getBalance', toHex(10n ** 18n)],
        ['eth_sendRawTransaction', keccak256(raw)],
        ...closed.map((method) => [method, -32601]),
      ])
    })
  },
)
