import { expect, test } from 'vitest'
import { callerOf, windowOf, withCore, withFolder } from '../../core/trial-core.ts'

test('rates are a person’s: set, refused where they are none, taken away, and all of them with other money', async () => {
  await withFolder((folder) =>
    withCore(folder, async (core) => {
      const { call } = await windowOf(core)
      const { key } = (await call('POST', '/app/keys', { name: 'shop' })).json as { key: string }
      const program = callerOf(core.url, { 'x-api-key': key })
      const set = (money: string, coins: Record<string, string | null>) => call('PUT', '/app/rates', { money, coins })
      expect((await call('GET', '/app/rates')).json).toEqual({ money: 'EUR', coins: {} })
      for (const [money, rate] of [
        ['euro', '1'],
        ['EUR', '0'],
        ['EUR', '-1'],
        ['EUR', '1,5'],
        ['EUR', 'NaN'],
      ] as const)
        expect((await set(money, { POL: rate })).status, `${money} ${rate}`).toBe(400)
      expect(await set('EUR', { pol: '1' })).toMatchObject({
        status: 422,
        json: { code: 'rates.coin', message: expect.stringMatching(/"pol".*one of .*POL/) },
      })
      expect((await set('EUR', { pol: null })).status).toBe(200)
      expect((await program('PUT', '/app/rates', { money: 'EUR', coins: {} })).status).toBe(401)
      const time = expect.stringMatching(/^\d{4}-/)
      await set('EUR', { POL: '0.52' })
      expect((await set('EUR', { SOL: '140.5' })).json).toEqual({
        money: 'EUR',
        coins: { POL: { rate: '0.52', setAt: time }, SOL: { rate: '140.5', setAt: time } },
      })
      expect((await set('EUR', { SOL: null })).json).toEqual({
        money: 'EUR',
        coins: { POL: { rate: '0.52', setAt: time } },
      })
      // Each sets one, and none undoes what another set at the same time.
      const each = ['ETH', 'SOL', 'BNB', 'APT'].map((coin): [string, string] => [coin, '2'])
      await Promise.all(each.map(([coin, rate]) => set('EUR', { [coin]: rate })))
      const { coins } = (await call('GET', '/app/rates')).json as { coins: Record<string, { rate: string }> }
      expect(Object.entries(coins).map(([coin, { rate }]) => [coin, rate])).toEqual(
        expect.arrayContaining([['POL', '0.52'], ...each]),
      )
      expect((await set('USD', { ETH: '3000' })).json).toEqual({
        money: 'USD',
        coins: { ETH: { rate: '3000', setAt: time } },
      })
    }),
  )
})
