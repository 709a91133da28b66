/** The fee balance on the command line: caps, a withdrawal, and that a wallet is still listed by its name alone. */
import { expect, it } from 'vitest'
import { withCore, withFolder } from '../core/trial-core.ts'
import { addressOf, cli } from './run-cli.ts'

it('is capped, withdrawn from to an address that is typed twice, and its withdrawals are listed', async () => {
  await withFolder((home) =>
    withCore(
      home,
      async () => {
        const to = addressOf('mine')
        const capped = await cli(home, 'caps', 'set', 'polygon', '--per-day', '3', '--json')
        expect(capped.code, capped.stderr).toBe(0)
        expect(JSON.parse(capped.stdout)).toMatchObject({ perDay: { amount: `3${'0'.repeat(18)}` }, perRun: null })
        const once = await cli(home, 'wallet', 'withdraw', 'polygon', '1', '--to', to, '--yes')
        expect([once.code, once.stderr]).toEqual([1, expect.stringContaining('--again <address>')])
        const twice = ['--to', to, '--again', to, '--yes', '--json']
        const withdrawn = await cli(home, 'wallet', 'withdraw', 'polygon', '1.5', ...twice)
        expect(withdrawn.code, withdrawn.stderr).toBe(0)
        expect(JSON.parse(withdrawn.stdout)).toMatchObject({ state: 'succeeded', to, amount: { currency: 'POL' } })
        const listed = await cli(home, 'wallet', 'withdrawals', '--json')
        const held = await cli(home, 'wallet', to, '--json')
        expect(JSON.parse(listed.stdout).withdrawals).toHaveLength(1)
        expect(JSON.parse(held.stdout)).toMatchObject({ address: to, count: 0 })
      },
      { trial: { chains: { confirmations: 1 }, blocks: 100 } },
    ),
  )
})
