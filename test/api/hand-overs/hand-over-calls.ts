import { type HandedNft, type HandOver, handedNfts, handOver, handOverQuote } from '../../../src/shared/app-api.ts'
import type { Caller } from '../../core/trial-core.ts'
import { until } from '../../minting/open-engine.ts'

/** A hand-over in one of these states. */
export async function reached(call: Caller, id: string, ...states: HandOver['state'][]): Promise<HandOver> {
  return await until(
    `the hand-over is ${states}`,
    async () => {
      const now = handOver.parse((await call('GET', `/app/hand-overs/${id}`)).json)
      return states.includes(now.state) && now
    },
    90_000,
  )
}

/** Sends a file and waits until it is checked. */
export async function checkedFile(call: Caller, csv: string, query = ''): Promise<HandOver> {
  const answer = await call('POST', `/app/hand-overs?name=people.csv${query}`, Buffer.from(csv))
  if (answer.status !== 200) throw new Error(answer.text)
  return await reached(call, handOver.parse(answer.json).id, 'checked', 'failed')
}

/** Hands over all that a file moves; its price, and what became of each NFT. */
export async function handedOver(
  call: Caller,
  csv: string,
): Promise<{ seen: HandOver; expected: number; done: HandOver; nfts: HandedNft[] }> {
  const seen = await checkedFile(call, csv)
  const { chains } = handOverQuote.parse((await call('GET', `/app/hand-overs/${seen.id}/quote`)).json)
  const started = await call('POST', `/app/hand-overs/${seen.id}/start`, { nfts: seen.nfts.total })
  if (started.status !== 200) throw new Error(started.text)
  const done = await reached(call, seen.id, 'finished')
  const nfts = handedNfts.parse((await call('GET', `/app/hand-overs/${seen.id}/nfts`)).json)
  return { seen, expected: Number(chains[0]?.fee.expected.amount), done, nfts }
}
