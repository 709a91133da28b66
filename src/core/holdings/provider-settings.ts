import { z } from 'zod'
import type { ProviderRequest, ProvidersState, ProviderTest } from '../../shared/api-schemas/providers.ts'
import { type ProviderKind, providerKinds } from '../../shared/provider-kinds.ts'
import { CoreError } from '../lib/errors.ts'
import { readSetting, writeSetting } from '../store/installation/settings.ts'
import type { Store } from '../store/sqlite/open.ts'
import { alchemy } from './providers/alchemy.ts'
import { aptosIndexer } from './providers/aptos-indexer.ts'
import { blockfrost } from './providers/blockfrost.ts'
import { blockscout } from './providers/blockscout.ts'
import { das } from './providers/das.ts'
import { koios } from './providers/koios.ts'
import { moralis } from './providers/moralis.ts'
import { type AnyProvider, ProviderError } from './providers/provider.ts'
import { isForAll, namedScope, testedChain, tryProvider } from './try-provider.ts'

const drivers: Readonly<Record<ProviderKind, AnyProvider>> = {
  ...{ alchemy, blockscout, moralis, das, koios, blockfrost },
  'aptos-indexer': aptosIndexer,
}

/** Environment variables that may hold keys instead of the database. */
const variables: Partial<Readonly<Record<ProviderKind, string>>> = {
  alchemy: 'MINTDESK_ALCHEMY_KEY',
  blockscout: 'MINTDESK_BLOCKSCOUT_KEY',
  moralis: 'MINTDESK_MORALIS_KEY',
  das: 'MINTDESK_DAS_KEY',
  blockfrost: 'MINTDESK_BLOCKFROST_KEY',
  'aptos-indexer': 'MINTDESK_APTOS_INDEXER_KEY',
}

/** Environment variables for the addresses of the person's own servers. */
const urlVariables: Partial<Readonly<Record<ProviderKind, string>>> = {
  koios: 'MINTDESK_KOIOS_URL',
  blockfrost: 'MINTDESK_BLOCKFROST_URL',
  'aptos-indexer': 'MINTDESK_APTOS_INDEXER_URL',
}

/** Ours: public gateways, tried in turn. */
const publicGateways: readonly string[] = ['https://ipfs.io', 'https://dweb.link', 'https://4everland.io']

const choice = z.object({ kind: z.enum(providerKinds), key: z.string().nullable(), url: z.string().optional() })
type Choice = z.infer<typeof choice>
/** By scope: `all`, or a network's name. */
const choices = z.record(z.string(), choice)
const settingKey = 'holdings.providers'
const gatewaysKey = 'holdings.gateways'

export interface UsedProvider {
  provider: AnyProvider
  /** '' where it needs none. */
  key: string
  /** The person's own server; absent: a public one. */
  url?: string
}

/** The settings of which provider is asked for which network. */
export interface Providers {
  /** Without keys. */
  state(): Promise<ProvidersState>
  /** Tests a provider and sets it. @throws ProviderError; CoreError `network.unsupported` for an unknown scope */
  set(scope: string, request: ProviderRequest): Promise<ProvidersState>
  drop(scope: string): Promise<ProvidersState>
  /** Tests the provider that is set. @throws ProviderError */
  test(scope: string): Promise<ProviderTest>
  /** Null: none is set for this network. */
  of(chain: string): Promise<UsedProvider | null>
  gateways(): Promise<readonly string[]>
  /** @param shown the list that the person edited; absent: any. @throws CoreError `gateway.address`, `gateway.changed` */
  setGateways(gateways: readonly string[] | null, shown?: readonly string[]): Promise<ProvidersState>
}

export interface ProvidersOptions {
  db: Store
  env: Readonly<Record<string, string | undefined>>
}

