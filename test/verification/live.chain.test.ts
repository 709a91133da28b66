import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedContracts } from '../../src/core/chains/evm/contracts/shared-contracts.ts'
import { cli } from '../cli/run-cli.ts'
import { windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { collectionOn, hostedSheet, liveProject, mint, runOf, until } from '../live/live-job.ts'
import { type PlayedNetwork, playNetwork } from '../live/played-network.ts'
import { type Explorers, openExplorers } from './explorers.ts'

const chain = 'base-sepolia'
const chainId = 84_532

let live: PlayedNetwork
let explorers: Explorers
beforeAll(async () => {
  ;[live, explorers] = await Promise.all([playNetwork(chainId), openExplorers()])
})
afterAll(() => Promise.all([live.close(), explorers.close()]))

it('has what lies on a live network verified, asked first, each once, and says what became of it', async () => {
  const known = sharedContracts()
  explorers.matches = async (id, address, identifier) => {
    const { name } = known.find((one) => one.address === address) ?? {}
    const code = await live.client.getCode({ address: address as `0x${string}` })
    return id === chainId && identifier === `${name}.sol:${name}` && code !== undefined
  }
  const options = {
    env: {
      MINTDESK_LIVE_SEED: generateMnemonic(wordlist, 256),
      MINTDESK_SOURCIFY_URL: explorers.sourcify,
      MINTDESK_ETHERSCAN_URL: explorers.etherscan,
    },
    trial: { chains: { confirmations: 1, pollMs: 100 }, verificationPauseMs: 10 },
  }
  await withFolder((home) =>
    withCore(
      home,
      async (core) => {
        const { call } = await liveProject(core, 'Shop')
        const none = await cli(home, 'contracts', '--project', 'Shop')
        expect(none.stdout).toBe('No collection of this project is on a network with explorers that verify source.\n')
        expect((await call('PUT', `/app/networks/${chain}/rpcs`, { rpcs: [live.url] })).status).toBe(200)
        await collectionOn(call, 'badges', chain)
        const { price, run } = await mint(call, 'badges', 'a.csv', hostedSheet('a', 2))
        await live.fund(price.treasury.address, 10n ** 18n)
        await until(
          () => runOf(call, run.id),
          ({ completedAt }) => completedAt !== null,
        )

        const unasked = await cli(home, 'contracts', 'verify', '--project', 'Shop')
        expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining('add --yes') })
        expect(explorers.asked).toEqual([])

        const verified = await cli(home, 'contracts', 'verify', '--yes', '--project', 'Shop', '--json')
        expect(verified.code).toBe(0)
        const states = Object.fromEntries(
          (JSON.parse(verified.stdout).contracts as { name: string; state: string }[]).map((one) => [
            one.name,
            one.state,
          ]),
        )
        // One kind of collection and the factory lie there; nobody deployed the others yet.
        expect(Object.values(states).sort()).toEqual(['missing', 'missing', 'verified', 'verified'])
        expect(states.CollectionFactory).toBe('verified')
        expect(explorers.submitted).toHaveLength(2)

        const again = await cli(home, 'contracts', 'verify', '--yes', '--project', 'Shop')
        expect(again.stdout).toContain('https://repo.sourcify.dev/84532/')
        expect(explorers.submitted).toHaveLength(2)

        const key = await cli(home, 'contracts', 'etherscan-key', 'a key', '--project', 'Shop')
        expect(key).toMatchObject({ code: 1, stderr: expect.stringContaining('copy it again') })
        const wrong = await cli(home, 'contracts', 'etherscan-key', 'ABCDEFGH12345678', '--project', 'Shop')
        expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('Etherscan does not take the key') })
        expect((await call('GET', '/app/contracts')).json).toMatchObject({ etherscanKey: { kept: null } })
        await cli(home, 'contracts', 'etherscan-key', 'a-good-key', '--project', 'Shop')
        const state = await call('GET', '/app/contracts')
        expect(state.json).toMatchObject({ etherscanKey: { kept: '…-key' } })
        expect(state.text).not.toContain('a-good-key')

        const { call: practice } = await windowOf(core)
        expect((await practice('GET', '/app/contracts')).json).toMatchObject({ code: 'verification.practice' })
      },
      options,
    ),
  )
})
