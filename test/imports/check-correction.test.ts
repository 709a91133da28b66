import { expect, it } from 'vitest'
import { type Corrected, checkCorrection } from '../../src/core/imports/check-correction.ts'
import { address, image } from './fixture.ts'

const rules = {
  ...{ row: 2, chain: 'polygon' as const, mediaDir: null },
  ...{ contractsAmong: async () => [], similarTo: async () => [] },
}

async function check(corrected: Corrected) {
  const { findings, draft } = await checkCorrection(corrected, rules)
  return { codes: findings.map(({ code }) => code), message: findings[0]?.message, draft }
}

it('a recipient is corrected of an NFT that has a name and no image, as a collection with a base URI takes it', async () => {
  const { codes, draft } = await check({ recipient: address(2), name: 'One' })
  expect(codes).toEqual([])
  expect(draft).toMatchObject({ recipient: `polygon:${address(2)}`, metadata: { name: 'One' } })
})

it('a name or an image that an NFT has is not taken away', async () => {
  expect(await check({ recipient: address(2), name: ' ', image })).toMatchObject({ codes: ['metadata.name'] })
  expect(await check({ recipient: address(2), name: 'One', image: '' })).toMatchObject({ codes: ['metadata.image'] })
  expect(await check({ recipient: address(2), name: '' })).toMatchObject({ codes: ['metadata.name'], draft: undefined })
})

it('a name as the recipient is refused for what it is, whatever the project', async () => {
  const { codes, message } = await check({ recipient: 'nick.eth', name: 'One', image })
  expect(codes).toEqual(['recipient.name'])
  expect(message).toBe(
    'nick.eth is a name, and names are looked up in files only: write the address that it stands for.',
  )
})