export function openProviders({ db, env }: ProvidersOptions): Providers {
  // Scopes come from requests: without a prototype, no scope can name a property that every object has.
  const read = async (from = db): Promise<Record<string, Choice>> =>
    Object.assign(Object.create(null), await readSetting(from, settingKey, choices))
  const own = (from = db): Promise<string[] | undefined> => readSetting(from, gatewaysKey, z.array(z.string()))
  const keyOf = ({ kind, key }: Choice): string => {
    const variable = variables[kind]
    const found = key ?? (variable && env[variable])
    if (found) return found
    if (isKeyless(drivers[kind])) return ''
    throw new ProviderError(
      'key',
      `There is no key for ${drivers[kind].name}: give one, or set ${variable} before Mintdesk starts.`,
    )
  }

  const isThere = (variable: string | undefined): boolean => variable !== undefined && Boolean(env[variable])
  const used = (set: Choice): UsedProvider => {
    const variable = urlVariables[set.kind]
    const url = set.url ?? ((variable && env[variable]) || undefined)
    return { provider: drivers[set.kind], key: keyOf(set), ...(url === undefined ? {} : { url }) }
  }
  /** The provider where none is set: one with a key in the environment, else one that needs none. */
  const usual = (chain: string): Choice | undefined => {
    const known = providerKinds.filter(
      (kind) => (drivers[kind].lists === 'units' || isKeyless(drivers[kind])) && drivers[kind].chains.includes(chain),
    )
    const kind = known.find((one) => isThere(variables[one])) ?? known.find((one) => isKeyless(drivers[one]))
    return kind && { kind, key: null }
  }

  /** Sets the provider of a scope, or unsets it. Changes of other scopes in the meantime stay. */
  async function choose(scope: string, chosen: Choice | undefined): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const { [scope]: _before, ...rest } = await read(trx)
      const now = chosen === undefined ? rest : { ...rest, [scope]: chosen }
      await writeSetting(trx, settingKey, Object.keys(now).length === 0 ? undefined : now)
    })
  }

  async function state(): Promise<ProvidersState> {
    const gateways = await own()
    return {
      drivers: providerKinds.map((kind) => ({
        kind,
        name: drivers[kind].name,
        chains: [...drivers[kind].chains],
        forAll: isForAll(drivers[kind]),
        keyless: isKeyless(drivers[kind]),
        variable: variables[kind] ?? null,
        fromEnvironment: isThere(variables[kind]),
        urlVariable: urlVariables[kind] ?? null,
        urlFromEnvironment: isThere(urlVariables[kind]),
      })),
      set: Object.entries(await read()).map(([scope, { kind, key, url }]) => ({
        scope,
        kind,
        name: drivers[kind].name,
        key: key === null ? null : masked(key),
        ...(url === undefined ? {} : { url }),
      })),
      gateways: { custom: gateways !== undefined, list: [...(gateways ?? publicGateways)] },
    }
  }

  return {
    state,
    async set(scope, { kind, key: given, url: wanted }) {
      const driver = drivers[kind]
      const chain = testedChain(scope, driver)
      const before = await read()
      const kept = [before[scope], ...Object.values(before)].find((one) => one?.kind === kind)
      const isGiven = given !== undefined && given.trim() !== ''
      const key = isGiven && variables[kind] !== undefined ? wellFormed(given.trim(), driver.name) : (kept?.key ?? null)
      const url = wanted === undefined ? kept?.url : wanted.trim()
      if (url && urlVariables[kind] === undefined)
        throw new ProviderError('url', `${driver.name} has no address that can be set: leave it out.`)
      const chosen: Choice = { kind, key, ...(url ? { url } : {}) }
      await tryProvider({ ...used(chosen), chain })
      await choose(scope, chosen)
      return await state()
    },
    async drop(scope) {
      await choose(scope, undefined)
      return await state()
    },
    async test(scope) {
      const set = (await read())[scope] ?? usual(scope)
      if (set === undefined)
        throw new CoreError('provider.missing', `No provider is set for ${namedScope(scope)}: set one first.`)
      return await tryProvider({ ...used(set), chain: testedChain(scope, drivers[set.kind]) })
    },
    async of(chain) {
      const { [chain]: own, all } = await read()
      const set = own ?? (all && drivers[all.kind].chains.includes(chain) ? all : usual(chain))
      return set === undefined ? null : used(set)
    },
    gateways: async () => (await own()) ?? publicGateways,
    async setGateways(gateways, shown) {
      const wanted = gateways === null ? undefined : [...new Set(gateways.map(gatewayOf))]
      await db.transaction().execute(async (trx) => {
        const now = (await own(trx)) ?? publicGateways
        if (shown !== undefined && shown.join('\n') !== now.join('\n'))
          throw new CoreError(
            'gateway.changed',
            `The gateways were changed meanwhile: they are ${now.join(', ')} now. Look at your list with that in mind, then save it again.`,
          )
        await writeSetting(trx, gatewaysKey, wanted)
      })
      return await state()
    },
  }
}

function isKeyless(provider: AnyProvider): boolean {
  return provider.lists !== 'tokens' && provider.keyless
}

function wellFormed(key: string, name: string): string {
  if (/^[\x21-\x7e]{8,500}$/.test(key)) return key
  throw new ProviderError('key', `That is no key of ${name}: copy it again from its dashboard, without spaces.`)
}

function masked(key: string): string {
  return `…${key.slice(-4)}`
}

/** The origin of a gateway's address. */
function gatewayOf(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  if (url && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '')
    return url.origin
  throw new CoreError(
    'gateway.address',
    `${JSON.stringify(text.slice(0, 60))} is not the address of an IPFS gateway: it begins with https://.`,
  )
}
