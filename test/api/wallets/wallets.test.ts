import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import fc from 'fast-check'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject } from '../../../src/core/store/installation/projects.ts'
import { type OpenApi, openApi, polygonAddress } from '../open-api.ts'

const wallets = '/api/v1-alpha1/wallets'
let api: OpenApi
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

describe('wallets of users', () => {
  it('are made once, are the same on all EVM chains, and are listed for their user', async () => {
    const first = await api.call('POST', wallets, { email: 'Ada@Example.com', chain: 'polygon' })
    expect([first.status, first.body]).toEqual([
      201,
      { chain: 'polygon', publicKey: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) },
    ])
    expect((await api.call('POST', wallets, { email: 'ada@example.com', chain: 'polygon' })).body).toEqual(first.body)
    const base = await api.call('POST', wallets, { email: 'ada@example.com', chain: 'base' })
    expect(base.body).toEqual({ chain: 'base', publicKey: first.body.publicKey })
    const listed = await api.call('GET', `${wallets}?email=ada%40example.com`)
    expect(new Set(listed.body.map(({ chain }: { chain: string }) => chain))).toEqual(new Set(['polygon', 'base']))
    const byUser = await api.call('POST', wallets, { userId: 'ada@example.com', chain: 'polygon' })
    expect(byUser.body.publicKey).not.toBe(first.body.publicKey)
  })

  it('of an unknown user are none', async () => {
    expect((await api.call('GET', `${wallets}?userId=nobody`)).body).toEqual([])
  })

  it('belong to one project', async () => {
    const other = await createProject(api.context.db, { name: 'Other', kind: 'practice' }, Date.now())
    const { key } = await api.newKey(undefined, other)
    const mine = await api.call('POST', wallets, { userId: 'u', chain: 'polygon' })
    expect((await api.call('GET', `${wallets}?userId=u`, undefined, { 'x-api-key': key })).body).toEqual([])
    const theirs = await api.call('POST', wallets, { userId: 'u', chain: 'polygon' }, { 'x-api-key': key })
    expect(theirs.body.publicKey).not.toBe(mine.body.publicKey)
  })

  it.each([
    ['no e-mail address', { email: 'nobody', chain: 'polygon' }, 400],
    ['both', { email: 'a@b.co', userId: 'x', chain: 'polygon' }, 400],
    ['neither', { chain: 'polygon' }, 400],
    ['an unknown chain', { userId: 'x', chain: 'dogechain' }, 400],
    ['a chain that is not there yet', { userId: 'x', chain: 'solana' }, 422],
  ])('refuses %s', async (_name, body, status) => {
    expect((await api.call('POST', wallets, body)).status).toBe(status)
  })
})

/** A wallet as the design has it, from nothing but the seed, the project's place and who it is for. */
function rebuilt(seed: HDKey, project: number, kind: string, id: string): string {
  const hash = createHash('sha256').update(`v1\n${kind}\n${id}`).digest()
  const indices = [0, 4, 8, 12].map((at) => `${hash.readUInt32BE(at) & 0x7fff_ffff}'`)
  const { privateKey } = seed.derive(`m/44'/60'/${project}'/1'/${indices.join('/')}`)
  return privateKeyToAddress(`0x${Buffer.from(privateKey ?? []).toString('hex')}`)
}

describe('wallets without the database', () => {
  it('are got back from seed, place of the project and locators alone, however these were written', async () => {
    const other = await createProject(api.context.db, { name: 'Second', kind: 'practice' }, Date.now())
    const { key } = await api.newKey(undefined, other)
    const { mnemonic } = JSON.parse(await readFile(join(api.context.dataDir, 'practice-seed.json'), 'utf8'))
    const seed = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic))
    const cases: [object, string, string][] = [
      [{ email: ' ADA@Example.COM ' }, 'email', 'ada@example.com'],
      [{ email: 'ada+tag@example.com' }, 'email', 'ada+tag@example.com'],
      [{ email: 'jo@Bücher.example' }, 'email', 'jo@xn--bcher-kva.example'],
      [{ userId: 'a:b:polygon' }, 'userId', 'a:b:polygon'],
      [{ userId: ' Ünï ' }, 'userId', ' Ünï '],
      [{ userId: 'ada@example.com' }, 'userId', 'ada@example.com'],
    ]
    for (const [project, headers] of [
      [api.project, {}],
      [other, { 'x-api-key': key }],
    ] as const)
      for (const chain of ['polygon', 'zora-sepolia', 'arbitrumnova'])
        for (const [user, kind, id] of cases) {
          const made = await api.call('POST', wallets, { ...user, chain }, headers)
          expect([user, made.body]).toEqual([user, { chain, publicKey: rebuilt(seed, project.index, kind, id) }])
        }
    const rows = await api.context.db.selectFrom('wallets').selectAll().where('project_id', '=', other.id).execute()
    expect(rows).toHaveLength(cases.length * 3)
    for (const { kind, user, address } of rows) expect(rebuilt(seed, other.index, kind, user)).toBe(address)
  })

  it('are one for an e-mail address in any case, and for any user id another', async () => {
    const address = async (user: object) =>
      (await api.call('POST', wallets, { ...user, chain: 'polygon' })).body.publicKey
    const letters = fc.array(fc.constantFrom('a', 'B', 'ß', 'É', '7', '-', '_'), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(letters, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), async (name, text) => {
        const email = `${name.join('')}@Example.com`
        expect(await address({ email: email.toUpperCase().normalize('NFD') })).toBe(
          await address({ email: email.toUpperCase() }),
        )
        const userId = text.replace(/\p{Cc}/gu, '')
        if (userId === '') return
        const listed = await api.call('POST', wallets, { userId, chain: 'polygon' })
        const query = `${wallets}?userId=${encodeURIComponent(userId)}`
        expect((await api.call('GET', query)).body).toEqual([listed.body])
        expect(await address({ userId: `${userId}:` })).not.toBe(listed.body.publicKey)
      }),
      { numRuns: 40, seed: 4 },
    )
  })
})

describe('what wallets hold', () => {
  it.each([
    `polygon:${polygonAddress}`,
    'email:ada@example.com:polygon',
    'userId:u:polygon',
    `polygon%3A${polygonAddress}`,
  ])('%s: an empty list, and what it covers', async (identifier) => {
    const answer = await api.call('GET', `/api/2022-06-09/wallets/${identifier}/nfts`)
    expect([answer.status, answer.body, answer.headers['x-mintdesk-coverage']]).toEqual([200, [], 'full'])
  })
})
