import { z } from 'zod'
import { assetOf, unitForm } from '../../chains/cardano/asset-id.ts'
import type { CardanoNetwork } from '../../chains/cardano/cardano-networks.ts'
import { amount } from './fields.ts'
import { indexBase, networkAt } from './index-base.ts'
import { askIndex, eachOf } from './index-calls.ts'
import { slidingWindow } from './pace.ts'
import type { HeldUnit, UnitFacts, UnitOptions, UnitProvider } from './provider.ts'

/** api.koios.rest, "Servers". */
const servers: Readonly<Record<CardanoNetwork, string>> = {
  mainnet: 'https://api.koios.rest/api/v1',
  preprod: 'https://preprod.koios.rest/api/v1',
  preview: 'https://preview.koios.rest/api/v1',
}

/**
 * api.koios.rest, "Limits": rows of a page; without a key 100 calls in 10 seconds, 1 KB of a body, and a minute's ban for exceeding them.
 * Ours are a little lower: other programs on this network call it too, and calls do not arrive at the intervals at which they leave.
 */
const rowsAtOnce = 1_000
const bodyBytes = 1_000
const [calls, callsMs] = [90, 10_000]
const restMs = 60_000

const named = { policy_id: z.string(), asset_name: z.string().nullish() }
const heldRow = z.object({ ...named, quantity: amount })
const infoRow = z.object({
  ...named,
  total_supply: amount.nullish().catch(null),
  minting_tx_metadata: z.unknown().optional(),
  cip68_metadata: z.unknown().optional(),
  token_registry_metadata: z.unknown().optional(),
})
const rows = z.array(z.unknown())
const genesis = z.array(z.object({ networkmagic: z.coerce.number() })).min(1)

/** Koios' API, version 1, open to everybody: https://api.koios.rest. It is a PostgREST, so rows can be ordered and limited. */
export const koios: UnitProvider = {
  lists: 'units',
  name: 'Koios',
  chains: ['cardano'],
  keyless: true,
  rule: () => slidingWindow(calls, callsMs),
  beside: 300,
  place({ url, networks: [likeliest = 'mainnet'] }) {
    if (url === null) return { base: servers[likeliest], network: likeliest }
    const base = indexBase('Koios', url, '/api/v1')
    return { base, network: networkAt(servers, base) }
  },
  async magic(options) {
    const [first] = await asked(options, 'genesis', undefined, genesis)
    return first?.networkmagic ?? Number.NaN
  },
  async held({ address, cursor, ...options }) {
    const offset = Number(cursor ?? 0)
    const query = new URLSearchParams({
      select: 'policy_id,asset_name,quantity',
      order: 'policy_id.asc,asset_name.asc',
      ...{ offset: String(offset), limit: String(rowsAtOnce) },
    })
    const isStake = address.startsWith('stake')
    const answer = await asked(
      options,
      `${isStake ? 'account' : 'address'}_assets?${query}`,
      isStake ? { _stake_addresses: [address] } : { _addresses: [address] },
      rows,
    )
    const held = answer.flatMap((row): HeldUnit[] => {
      const read = heldRow.safeParse(row)
      const unit = read.success ? unitOf(read.data) : null
      return read.success && unit !== null ? [{ unit, quantity: read.data.quantity }] : []
    })
    return {
      held,
      sums: true,
      unread: answer.length - held.length,
      next: answer.length < rowsAtOnce ? null : String(offset + answer.length),
    }
  },
  async describe({ units, ...options }, tell) {
    const select = 'policy_id,asset_name,total_supply,minting_tx_metadata,cip68_metadata,token_registry_metadata'
    await eachOf(packed(units), async (some) => {
      const answer = await asked(options, `asset_info?select=${select}`, bodyOf(some), rows)
      const found = new Map(answer.flatMap((row) => factsIn(row)))
      for (const unit of some) tell(unit, found.get(unit) ?? null)
    })
  },
}

function asked<Schema extends z.ZodType>(options: UnitOptions, path: string, body: object | undefined, schema: Schema) {
  return askIndex(options, path, { name: 'Koios', schema, keyless: true, restMs, ...(body && { body }) })
}

/** Splits assets into bodies within the limit; their names differ in length. */
function packed(units: readonly string[]): string[][] {
  const bodies: string[][] = []
  let length = 0
  for (const unit of units) {
    // Quotes, brackets and commas: ["…","…"],
    const more = unit.length + 8
    const last = bodies.at(-1)
    if (last && length + more <= bodyBytes) last.push(unit)
    else bodies.push([unit])
    length = bodies.at(-1) === last ? length + more : JSON.stringify(bodyOf([unit])).length
  }
  return bodies
}

function bodyOf(units: readonly string[]): object {
  return {
    _asset_list: units.map((unit) => {
      const { policy, name } = assetOf(unit)
      return [policy, name]
    }),
  }
}

function factsIn(row: unknown): [string, UnitFacts][] {
  const read = infoRow.safeParse(row)
  const unit = read.success ? unitOf(read.data) : null
  if (!read.success || unit === null) return []
  const { total_supply, minting_tx_metadata: minted, cip68_metadata: datum, token_registry_metadata } = read.data
  return [[unit, { supply: total_supply ?? null, metadata: { minted, datum, registry: token_registry_metadata } }]]
}

function unitOf({ policy_id: policy, asset_name: name }: { policy_id: string; asset_name?: string | null }) {
  const unit = `${policy}${name ?? ''}`.toLowerCase()
  return unitForm.test(unit) ? unit : null
}
