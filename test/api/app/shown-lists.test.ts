/** Lists that are written whole: of two people who change one at the same time, none undoes unsaid what the other set. */
import { expect, test } from 'vitest'
import { providersState } from '../../../src/shared/api-schemas/providers.ts'
import { rpcList } from '../../../src/shared/app-api.ts'
import { type Answer, windowOf, withCore, withFolder } from '../../core/trial-core.ts'

const rpcs = '/app/networks/base/rpcs'
const lists = {
  'RPCs of a network': {
    code: 'rpc.changed',
    ours: ['https://one.example', 'https://two.example'],
    theirs: ['https://three.example'],
    path: rpcs,
    from: rpcs,
    named: 'rpcs',
    shownIn: ({ json }: Answer) => rpcList.parse(json).rpcs,
  },
  gateways: {
    code: 'gateway.changed',
    ours: ['https://one.example', 'https://two.example'],
    theirs: ['https://three.example'],
    path: '/app/gateways',
    from: '/app/providers',
    named: 'gateways',
    shownIn: ({ json }: Answer) => providersState.parse(json).gateways.list,
  },
}

test.each(Object.entries(lists))('%s', async (_, { code, ours, theirs, path, from, named, shownIn }) => {
  await withFolder((folder) =>
    withCore(folder, async (core) => {
      const { call } = await windowOf(core)
      const put = (list: string[] | null, shown?: string[]) => call('PUT', path, { [named]: list, shown })
      const usual = shownIn(await call('GET', from))
      const both = await Promise.all([put(ours, usual), put(theirs, usual)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      const refused = both.find(({ status }) => status === 409)
      const now = shownIn(await call('GET', from))
      expect(refused?.json).toMatchObject({ code, message: expect.stringContaining(`they are ${now.join(', ')} now`) })
      expect((await put(null, usual)).status).toBe(409)
      expect(shownIn(await call('GET', from))).toEqual(now)
      // Whoever saw what there is, or says nothing of it, sets it.
      expect(shownIn(await put(theirs, now))).toEqual(theirs)
      expect(shownIn(await put(null))).toEqual(usual)
    }),
  )
})
