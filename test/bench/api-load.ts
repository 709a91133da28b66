/**
 * The load of `npm run bench:api`, in a process of its own: so many requests over so many connections, each sent when the one before it
 * on its connection was answered. `node api-load.ts <LoadWish as JSON>` prints a `LoadResult` as JSON.
 */
import { createHash } from 'node:crypto'
import { Pool } from 'undici'

export interface LoadWish {
  origin: string
  key: string
  /** `mint`: single mints, each another one; `read`: NFTs by their ids, in turn. */
  kind: 'mint' | 'read'
  path: string
  ids: readonly string[]
  connections: number
  requests: number
  /** Tells mints of this load from others. */
  tag: string
}

export interface LoadResult {
  seconds: number
  /** Requests that were not answered with 200. */
  refused: number
  /** Milliseconds from sending to the whole answer. */
  p50: number
  p99: number
  /** Processor time that this load itself took, ms. */
  ownMs: number
  /** Ids of the first mints. */
  ids: string[]
}

const idsKept = 1_000

async function load(wish: LoadWish): Promise<LoadResult> {
  const pool = new Pool(wish.origin, { connections: wish.connections, pipelining: 1 })
  const headers = { 'x-api-key': wish.key, 'content-type': 'application/json' }
  const took = new Float64Array(wish.requests)
  const ids: string[] = []
  let next = 0
  let refused = 0
  const one = async (at: number): Promise<void> => {
    const began = performance.now()
    const { statusCode, body } = await pool.request(
      wish.kind === 'mint'
        ? { method: 'POST', path: wish.path, headers, body: mint(wish.tag, at) }
        : { method: 'GET', path: `${wish.path}/${wish.ids[at % wish.ids.length] ?? ''}`, headers },
    )
    const answer = await body.text()
    took[at] = performance.now() - began
    if (statusCode !== 200) refused++
    else if (wish.kind === 'mint' && ids.length < idsKept) ids.push((JSON.parse(answer) as { id: string }).id)
  }
  const cpu = process.cpuUsage()
  const began = performance.now()
  await Promise.all(
    Array.from({ length: wish.connections }, async () => {
      while (next < wish.requests) await one(next++)
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  await pool.close()
  took.sort()
  const at = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN
  return { seconds, refused, p50: at(0.5), p99: at(0.99), ownMs: (user + system) / 1_000, ids }
}

function mint(tag: string, at: number): string {
  const address = createHash('sha256').update(`${tag} ${at}`).digest('hex').slice(0, 40)
  return JSON.stringify({
    recipient: `polygon:0x${address}`,
    metadata: {
      name: `Badge ${tag} ${at}`,
      description: 'For guests, with thanks',
      image: 'ipfs://bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e',
      attributes: [{ trait_type: 'Seat', value: at }],
    },
  })
}

console.log(JSON.stringify(await load(JSON.parse(process.argv[2] ?? '') as LoadWish)))
