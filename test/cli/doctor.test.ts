/** `mintdesk doctor`: what is missing, broken or slow, each with its cure; with a core that runs and without one. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { aheadOf, judgeClock } from '../../src/cli/doctor/clock.ts'
import { checkFolder, checkRoom, judgeSpeed } from '../../src/cli/doctor/folder.ts'
import { backupsLine, rpcLine } from '../../src/cli/doctor/of-the-core.ts'
import { checkPort, judgePort } from '../../src/cli/doctor/port.ts'
import { checkNode } from '../../src/cli/doctor/programs.ts'
import { typer } from '../../src/cli/typed.ts'
import { networkFileSystem, networkFolderWarning } from '../../src/core/host/network-file-system.ts'
import { appState } from '../../src/shared/app-api.ts'
import { badge, polygonAddress } from '../api/open-api.ts'
import { type Caller, callerOf, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { cli } from './run-cli.ts'

const parent = mkdtempSync(join(tmpdir(), 'mintdesk-doctor-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const told = z.object({
  ok: z.boolean(),
  checks: z.array(
    z.object({ name: z.string(), state: z.string(), says: z.string().min(1), cure: z.string().optional() }),
  ),
})

/** What the doctor says of a folder, by the names of its checks. */
async function doctor(home: string) {
  const { code, stdout } = await cli(home, 'doctor', '--json')
  const { ok, checks } = told.parse(JSON.parse(stdout))
  return { code, ok, of: new Map(checks.map((check) => [check.name, check])) }
}

async function stateOf(call: Caller) {
  return appState.parse((await call('GET', '/app/state')).json)
}

