import { expect, it } from 'vitest'
import { withCore, withFolder } from '../core/trial-core.ts'
import { playNetwork } from '../live/played-network.ts'
import { cli } from './run-cli.ts'

it('adds a network of one’s own by its RPC, names it everywhere, and removes it when nothing is on it', async () => {
  const network = await playNetwork(7_012_348)
  try {
    await withFolder((home) =>
      withCore(home, async () => {
        const unknown = await cli(home, 'collections', 'create', 'A', '--chain', 'custom-my-net', '--symbol', 'A')
        expect(unknown.code).not.toBe(0)
        expect(unknown.stderr).toContain('mintdesk networks add my-net --rpc <address>')
        const added = await cli(home, 'networks', 'add', 'my-net', '--rpc', network.url, '--confirmations', '3')
        expect(added.code).toBe(0)
        expect(added.stdout).toMatch(/The network custom-my-net is there.*chain id\s+7012348.*confirmations\s+3/s)
        const tested = await cli(home, 'networks', 'test', 'custom-my-net')
        expect([tested.code, tested.stdout]).toEqual([0, expect.stringContaining('It can be used.')])
        const usual = await cli(home, 'networks', 'set', 'custom-my-net', '--default')
        expect(usual.stderr).toContain('Mintdesk knows no RPCs of custom-my-net')
        const { networks } = JSON.parse((await cli(home, 'networks', '--live', '--json')).stdout)
        expect(networks).toContainEqual(
          expect.objectContaining({
            chain: 'custom-my-net',
            chainId: 7_012_348,
            currency: { symbol: 'ETH', decimals: 18 },
          }),
        )
        expect((await cli(home, 'networks', 'remove', 'custom-my-net')).code).toBe(0)
      }),
    )
  } finally {
    await network.close()
  }
})
