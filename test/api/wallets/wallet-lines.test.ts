import { expect, it } from 'vitest'
import { pagesBehind, walletPage } from '../../../src/core/api/resources/wallets/wallet-pages.ts'
import type { Coverage } from '../../../src/shared/api-schemas/wallets.ts'
import { solanaRecipientOf } from '../../minting/open-engine.ts'

type Context = Parameters<typeof walletPage>[0]

/** The sources of a wallet on Solana, whose pages cover so much, one after the other. */
function sourcesOf(...covered: Coverage[]): Context {
  let place = 0
  const assets = async () => {
    const [coverage, next] = [covered[place], covered[place + 1] === undefined ? null : { mint: place + 1 }]
    place++
    return { assets: [], next, coverage, notes: ['A provider fell silent.'], total: 0 }
  }
  return { holdings: { assets, metadata: async () => [] } } as unknown as Context
}

async function lines(context: Context): Promise<number> {
  const wallet = { kind: 'address', projectId: 'p', chain: 'solana', address: solanaRecipientOf(1) } as const
  const list = { edition: 'nfts', wallet, filters: {} } as unknown as Parameters<typeof walletPage>[1]
  const first = await walletPage(context, list, { offset: 0 }, 100)
  let pages = 0
  for await (const _ of pagesBehind(context, list, first)) pages++
  return pages
}

it.each<[Coverage, Coverage]>([
  ['full', 'provider'],
  ['full', 'own'],
  ['provider', 'own'],
])('a list that began as %s breaks off where it goes on as %s', async (first, later) => {
  await expect(lines(sourcesOf(first, first, later))).rejects.toThrow('The list broke off: A provider fell silent.')
})

it.each<[Coverage, Coverage]>([
  ['own', 'provider'],
  ['provider', 'full'],
  ['full', 'full'],
])('a list that began as %s goes on as %s', async (first, later) => {
  expect(await lines(sourcesOf(first, later, later))).toBe(3)
})
