import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checklist, checklistTest } from '../../src/shared/app-api.ts'
import { cli } from '../cli/run-cli.ts'
import { withCore, withFolder } from '../core/trial-core.ts'
import { nowhere } from '../faults/nowhere.ts'
import { hostedSheet, liveProject, mint, runOf, until } from './live-job.ts'
import { type PlayedNetwork, playNetwork } from './played-network.ts'

let live: PlayedNetwork
beforeAll(async () => {
  live = await playNetwork(137)
})
afterAll(() => live.close())

const options = {
  env: { MINTDESK_LIVE_SEED: generateMnemonic(wordlist, 256) },
  trial: { chains: { confirmations: 2, pollMs: 100 } },
}

test('a live project is led to its first NFT on a network that another one plays, by calls and on the command line', async () => {
  await withFolder((folder) =>
    withCore(
      folder,
      async (core) => {
        const { call, id } = await liveProject(core, 'Shop')
        const path = `/app/projects/${id}/checklist`
        const list = async () => checklist.parse((await call('GET', path)).json)
        const open = async () => (await list()).steps.flatMap(({ name, state }) => (state === 'done' ? [] : [name]))
        const doctor = (...more: string[]) => cli(folder, 'doctor', '--live', '--project', 'Shop', ...more)

        expect(await open()).toEqual(['storage', 'balance', 'network', 'mint'])
        expect((await call('POST', `${path}/test`)).json).toMatchObject({ code: 'checklist.noNetwork' })

        await call('PUT', '/app/networks/polygon/rpcs', { rpcs: [nowhere] })
        const early = await doctor('--chain', 'polygon', '--hosted-metadata')
        expect(early).toMatchObject({ code: 1, stderr: '' })
        expect(early.stdout).toContain('[x] Choose where pictures are kept')
        expect(early.stdout).toContain('[ ] Test the network: Polygon was not tested yet.')
        expect(early.stdout).toContain(`${nowhere}: `)
        expect(await open()).toEqual(['balance', 'network', 'mint'])

        await call('PUT', '/app/networks/polygon/rpcs', { rpcs: [live.url] })
        const tested = checklistTest.parse((await call('POST', `${path}/test`)).json)
        expect(tested.reports).toMatchObject([{ ok: true, chainId: 137 }])
        const { treasury } = await list()
        if (treasury === null) throw new Error('no balance')
        const poor = await doctor()
        expect(poor.stdout).toContain('There is nothing on Polygon yet.')
        expect(poor.stdout).toContain(`Send POL on polygon to ${treasury.address}`)

        await live.fund(treasury.address, 10n ** 18n)
        expect((await list()).steps.at(-1)).toMatchObject({ name: 'mint', state: 'open' })
        const { run } = await mint(call, 'default-polygon', 'one.csv', hostedSheet('one', 1))
        await until(
          () => runOf(call, run.id),
          ({ completedAt }) => completedAt !== null,
        )
        expect(await list()).toMatchObject({ done: true, chain: 'polygon', treasury: null })
        expect(await doctor()).toMatchObject({ code: 0 })
        const { checks } = JSON.parse((await cli(folder, 'doctor', '--json', '--project', 'Shop')).stdout)
        expect(checks).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ name: 'rpcs of Polygon', state: 'ok', says: expect.stringContaining(live.url) }),
            { name: 'clock', state: 'ok', says: 'The clock agrees with those of the RPCs.' },
          ]),
        )

        const practice = await call('GET', '/app/projects')
        const [{ id: first } = { id: '' }] = practice.json as unknown as { id: string }[]
        expect((await call('GET', `/app/projects/${first}/checklist`)).json).toMatchObject({ steps: [], done: true })
      },
      options,
    ),
  )
})
