import { expect, it } from 'vitest'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import type { HistoryClient, HistoryEntry } from '../../../src/core/chains/family/history.ts'
import { CoreError } from '../../../src/core/lib/errors.ts'
import { readHistory } from '../../../src/core/minting/reconcile/read-history.ts'

class Limited extends Error {}
const hashes = Array.from({ length: 120 }, (_, n) => `hash ${n}`)
const entryOf = (hash: string): HistoryEntry => ({
  ...{ hash, payer: '', collections: [], tokens: [], leaves: [], changes: [], updates: [], rewritten: null, moved: [] },
})

/** A client whose RPC fails at these reads. */
function clientWith(failures: ReadonlyMap<number, Error>) {
  const asked: number[] = []
  const history: Pick<HistoryClient, 'list' | 'read'> = {
    list: async (_account, after) =>
      after === null ? { hashes, newest: 'newest', next: 'end' } : { hashes: [], newest: null, next: null },
    async read(some) {
      asked.push(some.length)
      const failure = failures.get(asked.length)
      if (failure) throw failure
      return some.map(entryOf)
    },
  }
  const client = {
    ...{ network: 'live:solana', history },
    observe: (read: (node: unknown) => unknown) => read(client),
    limited: (error: unknown) => (error instanceof Limited ? { retryAfterMs: 7_000 } : null),
  } as unknown as ChainClient
  return { client, asked }
}

async function readAll(client: ChainClient, waited: number[] = []): Promise<string[]> {
  const read: string[] = []
  const wait = async (ms: number) => void waited.push(ms)
  for await (const { entries, listed, done } of readHistory(client, 'account', async () => new Set(['hash 3']), wait)) {
    read.push(...entries.map(({ hash }) => hash))
    expect([listed, done]).toEqual([hashes.length, read.length + 1])
  }
  return read
}

const all = hashes.filter((hash) => hash !== 'hash 3')

it('reads each transaction once, some at a time', async () => {
  const { client, asked } = clientWith(new Map())
  expect(await readAll(client)).toEqual(all)
  expect(asked).toEqual([50, 50, 19])
})

it('waits for an RPC that asks for fewer calls, and then asks for fewer', async () => {
  const { client, asked } = clientWith(
    new Map<number, Error>([
      [1, new Limited()],
      [2, new CoreError('network.unreachable', 'It is left out for a while.')],
    ]),
  )
  const waited: number[] = []
  expect(await readAll(client, waited)).toEqual(all)
  expect([asked.slice(0, 3), waited]).toEqual([
    [50, 25, 12],
    [7_000, 10_000],
  ])
})

it('does not ask again where RPCs contradict each other, nor for ever', async () => {
  const disputed = new CoreError('network.disputed', 'its RPCs contradict each other')
  const once = clientWith(new Map([[1, disputed]]))
  await expect(readAll(once.client)).rejects.toBe(disputed)
  expect(once.asked).toEqual([50])
  const limited = new Limited()
  const always = clientWith(new Map([1, 2, 3, 4, 5].map((n) => [n, limited])))
  await expect(readAll(always.client)).rejects.toBe(limited)
  expect(always.asked).toEqual([50, 25, 12, 10, 10])
})
