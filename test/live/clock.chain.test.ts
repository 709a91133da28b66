/** A computer whose clock is an hour off mints each NFT once, and the doctor says what time it is. */
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { checklist } from '../../src/shared/app-api.ts'
import { withCore, withFolder } from '../core/trial-core.ts'
import { hostedSheet, liveProject, mint, runOf, until } from './live-job.ts'
import { type PlayedNetwork, playNetwork } from './played-network.ts'

const hour = 3_600_000
let live: PlayedNetwork
beforeAll(async () => {
  live = await playNetwork(137)
})
afterAll(() => live.close())
afterEach(() => vi.restoreAllMocks())

const options = {
  env: { MINTDESK_LIVE_SEED: generateMnemonic(wordlist, 256) },
  trial: { chains: { confirmations: 2, pollMs: 100 } },
}

test('an hour ahead, then an hour behind: every row is minted once', async () => {
  const right = Date.now.bind(Date)
  let off = hour
  vi.spyOn(Date, 'now').mockImplementation(() => right() + off)
  await withFolder(async (folder) => {
    for (const name of ['ahead', 'behind']) {
      await withCore(
        folder,
        async (core) => {
          const { call, id } = await liveProject(core, `Shop ${name}`)
          await call('PUT', '/app/networks/polygon/rpcs', { rpcs: [live.url] })
          const path = `/app/projects/${id}/checklist`
          await call('PATCH', path, { chain: 'polygon', hostsMetadata: true })
          const { treasury } = checklist.parse((await call('GET', path)).json)
          await live.fund(treasury?.address ?? '', 10n ** 18n)
          const { run } = await mint(call, 'default-polygon', `${name}.csv`, hostedSheet(name, 20))
          const ended = await until(
            () => runOf(call, run.id),
            ({ completedAt }) => completedAt !== null,
          )
          expect(ended).toMatchObject({ counts: { total: 20, succeeded: 20, failed: 0 } })
        },
        options,
      )
      off = -hour
    }
  })
})
