import { expect, it } from 'vitest'
import { changedTo } from '../../../src/core/minting/reconcile/recovered-facts.ts'

const uri = 'ipfs://bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
const saying = (json: unknown) => ({
  read: async () => Buffer.from(JSON.stringify(json)),
  items: { cidOf: async () => undefined },
})

it('takes back what a collection shows since it was changed, and no link that runs something', async () => {
  const json = { name: 'Art', description: 'Of all', image: 'ipfs://a', banner_image: 'ipfs://b' }
  const shown = { description: 'Of all', imageUrl: 'ipfs://a', bannerUrl: 'ipfs://b', uri }
  const link = 'https://art.example.com/'
  expect(await changedTo(saying({ ...json, external_link: link }), uri, '')).toEqual({ ...shown, link })
  for (const external_link of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 7])
    expect(await changedTo(saying({ ...json, external_link }), uri, '')).toEqual({ ...shown, link: '' })
})
