import { mnemonicToSeedSync } from '@scure/bip39'
import { expect, it } from 'vitest'
import { arweaveAccount } from '../../../src/core/wallets/arweave-account.ts'
import { windowOf, withCore, withFolder } from '../../core/trial-core.ts'
import { openTurboDouble } from '../services/turbo-double.ts'

const words =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon art'

it('Arweave is set with nothing but the seed, whose account is shown; without a seed the sentence says what to make', async () => {
  const turbo = await openTurboDouble()
  const { address } = arweaveAccount(mnemonicToSeedSync(words))
  turbo.accounts.add(address)
  const request = { kind: 'arweave', url: turbo.url }
  try {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const { status, text } = await (await windowOf(core)).call('PUT', '/app/storage', request)
        expect(status).toBeGreaterThanOrEqual(400)
        expect(text).toMatch(/A key of the seed signs what goes to Arweave\. .*vault/)
        expect(turbo.uploads).toBe(0)
      }),
    )
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const { call } = await windowOf(core)
          const service = { kind: 'arweave', auth: 'seed', version: `Turbo, account ${address}`, url: turbo.url }
          expect((await call('PUT', '/app/storage', request)).json).toMatchObject({ service })
          expect((await call('POST', '/app/storage/test')).json).toMatchObject({ name: 'Arweave (Turbo)' })
          expect(turbo.uploads).toBe(1)
        },
        { env: { MINTDESK_LIVE_SEED: words } },
      ),
    )
  } finally {
    await turbo.close()
  }
})