describe('the command', () => {
  it('looks at a computer without data, and leaves nothing behind', async () => {
    const home = join(parent, 'none')
    const { code, ok, of } = await doctor(home)
    expect([code, ok]).toEqual([0, true])
    expect([...of.keys()]).toEqual(
      expect.arrayContaining([
        'node',
        'anvil',
        'litesvm',
        'data folder',
        'free space',
        'database',
        'disk speed',
        'port',
      ]),
    )
    expect(of.get('anvil')).toMatchObject({ state: 'ok', says: expect.stringContaining('starts') })
    expect(of.get('data folder')).toMatchObject({ state: 'note', says: expect.stringContaining('not there yet') })
    expect(existsSync(home)).toBe(false)
  })

  it('asks the core that runs, or opens one where there is data, and says the same', async () => {
    await withFolder(async (home) => {
      const running = await withCore(home, () => doctor(home))
      expect(running.of.get('port')).toMatchObject({
        state: 'ok',
        says: expect.stringContaining('Mintdesk runs, at http'),
      })
      const alone = await doctor(home)
      for (const { code, of } of [running, alone]) {
        expect(code).toBe(0)
        expect(of.get('database')).toMatchObject({ state: 'ok' })
        expect(of.get('networks')).toMatchObject({ state: 'ok', says: expect.stringContaining('practice') })
        expect(of.get('clock')).toMatchObject({ state: 'note', says: expect.stringContaining('nobody else is asked') })
        for (const name of ['keychain', 'storage', 'backups']) expect(of.get(name)?.state).toBe('note')
      }
      expect(readdirSync(home).filter((name) => name.startsWith('doctor-'))).toEqual([])
    })
  })

  it('says that a practice network in use is down, and before that is certain, that it is starting', async () => {
    await withFolder(async (home) => {
      const anvilPath = join(home, 'silent-anvil')
      writeFileSync(anvilPath, '#!/bin/sh\nwhile [ ! -e "$0.end" ]; do sleep 0.1; done\n', { mode: 0o700 })
      await withCore(
        home,
        async (core) => {
          const { call } = await windowOf(core)
          const { key } = (await call('POST', '/app/keys', { name: 'test' })).json
          const mint = { recipient: `polygon:${polygonAddress}`, metadata: badge }
          const send = callerOf(core.url, { 'x-api-key': String(key) })
          expect((await send('POST', '/api/2022-06-09/collections/default/nfts', mint)).status).toBe(200)
          const unknown = { amount: null, currency: 'POL', decimals: 18 }
          const treasuries = [{ chain: 'polygon', address: expect.stringMatching(/^0x/), balance: unknown }]
          await expect.poll(async () => (await stateOf(call)).networks.map(({ state }) => state)).toContain('starting')
          expect((await stateOf(call)).treasuries).toEqual(treasuries)
          const begun = await doctor(home)
          expect([begun.code, begun.of.get('networks')]).toEqual([
            0,
            {
              ...{ name: 'networks', state: 'note', says: 'Not known yet: Polygon is still starting.' },
              cure: expect.stringContaining('again'),
            },
          ])
          writeFileSync(`${anvilPath}.end`, '')
          await expect.poll(async () => (await stateOf(call)).networks.map(({ state }) => state)).toContain('down')
          expect((await stateOf(call)).treasuries).toEqual(treasuries)
          const ended = await doctor(home)
          expect([ended.code, ended.of.get('networks')]).toEqual([
            1,
            { name: 'networks', state: 'broken', says: expect.stringMatching(/^Polygon is down: .*exit code 0/) },
          ])
        },
        { trial: { anvilPath } },
      )
    })
  })

  it('says in text what is broken, and ends with 1', async () => {
    const home = mkdtempSync(join(parent, 'newer-'))
    const database = new SqliteDatabase(join(home, 'mintdesk.db'))
    database.pragma('user_version = 999')
    database.close()
    const { code, stdout } = await cli(home, 'doctor')
    expect(code).toBe(1)
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/\[X\] database: The database .* was written by a newer Mintdesk/)
    expect(stdout).toContain('1 of')
  })

  it('says of a folder that is a file, or that others may write in, what to do', async () => {
    const file = join(parent, 'file')
    writeFileSync(file, '')
    expect((await doctor(file)).of.get('data folder')).toMatchObject({
      state: 'broken',
      cure: expect.stringContaining('--data'),
    })
    const open = mkdtempSync(join(parent, 'open-'))
    chmodSync(open, 0o777)
    const { code, of } = await doctor(open)
    expect(code).toBe(1)
    expect(of.get('data folder')).toMatchObject({ state: 'broken', says: expect.stringContaining('Other users') })
  })

  it('names the folder above that others may write in, not the data folder', async () => {
    const shared = mkdtempSync(join(parent, 'shared-'))
    const home = join(shared, 'data')
    mkdirSync(home, { mode: 0o700 })
    const look = async () => (await Promise.all(checkFolder(home))).find(({ name }) => name === 'data folder')
    expect(await look()).toMatchObject({ state: 'ok' })
    chmodSync(shared, 0o777)
    expect(await look()).toMatchObject({
      state: 'broken',
      says: expect.stringContaining(`they may write in ${shared}.`),
      cure: expect.stringContaining(`chmod go-w ${shared})`),
    })
  })
})

