import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { assetOf } from '../chains/cardano/asset-id.ts'
import { metadataOf } from '../chains/cardano/metadata.ts'
import { metadataBytes } from './foreign-metadata.ts'
import type { IndexSource } from './index-source.ts'
import { type HeldUnit, ProviderError, type UnitFacts } from './providers/provider.ts'
import { within } from './within.ts'

/** The assets that an address holds, by an index. */
export interface UnitsSaid {
  /** Sorted by name. */
  units: readonly HeldUnit[]
  /** Whether the list is complete and recent. */
  complete: boolean
  notes: string[]
}

/** The known facts of an asset. */
export interface KnownUnit {
  supply: bigint | null
  /** JSON; null where the metadata cannot be read. */
  metadata: string | null
}

export interface IndexAsker {
  /** @throws ProviderError where nothing at all is known */
  held(source: IndexSource, address: string, patienceMs: number): Promise<UnitsSaid>
  /** The facts of an asset that was described recently. */
  known(source: IndexSource, unit: string): KnownUnit | undefined
  /** Asks about unknown assets and waits up to `patienceMs`; later answers are known at the next call. Returns what went wrong, a sentence each. */
  describe(source: IndexSource, units: readonly string[], patienceMs: number): Promise<string[]>
}

export interface IndexAskerOptions {
  clock: () => number
  log: Logger
  signal: AbortSignal
}

/** Ours: how long a wallet's list counts as recent, ms; its pages that are asked for; how long an asset's facts count, and unknown ones, ms. */
const freshMs = 60_000
const mostPages = 200
const knownMs = 3_600_000
const unknownMs = 5 * 60_000
/** Ours: assets of all wallets, and characters of metadata, in memory. */
const mostRemembered = 200_000
const mostCharacters = 64 * 1024 * 1024

/** Asks an index and remembers its answers, in memory only, since they can soon be had again. */
export function indexAsker({ clock, log, signal }: IndexAskerOptions): IndexAsker {
  const answers = new LRUCache<string, { units: HeldUnit[]; at: number }>({
    maxSize: mostRemembered,
    sizeCalculation: ({ units }) => units.length + 1,
  })
  const facts = new LRUCache<string, KnownUnit & { until: number }>({
    maxSize: mostCharacters,
    sizeCalculation: ({ metadata }) => (metadata?.length ?? 0) + 200,
  })
  const listing = new Map<string, { said: Promise<UnitsSaid>; soFar: Map<string, bigint> }>()
  const describing = new Map<string, Promise<string | null>>()
  const nameOf = ({ base }: IndexSource, of: string): string => `${base} ${of}`

  function sentenceOf(error: unknown, { provider }: IndexSource): string {
    if (error instanceof ProviderError) return error.message
    if (!signal.aborted) log.warn({ err: error }, 'a provider could not be asked')
    return `${provider.name} could not be asked.`
  }

  async function listAll(source: IndexSource, address: string, soFar: Map<string, bigint>): Promise<UnitsSaid> {
    const { provider } = source
    const at = clock()
    const notes: string[] = []
    let unread = 0
    let cursor: string | null = null
    for (let pages = 0; ; pages++) {
      if (pages === mostPages) {
        notes.push(`${provider.name} has more of this wallet than is asked for.`)
        break
      }
      const asked: string | null = cursor
      const page = await provider.held({ ...source, address, cursor: asked })
      for (const { unit, quantity } of page.held) soFar.set(unit, quantity + (page.sums ? 0n : (soFar.get(unit) ?? 0n)))
      unread += page.unread
      cursor = page.next
      if (cursor === null || cursor === asked) break
    }
    if (unread > 0)
      notes.push(
        `${provider.name} told of ${unread === 1 ? 'one asset' : `${unread} assets`} in a form that cannot be read.`,
      )
    const units = sorted(soFar)
    if (notes.length === 0) answers.set(nameOf(source, address), { units, at })
    return { units, complete: notes.length === 0, notes }
  }

  function asked(source: IndexSource, address: string) {
    const name = nameOf(source, address)
    const known = listing.get(name)
    if (known) return known
    const soFar = new Map<string, bigint>()
    const said = listAll(source, address, soFar)
      .catch((error: unknown): UnitsSaid => {
        const before = answers.get(name)?.units ?? (soFar.size > 0 ? sorted(soFar) : null)
        if (before === null)
          throw error instanceof ProviderError ? error : new ProviderError('unreachable', sentenceOf(error, source))
        return { units: before, complete: false, notes: [sentenceOf(error, source)] }
      })
      .finally(() => listing.delete(name))
    const one = { said, soFar }
    listing.set(name, one)
    return one
  }

  function keep(source: IndexSource, unit: string, said: UnitFacts | null): void {
    const text = said && textOf(unit, said)
    const supply = said?.supply ?? null
    facts.set(nameOf(source, unit), {
      supply,
      metadata: text,
      until: clock() + (supply === null ? unknownMs : knownMs),
    })
  }

  function known(source: IndexSource, unit: string): KnownUnit | undefined {
    const found = facts.get(nameOf(source, unit))
    return found && found.until > clock() ? found : undefined
  }

  return {
    async held(source, address, patienceMs) {
      const before = answers.get(nameOf(source, address))
      if (before && clock() - before.at < freshMs) return { units: before.units, complete: true, notes: [] }
      const { said, soFar } = asked(source, address)
      const found = await within(patienceMs, said, null)
      if (found !== null) return found
      const { name } = source.provider
      const units = before?.units ?? sorted(soFar)
      if (units.length === 0)
        throw new ProviderError('unreachable', `${name} has not answered in ${Math.round(patienceMs / 1_000)} seconds.`)
      return {
        ...{ units, complete: false },
        notes: [`${name} is still telling what the wallet holds; ask again for the rest.`],
      }
    },
    known,
    async describe(source, units, patienceMs) {
      const { provider } = source
      const open = units.filter((unit) => known(source, unit) === undefined)
      const fresh = open.filter((unit) => !describing.has(nameOf(source, unit)))
      if (fresh.length > 0) {
        const work = provider
          .describe({ ...source, units: fresh }, (unit, said) => keep(source, unit, said))
          .then(() => null)
          .catch((error: unknown) => sentenceOf(error, source))
          .finally(() => {
            for (const unit of fresh) describing.delete(nameOf(source, unit))
          })
        for (const unit of fresh) describing.set(nameOf(source, unit), work)
      }
      const jobs = new Set(open.flatMap((unit) => describing.get(nameOf(source, unit)) ?? []))
      const late = [`${provider.name} is still telling of these assets; ask again for the rest.`]
      const notes = await within(patienceMs, Promise.all(jobs), late)
      return notes.flatMap((note) => note ?? [])
    },
  }
}

/** Null also for metadata that is too large, or nested too deep to be serialised. */
function textOf(unit: string, { metadata: raw }: UnitFacts): string | null {
  try {
    const metadata = metadataOf(assetOf(unit), raw)
    const text = metadata === null ? null : JSON.stringify(metadata)
    return text === null || text.length > metadataBytes ? null : text
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function sorted(units: ReadonlyMap<string, bigint>): HeldUnit[] {
  return [...units]
    .map(([unit, quantity]) => ({ unit, quantity }))
    .sort((a, b) => (a.unit < b.unit ? -1 : a.unit > b.unit ? 1 : 0))
}
