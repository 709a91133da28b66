import { Writable } from 'node:stream'
import { entropyToMnemonic, generateMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { readLiveSeed } from '../../src/core/wallets/live-seed.ts'
import { createdKey, project } from '../../src/shared/app-api.ts'
import { callerOf, windowOf, withCore, withFolder } from './trial-core.ts'

/** Fixed, so that no chance decides what its words and their checksum do. */
const seed = entropyToMnemonic(Buffer.alloc(32, 'mintdesk projects test'), wordlist)
const withSeed = { env: { MINTDESK_LIVE_SEED: seed } }

describe('the seed of the live projects', () => {
  const read = (text: string | undefined) => readLiveSeed({ MINTDESK_LIVE_SEED: text })

  test('is 24 words, however they are spaced', () => {
    expect(read(` ${seed.replaceAll(' ', '\n ')} `)).toEqual({
      entropy: Buffer.from(mnemonicToEntropy(seed, wordlist)),
    })
    expect(read(undefined)).toBeNull()
    expect(read(' ')).toBeNull()
  })

  test('that cannot be used is refused with a sentence that holds none of its words', () => {
    const list = seed.split(' ')
    const swapped = [...list.slice(0, 22), 'zoo', list[22] === 'zoo' ? 'abandon' : list[22]].join(' ')
    for (const [given, says] of [
      [list.slice(0, 12).join(' '), /holds 12 words, but a seed here has 24/],
      [list.with(3, 'minting').join(' '), /is no BIP-39 seed \(word 4 not in the English list\)/],
      [swapped, /is no BIP-39 seed \(the words do not agree/],
    ] as const) {
      const answer = read(given)
      const refused = answer !== null && 'refused' in answer ? answer.refused : ''
      expect(refused).toMatch(says)
      for (const word of given.split(' ').filter((one) => one.length > 5 && !/word|checksum/.test(one)))
        expect(refused).not.toContain(` ${word} `)
    }
  })
})

describe('projects', () => {
  test('are made, named and switched by a person', async () => {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const { call } = await windowOf(core)
        const made = project.parse((await call('POST', '/app/projects', { name: ' Tickets ' })).json)
        expect(made).toMatchObject({ name: 'Tickets', kind: 'practice', index: 1, enterprise: false })
        expect(await call('POST', '/app/projects', { name: 'tickets' })).toMatchObject({
          status: 409,
          json: { code: 'project.exists' },
        })
        const changed = await call('PATCH', `/app/projects/${made.id}`, { enterprise: true })
        expect(changed.json).toEqual({ ...made, enterprise: true })
        const there = (await call('GET', '/app/collections', undefined, { 'x-mintdesk-project': made.id })).json
        expect(there).toMatchObject([{ id: 'default-polygon' }, { id: 'default-solana' }, { id: 'default-aptos' }])
        expect((await call('PATCH', '/app/projects/none', { enterprise: true })).status).toBe(404)
      }),
    )
  })

  test('of the live kind need their seed, and only they miss it', async () => {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const { call } = await windowOf(core)
        const refused = await call('POST', '/app/projects', { name: 'Shop', kind: 'live' })
        expect(refused).toMatchObject({ status: 422, json: { code: 'live.seed' } })
        expect(refused.json.message).toMatch(/make the vault in Settings or with "mintdesk vault create"/)
        expect((await call('GET', '/app/state')).status).toBe(200)
        expect((await call('GET', '/app/projects')).json).toHaveLength(1)
      }),
    )
  })

  test('of the live kind have keys of their own, and stay with the seed they were made with', async () => {
    let key = ''
    const lines: string[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const log = pino({ level: 'trace' }, stream)
    await withFolder(async (folder) => {
      let live = ''
      await withCore(
        folder,
        async (core) => {
          const { call } = await windowOf(core)
          const made = project.parse((await call('POST', '/app/projects', { name: 'Shop', kind: 'live' })).json)
          expect(made).toMatchObject({ name: 'Shop', kind: 'live', index: 1 })
          live = made.id
          const mine = { 'x-mintdesk-project': live }
          key = createdKey.parse((await call('POST', '/app/keys', { name: 'till' }, mine)).json).key
          expect(key).toMatch(/^sk_live_/)
          const program = callerOf(core.url, { 'x-api-key': key })
          // One seed, one address on all EVM chains, another than the practice project of the same user has.
          const locator = 'email:ada@example.com:polygon'
          const wallet = await program('POST', '/api/v1-alpha1/wallets', { email: 'ada@example.com', chain: 'polygon' })
          expect(wallet.status).toBe(201)
          expect(wallet.text).not.toContain(seed.slice(0, 20))
          expect((await call('GET', '/app/state', undefined, mine)).json).toMatchObject({ project: { kind: 'live' } })
          expect(locator).toBeTruthy()
        },
        { ...withSeed, log },
      )
      await withCore(folder, async (core) => {
        const program = callerOf(core.url, { 'x-api-key': key })
        const answer = await program('POST', '/api/2022-06-09/collections/default-polygon/nfts', {
          recipient: 'polygon:0x9D90dbDd0E22a079008Feb3bC671023D5D507c20',
          metadata: { name: 'a', image: 'ipfs://bafkqaaa' },
        })
        expect(answer).toMatchObject({ status: 422, json: { code: 'network.unsupported' } })
        expect(answer.json.message).toMatch(/need their seed/)
      })
      const other = { env: { MINTDESK_LIVE_SEED: generateMnemonic(wordlist, 256) } }
      await withCore(
        folder,
        async (core) => {
          const { call } = await windowOf(core)
          const refused = await call('POST', '/app/projects', { name: 'Second', kind: 'live' })
          expect(refused.json.message).toMatch(/is another seed than the one/)
        },
        other,
      )
    })
    const logged = lines.join('')
    expect(logged).not.toContain(seed)
    expect(logged).not.toContain(seed.split(' ').slice(0, 3).join(' '))
  })
})
