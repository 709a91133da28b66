/** The checks that need the core: keychain, RPCs of the project, clock, storage, backups. */
import { setTimeout as pause } from 'node:timers/promises'
import type { AppState, Network, RpcReport } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import type { Typed } from '../typed.ts'
import { aheadOf, judgeClock } from './clock.ts'
import { checked, type Line } from './line.ts'

/** Ours, ms: a slower RPC noticeably delays each round. */
const slowRpc = 1_500
/** Ours, ms: a network that is down is starting for a moment at each further attempt; one that is well can take longer. */
const startPatience = 10_000
/** Ours: polling interval, ms. */
const lookMs = 200

export async function checkThroughCore(api: AppClient, typed: Typed): Promise<Line[]> {
  const state = await stateAfterStarts(api)
  const [networks, ...others] = await Promise.all([
    checkNetworks(api, state, typed),
    checked('keychain', async () => keychainLine(await api.vault())),
    checked('storage', () => checkStorage(api, state, typed)),
    checked('backups', async () => backupsLine(await api.backups(), typed)),
  ])
  return [...networks, ...others]
}

/** The state as soon as no network is starting, or after `startPatience`. One that nobody uses does not start. */
async function stateAfterStarts(api: AppClient): Promise<AppState> {
  const end = Date.now() + startPatience
  let state = await api.state()
  while (state.networks.some(isStarting) && Date.now() < end) {
    await pause(lookMs)
    state = await api.state()
  }
  return state
}

const isStarting = ({ state }: Network): boolean => state === 'starting'

/** Checks the networks that the project uses. Tests the RPCs of live networks. */
async function checkNetworks(
  api: AppClient,
  { project, networks, treasuries }: AppState,
  typed: Typed,
): Promise<Line[]> {
  const used = networks.filter(({ chain }) => treasuries.some((treasury) => treasury.chain === chain))
  if (project.kind === 'practice') return [practiceLine(used), judgeClock([], 0)]
  if (used.length === 0)
    return [
      { name: 'rpcs', state: 'note', says: 'The project uses no network yet, so none was tested.' },
      judgeClock([], 0),
    ]
  const tested = await Promise.all(
    used.map(async ({ chain, label }) => {
      const [reports, list] = await Promise.all([api.testRpcs(chain), api.rpcs(chain)])
      return { line: rpcLine(label, reports, typed(`networks set ${chain} --rpc <url>`)), urls: list.rpcs }
    }),
  )
  // The core hides the keys in these URLs. Asking a server for its time needs no key.
  const urls = [...new Set(tested.flatMap((each) => each.urls).flatMap((url) => URL.parse(url)?.origin ?? []))]
  const ahead = await Promise.all(urls.map((url) => aheadOf(url)))
  return [
    ...tested.map(({ line }) => line),
    judgeClock(
      ahead.filter((seconds) => seconds !== undefined),
      urls.length,
    ),
  ]
}

function practiceLine(used: readonly Network[]): Line {
  const name = 'networks'
  const down = used.filter(({ state }) => state === 'down')
  if (down.length > 0)
    return {
      name,
      state: 'broken',
      says: down.map(({ label, reason }) => `${label} is down: ${reason ?? 'it says nothing'}`).join(' '),
    }
  const starting = used.filter(isStarting)
  if (starting.length > 0)
    return {
      name,
      state: 'note',
      says: `Not known yet: ${starting.map(({ label }) => label).join(', ')} ${starting.length === 1 ? 'is' : 'are'} still starting.`,
      cure: 'Wait a moment, then run the doctor again.',
    }
  return { name, state: 'ok', says: 'A practice project: its networks run inside Mintdesk.' }
}

/** @param set the command that sets other RPCs */
export function rpcLine(label: string, reports: readonly RpcReport[], set: string): Line {
  const name = `rpcs of ${label}`
  const good = reports.filter(({ ok }) => ok)
  const says = reports
    .map(({ url, verdict, latencyMs }) => `${url}: ${verdict}${latencyMs === null ? '' : ` (${latencyMs} ms)`}`)
    .join(' ')
  const cure = `Set others: ${set}`
  if (good.length === 0) return { name, state: 'broken', says: says || 'No RPC is set.', cure }
  const isSlow = good.every(({ latencyMs }) => latencyMs !== null && latencyMs > slowRpc)
  return good.length < reports.length || isSlow ? { name, state: 'slow', says, cure } : { name, state: 'ok', says }
}

type Vault = Awaited<ReturnType<AppClient['vault']>>

function keychainLine({ state, message, keychain }: Vault): Line {
  const name = 'keychain'
  if (state === 'refused') return { name, state: 'broken', says: message ?? 'The vault cannot be used.' }
  if (state === 'none') return { name, state: 'note', says: 'There is no vault yet; practice projects need none.' }
  if (state === 'environment') return { name, state: 'note', says: 'The seed comes from MINTDESK_LIVE_SEED.' }
  if (keychain.on && keychain.unavailable === null) return { name, state: 'ok', says: 'The keychain opens the vault.' }
  return { name, state: 'note', says: keychain.unavailable ?? 'The passphrase opens the vault.' }
}

async function checkStorage(api: AppClient, { project }: AppState, typed: Typed): Promise<Line> {
  const name = 'storage'
  const { service } = await api.storage()
  if (service === null) {
    const says = 'No storage is set; live projects whose metadata you do not host need one.'
    return { name, state: 'note', says, ...(project.kind === 'live' ? { cure: typed('storage set …') } : {}) }
  }
  const tested = await api.testStorage()
  return { name, state: 'ok', says: `${tested.name} keeps files (${tested.latencyMs} ms).` }
}

type Backups = Awaited<ReturnType<AppClient['backups']>>

export function backupsLine({ missing, schedule, last, notice }: Backups, typed: Typed): Line {
  const name = 'backups'
  if (notice !== null) return { name, state: 'broken', says: notice }
  if (missing !== null) return { name, state: 'note', says: missing }
  if (schedule === null)
    return {
      name,
      state: 'note',
      says: 'No backups are made.',
      cure: `${typed('backups on <place>')} makes them by itself.`,
    }
  return {
    name,
    state: 'ok',
    says: `Every ${schedule.everyMinutes} minutes to ${schedule.place}${last === null ? '; none was made yet' : `, the last at ${last.madeAt}`}.`,
  }
}
