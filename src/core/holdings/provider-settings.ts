import { base58 } from '@scure/base'
import { z } from 'zod'
import type { ProviderRequest, ProvidersState, ProviderTest } from '../../shared/api-schemas/providers.ts'
import { type ProviderKind, providerKinds } from '../../shared/provider-kinds.ts'
import { isLiveChain } from '../chains/networks.ts'
import { CoreError } from '../lib/errors.ts'
import { readSetting, writeSetting } from '../store/installation/settings.ts'
import type { Store } from '../store/sqlite/open.ts'
import { alchemy } from './providers/alchemy.ts'
import { blockscout } from './providers/blockscout.ts'
import { das } from './providers/das.ts'
import { moralis } from './providers/moralis.ts'
import { type AnyProvider, ProviderError } from './providers/provider.ts'

const drivers: Readonly<Record<ProviderKind, AnyProvider>> = { alchemy, blockscout, moralis, das }

/** Where keys may stand instead of the database. */
const variables: Readonly<Record<ProviderKind, string>> = {
  alchemy: 'MINTDESK_ALCHEMY_KEY',
  blockscout: 'MINTDESK_BLOCKSCOUT_KEY',
  moralis: 'MINTDESK_MORALIS_KEY',
  das: 'MINTDESK_DAS_KEY',
}

/** Ours: gateways that anybody may use, tried in turn. */
const publicGateways: readonly string[] = ['https://ipfs.io', 'https://dweb.link', 'https://4everland.io']

const choice = z.object({ kind: z.enum(providerKinds), key: z.string().nullable() })
type Choice = z.infer<typeof choice>
/** By scope: `all`, or a network's name. */
const choices = z.record(z.string(), choice)
const settingKey = 'holdings.providers'
const gatewaysKey = 'holdings.gateways'

/** Which provider is asked for which network. */
export interface Providers {
  /** Without keys. */
  state(): Promise<ProvidersState>
  /** Tests a provider and sets it. @throws ProviderError; CoreError `network.unsupported` for an unknown scope */
  set(scope: string, request: ProviderRequest): Promise<ProvidersState>
  drop(scope: string): Promise<ProvidersState>
  /** Tests what is set. @throws ProviderError */
  test(scope: string): Promise<ProviderTest>
  /** Null: none is set for this network. */
  of(chain: string): Promise<{ provider: AnyProvider; key: string } | null>
  gateways(): Promise<readonly string[]>
  /** @throws CoreError `gateway.address` */
  setGateways(gateways: readonly string[] | null): Promise<ProvidersState>
}

export interface ProvidersOptions {
  db: Store
  env: Readonly<Record<string, string | undefined>>
}

export function openProviders({ db, env }: ProvidersOptions): Providers {
  const read = async (): Promise<Record<string, Choice>> => (await readSetting(db, settingKey, choices)) ?? {}
  const own = (): Promise<string[] | undefined> => readSetting(db, gatewaysKey, z.array(z.string()))
  const keyOf = ({ kind, key }: Choice): string => {
    const found = key ?? env[variables[kind]]
    if (found) return found
    throw new ProviderError(
      'key',
      `There is no key for ${drivers[kind].name}: give one, or set ${variables[kind]} before Mintdesk starts.`,
    )
  }

  async function state(): Promise<ProvidersState> {
    const gateways = await own()
    return {
      drivers: providerKinds.map((kind) => ({
        kind,
        name: drivers[kind].name,
        chains: [...drivers[kind].chains],
        forAll: isForAll(drivers[kind]),
        variable: variables[kind],
        fromEnvironment: Boolean(env[variables[kind]]),
      })),
      set: Object.entries(await read()).map(([scope, { kind, key }]) => ({
        scope,
        kind,
        name: drivers[kind].name,
        key: key === null ? null : masked(key),
      })),
      gateways: { custom: gateways !== undefined, list: [...(gateways ?? publicGateways)] },
    }
  }

  return {
    state,
    async set(scope, { kind, key: given }) {
      const chain = testedChain(scope, drivers[kind])
      const before = await read()
      const kept = [before[scope], ...Object.values(before)].find((one) => one?.kind === kind)?.key ?? null
      const key = given === undefined || given.trim() === '' ? kept : wellFormed(given.trim(), drivers[kind].name)
      await tried(drivers[kind], chain, keyOf({ kind, key }))
      await writeSetting(db, settingKey, { ...before, [scope]: { kind, key } } satisfies Record<string, Choice>)
      return await state()
    },
    async drop(scope) {
      const { [scope]: _dropped, ...rest } = await read()
      await writeSetting(db, settingKey, Object.keys(rest).length === 0 ? undefined : rest)
      return await state()
    },
    async test(scope) {
      const set = (await read())[scope]
      if (set === undefined)
        throw new CoreError('provider.missing', `No provider is set for ${named(scope)}: set one first.`)
      return await tried(drivers[set.kind], testedChain(scope, drivers[set.kind]), keyOf(set))
    },
    async of(chain) {
      const all = await read()
      const set = all[chain] ?? all.all
      if (set === undefined || (all[chain] === undefined && !drivers[set.kind].chains.includes(chain))) return null
      return { provider: drivers[set.kind], key: keyOf(set) }
    },
    gateways: async () => (await own()) ?? publicGateways,
    async setGateways(gateways) {
      await writeSetting(db, gatewaysKey, gateways === null ? undefined : [...new Set(gateways.map(gatewayOf))])
      return await state()
    },
  }
}

function named(scope: string): string {
  return scope === 'all' ? 'all networks' : scope
}

/** The network that a provider is tried on: its own, or for all of them the first that it knows. */
function testedChain(scope: string, provider: AnyProvider): string {
  if (scope !== 'all' && !isLiveChain(scope))
    throw new CoreError(
      'network.unsupported',
      `There is no network named ${JSON.stringify(scope)}; use its name, or all.`,
    )
  if (scope === 'all' && !isForAll(provider))
    throw new ProviderError(
      'chain',
      `${provider.name} is set for one network at a time: ${provider.chains.join(' or ')}.`,
    )
  const chain = scope === 'all' ? ['ethereum', ...provider.chains].find((one) => provider.chains.includes(one)) : scope
  if (chain !== undefined && provider.chains.includes(chain)) return chain
  throw new ProviderError(
    'chain',
    `${provider.name} does not list the NFTs on ${scope}: choose another provider for it.`,
  )
}

/** Whoever lists NFTs by their own addresses would take the place of the one that knows most networks. */
function isForAll({ lists }: AnyProvider): boolean {
  return lists === 'tokens'
}

/** Addresses that hold nothing on any network, as far as anybody knows. */
const quiet = {
  tokens: '0x00000000000000000000000000000000000a11ce',
  assets: base58.encode(new Uint8Array(32).fill(0x0a, 30)),
} as const

async function tried(provider: AnyProvider, chain: string, key: string): Promise<ProviderTest> {
  const start = performance.now()
  await provider.page({ chain, address: quiet[provider.lists], cursor: null, key, signal: AbortSignal.timeout(20_000) })
  return { name: provider.name, chain, latencyMs: Math.round(performance.now() - start) }
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
