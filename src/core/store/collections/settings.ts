import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { CollectionChange, ShownOfCollection } from '../../chains/family/collections.ts'
import type { CollectionsTable } from '../tables/collections.ts'

type CollectionRow = Selectable<CollectionsTable>

/** What a purchase costs and how many tokens are for sale. */
const payments = z.object({
  /** Smallest unit of the chain's own coin, for one token. */
  price: z.string(),
  payee: z.string(),
  /** Tokens set aside for purchases in all, bought or not; null: as many as there may ever be (collections without a limit). */
  setAside: z.int().nullable(),
})
export type Payments = z.infer<typeof payments>

const initialSettings = z.object({ supplyLimit: z.int().nullable(), payments: payments.nullable() })
/** The settings that a contract is deployed with. */
export type InitialSettings = z.infer<typeof initialSettings>

const shownOfCollection = z.object({
  description: z.string(),
  imageUrl: z.string(),
  bannerUrl: z.string(),
  link: z.string(),
})

const collectionSettings = initialSettings.extend({
  royalty: z.object({ receiver: z.string(), basisPoints: z.int() }).nullable(),
  /** Without a slash at its end. */
  baseUri: z.string().nullable(),
  transferable: z.boolean(),
  /** The collection's own metadata since it was changed; null: as the contract was deployed with it. */
  changed: shownOfCollection.extend({ uri: z.string() }).nullable().default(null),
})
/** The settings of a collection that can be changed on its chain. */
export type CollectionSettings = z.infer<typeof collectionSettings>

/** The settings of a collection before any change. */
export function settingsAtFirst(initial: InitialSettings): CollectionSettings {
  return { ...initial, royalty: null, baseUri: null, transferable: true, changed: null }
}

/** The settings that a collection's contract is deployed with. */
export function initialOf(row: Pick<CollectionRow, 'initial'>): InitialSettings {
  return initialSettings.parse(JSON.parse(row.initial))
}

/** The settings of a collection on chain, as far as they are confirmed. */
export function settledOf(row: Pick<CollectionRow, 'settled'>): CollectionSettings {
  return collectionSettings.parse(JSON.parse(row.settled))
}

/** What a collection's own metadata says. @param settings by default those on chain */
export function shownOf(
  row: Pick<CollectionRow, 'metadata' | 'settled'>,
  { changed }: CollectionSettings = settledOf(row),
): ShownOfCollection {
  if (changed === null) return { ...asMade.parse(JSON.parse(row.metadata)), bannerUrl: '', link: '' }
  const { uri: _, ...shown } = changed
  return shown
}

/** A collection is deployed with no more metadata than this. */
const asMade = z.object({ description: z.string(), imageUrl: z.string() })

/** The wanted payments of a collection: once all requested changes are made. */
export function wantedPayments(row: Pick<CollectionRow, 'payments'>): Payments | null {
  return row.payments === null ? null : payments.parse(JSON.parse(row.payments))
}

/** The settings after a change. `purchased`: how many tokens were bought before it. */
export function settingsAfter(
  settings: CollectionSettings,
  change: CollectionChange,
  purchased: number,
): CollectionSettings {
  switch (change.kind) {
    case 'set-supply-limit':
      return { ...settings, supplyLimit: change.supplyLimit }
    case 'set-payments': {
      const { sale } = change
      if (sale === null) return { ...settings, payments: null }
      const setAside = sale.supply === null ? null : purchased + sale.supply
      return { ...settings, payments: { price: sale.price, payee: sale.payee, setAside } }
    }
    case 'set-royalty':
      return { ...settings, royalty: change.royalty }
    case 'set-base-uri':
      return { ...settings, baseUri: change.uri }
    case 'set-transferable':
      return { ...settings, transferable: change.transferable }
    case 'set-metadata':
      return { ...settings, changed: { ...change.shown, uri: change.uri } }
    case 'hand-over':
      return settings
  }
}

/** The columns that hold the wanted settings. */
export function wantedColumns(
  wanted: CollectionSettings,
): Pick<CollectionsTable, 'supply_limit' | 'payments' | 'base_uri'> {
  return {
    supply_limit: wanted.supplyLimit,
    payments: wanted.payments === null ? null : JSON.stringify(wanted.payments),
    base_uri: wanted.baseUri,
  }
}
