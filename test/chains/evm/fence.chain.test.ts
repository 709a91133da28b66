import { randomBytes } from 'node:crypto'
import { bytesToHex, getAddress, pad, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CollectionFacts } from '../../../src/core/chains/family/collections.ts'
import { foldTrail, type MintFence, noTrail } from '../../../src/core/chains/family/fence.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'
import { contractVersion } from '../../../src/shared/contract-features.ts'
import { type Chain, startChain } from '../../contracts/support/chain.ts'
import { account, type ContractsOn, contractsOn } from './contracts-on.ts'

let chain: Chain
let client: ContractsOn['client']
let included: ContractsOn['included']
let deploy: ContractsOn['deployed']
beforeAll(async () => {
  chain = await startChain()
  ;({ client, included, deployed: deploy } = contractsOn(chain))
})
afterAll(() => chain?.close())

let collections = 0
async function deployed(contractKind: string): Promise<string> {
  const facts: CollectionFacts = {
    ...{ projectIndex: 0, id: `fenced-${collections++}`, name: 'Fenced', symbol: 'F', contractUri: '', contractKind },
    ...{ contractVersion, supplyLimit: 0, sale: null },
  }
  return await deploy(facts)
}

const word = (): string => bytesToHex(randomBytes(32))
const people = [3, 1, 2].map((n) => getAddress(pad(toHex(0xabcde0 + n), { size: 20 })))
const fence = (said: Partial<MintFence>): MintFence => ({
  expected: 0,
  writer: 0,
  trail: noTrail,
  replaced: [],
  ...said,
})
const lone = (contract: string, said: Partial<MintFence>, jobId = word()) =>
  ({
    kind: 'mint-single',
    contract,
    jobId,
    recipient: people[0] ?? '',
    uri: 'https://x.example/1',
    fence: fence(said),
  }) as const

/** A mint of each form, and what the chain is to say of it. */
const forms: [string, string, (contract: string, jobId: string) => Work, (first: number) => object][] = [
  ...['economy', 'standard'].flatMap((kind): typeof forms => {
    const folder = `0x${'5a'.repeat(32)}`
    const uris = ['https://x.example/a', 'https://x.example/ä', 'https://x.example/']
    const leaf = 'ipfs://bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
    const tokens = (firstTokenId: number, metadata: object, recipients = people) => ({
      ...{ kind: 'tokens', firstTokenId, recipients, metadata },
    })
    const single = (uri: string) => (contract: string, jobId: string) =>
      ({ kind: 'mint-single', contract, jobId, recipient: people[1] ?? '', uri }) as const
    const one = people.slice(1, 2)
    return [
      [
        kind,
        'a folder',
        (contract, jobId) => ({ kind: 'mint-batch', contract, jobId, folder, recipients: people, sorted: false }),
        (first) => tokens(first, { kind: 'folder', folder, base: false }),
      ],
      [
        kind,
        'URIs',
        (contract, jobId) => ({ kind: 'mint-uris', contract, jobId, recipients: people, uris }),
        (first) => tokens(first, { kind: 'uris', uris }),
      ],
      [
        kind,
        'a URI',
        single('https://x.example/1'),
        (first) => tokens(first, { kind: 'single', uri: 'https://x.example/1' }, one),
      ],
      [kind, 'a file', single(leaf), (first) => tokens(first, { kind: 'single', uri: leaf }, one)],
    ]
  }),
  [
    'copies',
    'units',
    (contract, jobId) => ({
      ...{ kind: 'mint-copies', contract, jobId, folder: `0x${'5b'.repeat(32)}` },
      copies: people.map((recipient, place) => ({ recipient, tokenId: 7, amount: place + 1 })),
      definitions: [{ tokenId: 7, uri: 'https://x.example/7', limit: 0 }],
    }),
    (number) => ({
      ...{ kind: 'copies', number, folder: `0x${'5b'.repeat(32)}` },
      items: people.map((recipient, place) => ({ recipient, tokenId: 7, amount: place + 1 })),
    }),
  ],
]

