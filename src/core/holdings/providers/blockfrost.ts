import { z } from 'zod'
import { unitForm } from '../../chains/cardano/asset-id.ts'
import type { CardanoNetwork } from '../../chains/cardano/cardano-networks.ts'
import { amount } from './fields.ts'
import { indexBase, networkAt } from './index-base.ts'
import { askIndex, eachOf } from './index-calls.ts'
import { tokenBucket } from './pace.ts'
import type { HeldUnit, UnitOptions, UnitProvider } from './provider.ts'

/** docs.blockfrost.io: keys begin with the name of their network. */
const servers: Readonly<Record<CardanoNetwork, string>> = {
  mainnet: 'https://cardano-mainnet.blockfrost.io/api/v0',
  preprod: 'https://cardano-preprod.blockfrost.io/api/v0',
  preview: 'https://cardano-preview.blockfrost.io/api/v0',
}

/** Blockfrost's own limit: the most rows of a page. */
const rowsAtOnce = 100
/** docs.blockfrost.io, "Limits": 10 calls a second, and 500 at once after a rest. Ours are lower: other programs share the key, or the network. */
const [burst, everyMs] = [250, 110]
/** "Errors": 402, no calls left for today; 418, the address is banned because it kept asking. */
const [limits, restMs] = [[402, 418], 60_000]

const unitAmount = z.object({ unit: z.string(), quantity: amount })
const output = z.object({ amount: z.array(z.unknown()) })
const asset = z.object({
  quantity: amount.nullish().catch(null),
  onchain_metadata: z.unknown().optional(),
  metadata: z.unknown().optional(),
})
const rows = z.array(z.unknown())

/** Blockfrost's API, version 0, with a key. It answers 404 for an address that was never used. */
export const blockfrost: UnitProvider = {
  lists: 'units',
  name: 'Blockfrost',
  chains: ['cardano'],
  keyless: false,
  rule: () => tokenBucket(burst, everyMs),
  beside: 100,
  place({ key, url }) {
    const network = /^(mainnet|preprod|preview)/.exec(key)?.[1] as CardanoNetwork | undefined
    if (url === null) return { base: servers[network ?? 'mainnet'], network: network ?? 'mainnet' }
    const base = indexBase('Blockfrost', url, '/api/v0')
    return { base, network: networkAt(servers, base) ?? network ?? null }
  },
  async magic(options) {
    return (await asked(options, 'genesis', z.object({ network_magic: z.number() }))).network_magic
  },
  async held({ address, cursor, ...options }) {
    const page = Number(cursor ?? 1)
    const query = `count=${rowsAtOnce}&page=${page}&order=asc`
    const isStake = address.startsWith('stake')
    const path = isStake ? `accounts/${address}/addresses/assets` : `addresses/${address}/utxos`
    const answer = await asked(options, `${path}?${query}`, rows, [])
    // For a stake address it returns sums, for any other address outputs with several assets each.
    const amounts = isStake ? answer : answer.flatMap((row) => output.safeParse(row).data?.amount ?? [null])
    let unread = 0
    const held = amounts.flatMap((row): HeldUnit[] => {
      const read = unitAmount.safeParse(row).data
      if (read?.unit === 'lovelace') return []
      if (read && unitForm.test(read.unit)) return [read]
      unread++
      return []
    })
    return { held, sums: isStake, unread, next: answer.length < rowsAtOnce ? null : String(page + 1) }
  },
  async describe({ units, ...options }, tell) {
    await eachOf(units, async (unit) => {
      const answer = await asked(options, `assets/${unit}`, asset.nullable(), null)
      tell(
        unit,
        answer && {
          supply: answer.quantity ?? null,
          metadata: { fields: answer.onchain_metadata, registry: answer.metadata },
        },
      )
    })
  },
}

function asked<Schema extends z.ZodType>(
  options: UnitOptions,
  path: string,
  schema: Schema,
  absent?: NoInfer<z.output<Schema>>,
) {
  const headers = { project_id: options.key }
  return askIndex(options, path, {
    ...{ name: 'Blockfrost', headers, schema, limits, restMs },
    ...(absent === undefined ? {} : { absent }),
  })
}
