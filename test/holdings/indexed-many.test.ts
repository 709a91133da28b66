import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { indexAsker } from '../../src/core/holdings/ask-index.ts'
import { openIndexSources } from '../../src/core/holdings/index-source.ts'
import { listIndexed } from '../../src/core/holdings/indexed.ts'
import { openProviders } from '../../src/core/holdings/provider-settings.ts'
import { openFreshStore } from '../store/fresh-store.ts'
import { hold, openCardanoServices } from './cardano-services.ts'

const address = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'
const policy = 'd5e6bf0500378d4f0da4e8dde6becec7621cd8cbf5cbb9b87013d4cc'
const [all, perPage] = [10_000, 100]

it('ten thousand NFTs are listed by Koios within its limits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mintdesk-cardano-'))
  const store = await openFreshStore(join(folder, 'mintdesk.db'))
  const services = await openCardanoServices()
  const ending = new AbortController()
  try {
    const names = Array.from({ length: all }, (_, n) => `Badge${String(n).padStart(5, '0')}`)
    hold(
      services,
      address,
      names.map((name) => ({
        unit: `${policy}${Buffer.from(name).toString('hex')}`,
        minted: {
          721: {
            [policy]: {
              [name]: {
                name,
                image: ['ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi', `/${name}.png`],
                description: [
                  'A badge for everybody who was there on the first day of the fair, ',
                  'and on the second.',
                ],
                attributes: { Day: 'Friday', Hall: 7, Level: 'gold' },
              },
            },
          },
        },
      })),
    )
    // Waiting for a turn takes none of our time.
    let virtual = 0
    const sources = openIndexSources({
      providers: openProviders({ db: store.db, env: { MINTDESK_KOIOS_URL: services.koios } }),
      clock: Date.now,
      signal: ending.signal,
      pace: {
        clock: () => virtual,
        sleep: async (ms) => {
          virtual += ms
        },
      },
    })
    const asker = indexAsker({ clock: Date.now, log: pino({ level: 'silent' }), signal: ending.signal })
    const wallet = { kind: 'live', chain: 'cardano', address } as const
    const found: string[] = []
    for (let offset = 0; offset < all; offset += perPage) {
      const page = await listIndexed({ sources, asker }, wallet, { offset, limit: perPage })
      expect(page).toMatchObject({ total: all, coverage: 'provider', notes: [] })
      found.push(...page.nfts.map(({ metadata }) => metadata.name))
    }
    expect(found).toEqual(names)
    const calls = services.requests.length
    expect(services.requests.filter(({ path }) => path.includes('address_assets'))).toHaveLength(11)
    expect(calls).toBeLessThan(1_250)
    expect(virtual).toBeGreaterThanOrEqual(Math.floor((calls - 1) / 100) * 10_000)
    expect(Math.max(...services.requests.map(({ bytes }) => bytes))).toBeLessThanOrEqual(1_000)
  } finally {
    ending.abort()
    await services.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
})
