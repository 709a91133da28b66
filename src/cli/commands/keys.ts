import { type ApiKey, type KeyLimits, type Scope, scopes } from '../../shared/app-api.ts'
import { moment } from '../../shared/format.ts'
import { type Context, withApi } from '../context.ts'
import { type ExitCode, exitCodes } from '../failure.ts'
import { readNames } from '../names.ts'
import { table } from '../table.ts'

/** Makes an API key. The key is the only line on standard output, so that a script can read it. */
export async function createKey(
  context: Context,
  { name = '', scopes: named, ...limits }: { name?: string; scopes?: string } & LimitOptions,
): Promise<ExitCode> {
  const wanted = named === undefined ? undefined : readScopes(named)
  return withApi(context, async (api) => {
    const made = await api.createKey(name, wanted, limitsOf(limits))
    context.terminal.result(made, [made.key])
    context.terminal.note(`This key is shown this once: keep it safe. Its id is ${made.id}.`)
    return exitCodes.done
  })
}

/**
 * Reads `a,b` or `all`.
 * @throws CommandError that names what there is
 */
export function readScopes(text: string): Scope[] {
  if (text.trim() === 'all') return [...scopes]
  return readNames(text, scopes, { kind: 'scope', code: 'key.scope' })
}

export async function listKeys(context: Context): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    const keys = await api.keys()
    const none = [`There are no keys yet: make one with ${typed('keys create')}.`]
    terminal.result({ keys }, keys.length === 0 ? none : keyTable(keys, terminal.columns))
    return exitCodes.done
  })
}

export function keyTable(keys: readonly ApiKey[], width: number): string[] {
  return table(
    [
      { header: 'id' },
      { header: 'name', most: 16 },
      { header: 'last use' },
      { header: 'limits' },
      { header: 'scopes' },
    ],
    keys.map(({ id, name, revokedAt, lastUsedAt, scopes, ...limits }) => [
      id,
      name === '' ? '-' : name,
      revokedAt === null ? (lastUsedAt === null ? 'never' : moment(lastUsedAt)) : 'revoked',
      limitsText(limits),
      scopesText(scopes),
    ]),
    width,
  )
}

/** `all`, `all but wallets:nfts.transfer`, or a list. */
export function scopesText(held: readonly Scope[]): string {
  const missing = scopes.filter((one) => !held.includes(one))
  if (missing.length === 0) return 'all'
  return missing.length <= 2 ? `all but ${missing.join(', ')}` : held.join(', ')
}

export interface LimitOptions {
  requestsPerMinute?: number | 'none'
  mintsPerDay?: number | 'none'
}

function limitsOf({ requestsPerMinute, mintsPerDay }: LimitOptions): KeyLimits {
  const of = (limit: number | 'none'): number | null => (limit === 'none' ? null : limit)
  return {
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute: of(requestsPerMinute) }),
    ...(mintsPerDay === undefined ? {} : { mintsPerDay: of(mintsPerDay) }),
  }
}

/** `100/min, 5000 mints/day`, or `none`. */
export function limitsText({
  requestsPerMinute,
  mintsPerDay,
}: Pick<ApiKey, 'requestsPerMinute' | 'mintsPerDay'>): string {
  const parts = [
    ...(requestsPerMinute === null ? [] : [`${requestsPerMinute}/min`]),
    ...(mintsPerDay === null ? [] : [`${mintsPerDay} mints/day`]),
  ]
  return parts.length === 0 ? 'none' : parts.join(', ')
}

/** Limits a key's requests per minute and mints per day, or lifts the limits. */
export async function limitKey(context: Context, id: string, options: LimitOptions): Promise<ExitCode> {
  return withApi(context, async (api) => {
    const key = await api.changeKey(id, limitsOf(options))
    context.terminal.result(key, [`The limits of the key ${id}: ${limitsText(key)}.`])
    return exitCodes.done
  })
}

/** Renames a key; the key itself stays the same. */
export async function renameKey(context: Context, id: string, name: string): Promise<ExitCode> {
  return withApi(context, async (api) => {
    const key = await api.changeKey(id, { name })
    context.terminal.result(key, [`The key ${id} is called ${JSON.stringify(key.name)} now.`])
    return exitCodes.done
  })
}

export async function revokeKey(context: Context, id: string): Promise<ExitCode> {
  return withApi(context, async (api) => {
    await api.revokeKey(id)
    context.terminal.result({ id, revoked: true }, [`The key ${id} is revoked: nothing is let in with it any more.`])
    return exitCodes.done
  })
}