describe('the clock', () => {
  const hour = 3_600_000
  const server = createServer((request, response) => {
    // Nothing but a question for the head goes out, without a word of ours.
    response.writeHead(request.method === 'HEAD' ? 405 : 500, { date: new Date(Date.now() - hour).toUTCString() }).end()
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => void server.close())

  it('an hour off is found by the time that a server tells', async () => {
    const ahead = await aheadOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    expect(judgeClock([ahead ?? 0], 1)).toMatchObject({
      state: 'broken',
      says: expect.stringMatching(/60 minutes ahead/),
      cure: expect.stringContaining('set the time by the network'),
    })
    expect(judgeClock([-3_600], 1)).toMatchObject({ says: expect.stringContaining('60 minutes behind') })
  })

  it('is right within half a minute, doubtful within five, and one server alone does not decide', () => {
    expect(judgeClock([1, 2, 4_000], 3).state).toBe('ok')
    expect(judgeClock([40], 1)).toMatchObject({ state: 'slow', says: expect.stringContaining('40 seconds') })
    expect(judgeClock([], 2).state).toBe('note')
  })

  it('nobody answering is no finding', async () => {
    expect(await aheadOf('http://127.0.0.1:9')).toBeUndefined()
  })
})

describe('a network file system', () => {
  const linux = (type: number) => ({ platform: 'linux', typeOf: () => type })
  it.each([
    [0x6969, 'NFS'],
    [0xff534d42 | 0, 'CIFS'],
    [0xfe534d42, 'SMB'],
    [0x01021997, '9P'],
    [0xef53, undefined],
    [0x794c7630, undefined],
  ])('of number %i is %s', (type, name) => expect(networkFileSystem('/data', linux(type))).toBe(name))

  it('is warned of, with the cure; on Windows by the form of the path', () => {
    expect(networkFolderWarning('/data', linux(0x6969))).toMatch(
      /NFS.*locks may not hold.*Move it to a disk of this computer/,
    )
    const windows = { platform: 'win32', typeOf: () => 0 }
    expect(networkFolderWarning('\\\\server\\share\\mintdesk', windows)).toContain('a network share')
    expect(networkFolderWarning('C:\\Users\\ada\\Mintdesk', windows)).toBeUndefined()
    expect(networkFolderWarning('\\\\?\\C:\\Mintdesk', windows)).toBeUndefined()
  })
})

it('a port in use is broken where it was named, and a remark where Mintdesk takes another', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  expect(await checkPort(undefined, String(port))).toMatchObject({
    state: 'broken',
    says: expect.stringContaining('in use'),
    cure: expect.stringContaining('Close that program'),
  })
  expect(await checkPort('http://127.0.0.1:3000', String(port))).toMatchObject({ state: 'ok' })
  expect(await checkPort(undefined, '0')).toMatchObject({ state: 'ok' })
  expect(await checkPort(undefined, 'many')).toMatchObject({ state: 'broken' })
  await new Promise((resolve) => taken.close(resolve))
  expect(await checkPort(undefined, String(port))).toMatchObject({ state: 'ok' })
})

it('a port that the system keeps to itself is cured by another one: no program is to be closed', () => {
  expect(judgePort(80, 'EACCES', '80')).toMatchObject({
    state: 'broken',
    cure: 'Choose another port above 1023 (--port, MINTDESK_PORT).',
  })
})

it('the cures are typed with the project and the data folder', () => {
  const none = { missing: null, schedule: null, last: null, notice: null }
  const typed = typer('/a', {}, 'Shop')
  expect(backupsLine({ ...none, bucket: null, running: null }, typed)).toMatchObject({
    cure: 'mintdesk backups on <place> --project Shop --data /a makes them by itself.',
  })
})

it('room, speed, Node and RPCs are judged by what a run needs', () => {
  expect(checkRoom(50 * 1024 ** 2)).toMatchObject({ state: 'broken', cure: expect.stringContaining('Free some space') })
  expect(checkRoom(1024 ** 3).state).toBe('slow')
  expect(checkRoom(50 * 1024 ** 3).state).toBe('ok')
  expect(judgeSpeed(2).state).toBe('ok')
  expect(judgeSpeed(80)).toMatchObject({ state: 'slow', says: expect.stringContaining('80.0 ms') })
  expect(checkNode('20.11.0')).toMatchObject({ state: 'broken', cure: expect.stringContaining('22.19') })
  const report = (ok: boolean, latencyMs: number) => ({
    ...{ url: 'https://rpc.example', ok, verdict: ok ? 'It answers.' : 'It does not answer.', latencyMs },
    ...{ chainId: 1, block: 1, finalized: true, batch: true, feeHistory: true },
  })
  const set = 'mintdesk networks set base --rpc <url>'
  expect(rpcLine('Base', [report(true, 80)], set).state).toBe('ok')
  expect(rpcLine('Base', [report(true, 80), report(false, 80)], set).state).toBe('slow')
  expect(rpcLine('Base', [report(true, 4_000)], set).state).toBe('slow')
  expect(rpcLine('Base', [report(false, 80)], set)).toMatchObject({ state: 'broken', cure: `Set others: ${set}` })
})
