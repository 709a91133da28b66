import type { ProvidersState } from '../../shared/api-schemas/providers.ts'
import type { ProviderKind } from '../../shared/provider-kinds.ts'
import { secretLine } from '../ask/secret-line.ts'
import { type Context, withApi } from '../context.ts'
import { type ExitCode, exitCodes } from '../failure.ts'
import { table } from '../table.ts'
import type { Typed } from '../typed.ts'

export interface ProviderOptions {
  network?: string
  key?: string
  url?: string
}

/** Lists the providers that report what wallets hold. */
export async function listProviders(context: Context): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    const state = await api.providers()
    terminal.result(state, linesOf(state, terminal.columns, typed))
    return exitCodes.done
  })
}

/** Tests a provider and sets it. For the key `-`, reads it from standard input, where no other program sees it. */
export async function setProvider(context: Context, kind: ProviderKind, options: ProviderOptions): Promise<ExitCode> {
  const { terminal, typed } = context
  const key = options.key === '-' ? await secretLine('the key of the provider') : options.key
  return withApi(context, async (api) => {
    const state = await api.setProvider(scopeOf(options), {
      ...{ kind, ...(key === undefined ? {} : { key }) },
      ...(options.url === undefined ? {} : { url: options.url }),
    })
    terminal.result(state, ['It works, and is set.', ...linesOf(state, terminal.columns, typed)])
    return exitCodes.done
  })
}

export async function testProvider(context: Context, options: ProviderOptions): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const tested = await api.testProvider(scopeOf(options))
    terminal.result({ ok: true, ...tested }, [
      `${tested.name} works: it listed what a wallet holds on ${tested.chain} in ${tested.latencyMs} ms.`,
    ])
    return exitCodes.done
  })
}

export async function dropProvider(context: Context, options: ProviderOptions): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    const state = await api.dropProvider(scopeOf(options))
    terminal.result(state, linesOf(state, terminal.columns, typed))
    return exitCodes.done
  })
}

/** Sets the IPFS gateways; without arguments, lists them. */
export async function setGateways(
  context: Context,
  urls: readonly string[],
  { default: usual = false }: { default?: boolean },
): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const { gateways } =
      usual || urls.length > 0 ? await api.setGateways(usual ? null : [...urls]) : await api.providers()
    terminal.result(gateways, [
      gateways.custom
        ? 'IPFS content of other people is asked for at, in turn:'
        : 'The usual gateways are asked, in turn:',
      ...gateways.list.map((url) => `  ${url}`),
    ])
    return exitCodes.done
  })
}

function scopeOf({ network }: ProviderOptions): string {
  return network ?? 'all'
}

function linesOf({ set, drivers }: ProvidersState, width: number, typed: Typed): string[] {
  const known = table(
    [{ header: 'provider' }, { header: 'key', most: 32 }, { header: 'knows' }],
    drivers.map(({ kind, chains, variable, fromEnvironment }) => [
      kind,
      variable === null ? 'none' : fromEnvironment ? `in ${variable}` : `--key or ${variable}`,
      chains.join(', '),
    ]),
    width,
  )
  if (set.length === 0)
    return [
      'No provider is set: on live networks wallets show what contracts of yours hold, and what a scan found.',
      `Set one: ${typed('providers set alchemy --key -')}`,
      '',
      ...known,
    ]
  const keyless = new Set(drivers.flatMap(({ kind, variable }) => (variable === null ? [kind] : [])))
  const rows = set.map(({ scope, kind, name, key, url }) => [
    scope,
    url === undefined ? name : `${name} at ${url}`,
    key ?? (keyless.has(kind) ? 'none' : 'from the environment'),
  ])
  return [...table([{ header: 'networks' }, { header: 'provider' }, { header: 'key' }], rows, width), '', ...known]
}