describe('what a contract holds', () => {
  for (const kind of ['economy', 'standard', 'copies'])
    it(`of jobs, writers and trails can be read back (${kind})`, async () => {
      const contract = await deployed(kind)
      const writer = 0xfffffffe
      let trail = noTrail
      let expected = 0
      expect(await client.fence?.mark(contract, account.address)).toEqual({ writer: 0, trail })
      expect(await client.fence?.writerEntry(contract, account.address, writer, 0)).toBeNull()
      for (const [, form, make, record] of forms.filter(([of]) => of === kind)) {
        const jobId = word()
        const work = { ...make(contract, jobId), fence: fence({ expected, writer, trail }) } as Work
        const [receipt] = await included(await client.prepare(work, 0))
        if (!receipt) throw new Error('it was not included')
        const outcome = await client.outcome(work, receipt)
        if (outcome.kind !== 'minted') throw new Error(`it came to ${outcome.kind}`)
        trail = foldTrail(trail, jobId)
        expected = writer
        expect(await client.fence?.mark(contract, account.address), form).toEqual({ writer, trail })
        const { blockNumber: block, hash: txHash } = receipt
        expect(await client.fence?.jobRecord(contract, jobId, 0), form).toEqual({
          ...record(outcome.firstTokenId),
          ...{ minter: account.address, txHash, block },
        })
        expect(await client.fence?.jobRecord(contract, jobId, 0, block - 1), form).toBeNull()
      }
      expect(await client.fence?.jobRecord(contract, word(), 0)).toBeNull()
      const entry = await client.fence?.writerEntry(contract, account.address, writer, 0)
      if (!entry) throw new Error('no writer entered')
      expect(await client.fence?.mark(contract, account.address, entry.block - 1)).toEqual({
        writer: 0,
        trail: noTrail,
      })
      expect((await client.fence?.mark(contract, account.address, entry.block))?.writer).toBe(writer)
      expect(Math.abs(entry.time - Date.now())).toBeLessThan(3_600_000)
      expect(await client.fence?.writerEntry(contract, people[0] ?? '', writer, 0)).toBeNull()
    })

  it('is nothing where there is no contract', async () => {
    const nowhere = people[0] ?? ''
    expect(await client.fence?.mark(nowhere, account.address)).toEqual({ writer: 0, trail: noTrail })
    expect(await client.fence?.jobRecord(nowhere, word(), 0)).toBeNull()
  })
})

describe('a mint that its fence keeps out', () => {
  it('says so when it is prepared', async () => {
    const contract = await deployed('economy')
    const done = word()
    await included(await client.prepare(lone(contract, { writer: 5 }, done), 0))
    const cases: [Partial<MintFence>, object][] = [
      [{ writer: 6 }, { kind: 'another-writer', stored: 5 }],
      [{ expected: 5, writer: 6 }, { kind: 'another-history' }],
      [
        { expected: 5, writer: 5, replaced: [word(), done] },
        { kind: 'replaced-minted', job: done, firstTokenId: 1 },
      ],
    ]
    for (const [said, outcome] of cases)
      await expect(client.prepare(lone(contract, said), 0)).rejects.toMatchObject({ outcome })
  })

  it('never counts as failed when it was included after what keeps it out', async () => {
    const cases: [string, (contract: string) => [Work, Work], object][] = [
      ['another writer', (c) => [lone(c, { writer: 9 }), lone(c, {})], { kind: 'another-writer', stored: 9 }],
      ['another history', (c) => [lone(c, {}), lone(c, { writer: 9 })], { kind: 'another-history' }],
    ]
    for (const [what, make, outcome] of cases) {
      const contract = await deployed('economy')
      const [before, after] = make(contract)
      // Both pass as things stand, as two copies of the app would find.
      const calls = await Promise.all([before, after].map((work) => client.prepare(work, 0)))
      const [, receipt] = await included(...calls)
      if (!receipt) throw new Error('it was not included')
      expect(receipt.ok, what).toBe(false)
      expect(await client.outcome(after, receipt), what).toEqual(outcome)
    }
    const contract = await deployed('standard')
    const replaced = lone(contract, {})
    const anew = lone(contract, { replaced: [replaced.jobId] })
    const [, receipt] = await included(await client.prepare(replaced, 0), await client.prepare(anew, 0))
    if (!receipt) throw new Error('it was not included')
    const outcome = { kind: 'replaced-minted', job: replaced.jobId, firstTokenId: 1 }
    expect(await client.outcome(anew, receipt)).toEqual(outcome)
  })

  it('is told from one that ran out of gas', async () => {
    const contract = await deployed('economy')
    const work: Work = {
      kind: 'mint-batch',
      contract,
      jobId: word(),
      folder: word(),
      recipients: people,
      sorted: false,
    }
    const call = await client.prepare(work, 0)
    const [receipt] = await included({ ...call, weight: String((BigInt(call.weight) * 7n) / 10n) })
    if (!receipt) throw new Error('it was not included')
    expect(receipt.ok).toBe(false)
    expect(await client.outcome(work, receipt)).toMatchObject({ kind: 'failed', code: 'chain.outOfGas' })
  })

  it('does not keep a run from being reckoned', async () => {
    const contract = await deployed('economy')
    await included(await client.prepare(lone(contract, { writer: 9 }), 0))
    const facts = { projectIndex: 0, id: `fenced-${collections - 1}`, name: 'Fenced', symbol: 'F', contractUri: '' }
    const whole = { ...facts, contractKind: 'economy', contractVersion, supplyLimit: 0, sale: null }
    expect(client.contractAddress(whole)).toBe(contract)
    const { batches } = await client.rehearse(whole, [{ kind: 'batch', size: 10 }])
    expect(Number(batches[0]?.weight)).toBeGreaterThan(100_000)
  })
})
