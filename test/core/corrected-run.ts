import { expect, vi } from 'vitest'
import { importState, run, runRows } from '../../src/shared/app-api.ts'
import type { Caller } from './trial-core.ts'

/**
 * Mints a file of two rows, of which one has a picture that cannot be had; gives that NFT to somebody else, with another picture, and waits for
 * the end. @param recipients whom the file names, and who gets the failed one: addresses
 */
export async function correctedRun(
  call: Caller,
  { chain, good, wrong, right }: Record<'chain' | 'good' | 'wrong' | 'right', string>,
): Promise<void> {
  const picture = 'ipfs://bafkqaaa'
  const lines = ['recipient,name,image', `${good},Good,${picture}`, `${wrong},Bad,http://127.0.0.1:9/no.png`, '']
  const given = await call(
    'POST',
    `/app/imports?name=a.csv&collectionId=default-${chain}`,
    Buffer.from(lines.join('\n')),
  )
  const { id: importId } = importState.parse(given.json)
  await vi.waitFor(
    async () => expect((await call('GET', `/app/imports/${importId}`)).json).toMatchObject({ state: 'checked' }),
    { timeout: 60_000, interval: 50 },
  )
  const { id } = run.parse((await call('POST', '/app/runs', { importId })).json)
  const counted = (counts: object) =>
    vi.waitFor(
      async () => {
        const { state, counts: now } = run.parse((await call('GET', `/app/runs/${id}`)).json)
        expect({ state, ...now }).toMatchObject({ state: 'finished', total: 2, ...counts })
      },
      { timeout: 80_000, interval: 100 },
    )
  await counted({ succeeded: 1, failed: 1 })
  const corrected = await call('POST', `/app/runs/${id}/corrections`, { row: 3, recipient: right, image: picture })
  expect([corrected.status, corrected.json.message]).toEqual([200, undefined])
  await counted({ succeeded: 2, failed: 0 })
  const { rows } = runRows.parse((await call('GET', `/app/runs/${id}/rows`)).json)
  expect(rows.map(({ recipient, failures }) => [recipient, failures.length])).toEqual([
    [`${chain}:${good}`, 0],
    [`${chain}:${right}`, 1],
  ])
  expect(rows[1]?.failures).toMatchObject([
    { recipient: `${chain}:${wrong}`, error: expect.stringContaining('127.0.0.1') },
  ])
}
