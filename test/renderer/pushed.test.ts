/** The window: an answer that was made before an event and comes after it. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { type Api, createApi } from '../../src/renderer/src/api/api.ts'
import { createEventTaker } from '../../src/renderer/src/api/apply-event.ts'
import { keys } from '../../src/renderer/src/api/keys.ts'
import { createPushedObjects } from '../../src/renderer/src/api/pushed.ts'
import type { AppEvent, Import, Run, WalletScan } from '../../src/shared/app-api.ts'
import { createHttpClient } from '../../src/shared/http-client.ts'
import { checkedImport } from '../minting/runs/checked-import.ts'
import { run } from './a-run.ts'

const finished: Run = { ...run, state: 'finished', counts: { ...run.counts, queued: 0, succeeded: 2 } }
const scan: WalletScan = {
  chain: 'base',
  address: `0x${'a7'.repeat(20)}`,
  state: 'running',
  through: 0,
  head: null,
  found: 0,
  message: null,
}
const found: WalletScan = { ...scan, state: 'done', through: 1_600, head: 1_600, found: 1 }
const checking: Import = { ...checkedImport, id: 'i', state: 'checking', bytesRead: 0, bytesTotal: 9 }
const checked: Import = { ...checking, state: 'checked' }

/** A core whose answers come when the test lets them. */
let server: Server
let waiting: Promise<ServerResponse>
let queries: QueryClient
let api: Api
let take: (event: AppEvent) => void

beforeEach(async () => {
  server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  waiting = new Promise((resolve) => server.on('request', (_, response) => resolve(response)))
  const { port } = server.address() as AddressInfo
  queries = new QueryClient()
  const pushed = createPushedObjects()
  api = createApi(
    createHttpClient({ base: `http://127.0.0.1:${port}`, token: () => 't', mismatch: 'not known' }),
    pushed,
  )
  take = createEventTaker(
    queries,
    pushed,
    () => undefined,
    () => undefined,
  )
})
afterEach(() => {
  queries.clear()
  server.closeAllConnections()
  server.close()
})

async function answer(body: unknown): Promise<void> {
  const response = await waiting
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

const choices = { feeCeiling: null, compressed: true }
const file = new File(['a,b'], 'badges.csv')
const runEnded: AppEvent = { type: 'run', run: finished }
const scanEnded: AppEvent = { type: 'scan', scan: found }
const importEnded: AppEvent = { type: 'import', import: checked }

const calls: [string, (api: Api) => Promise<unknown>, unknown, AppEvent, unknown][] = [
  ['the start of a run', (api) => api.startRun('i', false, choices, () => undefined), run, runEnded, finished],
  ['an order to a run', (api) => api.orderRun('r', 'resume'), run, runEnded, finished],
  ['a change of a run', (api) => api.changeRun('r', { feeCeiling: null }), run, runEnded, finished],
  ['a look at a run', (api) => api.runOf('r'), run, runEnded, finished],
  ['a look at all runs', (api) => api.runs(), [run], runEnded, [finished]],
  ['a look at all runs, before there was one', (api) => api.runs(), [], runEnded, [finished]],
  ['an order to a scan', (api) => api.orderScan('base:0xa7', 'start'), scan, scanEnded, found],
  ['a look at a scan', (api) => api.walletScan('base:0xa7'), scan, scanEnded, found],
  ['an import', (api) => api.createImport(file, 'c'), checking, importEnded, checked],
  ['a change of an import', (api) => api.patchImport('i', {}), checking, importEnded, checked],
  ['a correction of an import', (api) => api.undoCorrection('i'), checking, importEnded, checked],
  ['a look at an import', (api) => api.importOf('i'), checking, importEnded, checked],
  ['a look at all imports', (api) => api.imports(), [checking], importEnded, [checked]],
]

describe('what an event told meanwhile stands over the answer to', () => {
  test.each(calls)('%s', async (_, call, older, event, newer) => {
    const answered = call(api)
    await waiting
    take(event)
    await answer(older)
    expect(await answered).toEqual(newer)
  })
})

it('takes an answer over what was told before it was asked for, and over what was told of others', async () => {
  take({ type: 'run', run })
  const answered = api.runOf('r')
  await waiting
  take({ type: 'run', run: { ...run, id: 'other' } })
  await answer(finished)
  expect(await answered).toEqual(finished)
})

it('keeps what an event told of a run on its page while the page asks for it', async () => {
  const shown = queries.fetchQuery({ queryKey: keys.run('r'), queryFn: () => api.runOf('r') })
  await waiting
  take(runEnded)
  await answer(run)
  await shown
  expect(queries.getQueryData(keys.run('r'))).toEqual(finished)
})
