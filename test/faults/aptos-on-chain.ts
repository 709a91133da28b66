/** What stands on a network of Aptos, read by plain calls, past everything of ours. */
import { z } from 'zod'

export interface TokenOnChain {
  address: string
  collection: string
  owner: string
  uri: string
  /** How often it was sent on by whoever had it, after its mint. */
  moves: number
}

/** A node's own bound. */
const pageOf = 100
/** Requests at a time. */
const atOnce = 16

const event = z.object({ type: z.string(), data: z.unknown() })
const versions = z.array(z.object({ version: z.string(), events: z.array(event).nullish() }))
const mintEvent = z.object({ collection: z.string(), token: z.string() })
const burnEvent = z.object({ token: z.string() })
const moveEvent = z.object({ object: z.string() })
const object = z.object({ data: z.object({ owner: z.string() }) })
const tokenData = z.object({ data: z.object({ uri: z.string() }) })
const counter = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)])
const supply = z.object({ data: z.object({ total_minted: counter }) })
const supplies = ['ConcurrentSupply', 'FixedSupply', 'UnlimitedSupply'] as const

async function read<Schema extends z.ZodType>(
  url: string,
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const answer = await fetch(`${url}${path}`)
  if (answer.status === 404) return null
  return schema.parse(await answer.json())
}

/**
 * All tokens that stand, from the events of all that is on the ledger, with their owners as the state has them.
 * @param url a node's, with `/v1`
 * @throws when not as many were minted as a collection itself counts
 */
export async function tokensOnChain(url: string): Promise<TokenOnChain[]> {
  const minted: { collection: string; token: string }[] = []
  const burnt = new Set<string>()
  const moved = new Map<string, number>()
  for (let from = 0; ; from += pageOf) {
    const page = (await read(url, `/transactions?start=${from}&limit=${pageOf}`, versions)) ?? []
    for (const { type, data } of page.flatMap(({ events }) => events ?? []))
      if (type === '0x4::collection::Mint') minted.push(mintEvent.parse(data))
      else if (type === '0x4::collection::Burn') burnt.add(longOf(burnEvent.parse(data).token))
      else if (type === '0x1::object::Transfer') {
        const token = longOf(moveEvent.parse(data).object)
        moved.set(token, (moved.get(token) ?? 0) + 1)
      }
    if (page.length < pageOf) break
  }
  for (const collection of new Set(minted.map((one) => one.collection))) {
    const told = minted.filter((one) => one.collection === collection).length
    const counted = await countOf(url, collection)
    if (counted !== told) throw new Error(`collection ${collection} counts ${counted} tokens, its events are ${told}`)
  }
  const standing = minted.filter(({ token }) => !burnt.has(longOf(token)))
  const found: TokenOnChain[] = []
  for (let from = 0; from < standing.length; from += atOnce)
    found.push(...(await Promise.all(standing.slice(from, from + atOnce).map((one) => heldOf(url, one, moved)))))
  return found
}

async function heldOf(
  url: string,
  { token, collection }: { token: string; collection: string },
  moved: ReadonlyMap<string, number>,
): Promise<TokenOnChain> {
  const held = await read(url, `/accounts/${token}/resource/0x1::object::ObjectCore`, object)
  const texts = await read(url, `/accounts/${token}/resource/0x4::token::Token`, tokenData)
  if (!held || !texts) throw new Error(`token ${token} was minted, and is no object`)
  // Its mint sends it once.
  const moves = (moved.get(longOf(token)) ?? 0) - 1
  const [address, owner] = [longOf(token), longOf(held.data.owner)]
  return { address, collection: longOf(collection), owner, uri: texts.data.uri, moves }
}

/** How many tokens a collection says that were ever minted. */
async function countOf(url: string, collection: string): Promise<number> {
  for (const kind of supplies) {
    const found = await read(url, `/accounts/${collection}/resource/0x4::collection::${kind}`, supply)
    if (found) return Number(found.data.total_minted)
  }
  return 0
}

/** An address with all of its digits. */
function longOf(address: string): string {
  return `0x${address.replace(/^0x/, '').padStart(64, '0')}`
}
