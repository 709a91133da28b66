import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { WalletScan } from '../../shared/app-api.ts'
import type { ChainClient, Chains } from '../chains/family/family.ts'
import { createThrottle } from '../events/throttle.ts'
import { CoreError } from '../lib/errors.ts'
import { dropScan, findScan, openScan, runningScans, type ScanRow, setScanState } from '../store/holdings/scans.ts'
import { countSightings } from '../store/holdings/sightings.ts'
import type { Store } from '../store/sqlite/open.ts'
import { type Wallet, walletScope } from './read-events.ts'
import { checkedScan, readOn } from './scan.ts'

/** Scans of whole live networks for what a wallet holds. The person starts them; they run in the background and continue after restarts. */
export interface Scans {
  /** Starts or resumes a scan. @throws CoreError where the network cannot be used */
  start(wallet: Wallet): Promise<WalletScan>
  /** Stops the scan where it is. */
  pause(wallet: Wallet): Promise<WalletScan>
  /** Stops the scan and deletes its progress; tokens that it found stay known. */
  cancel(wallet: Wallet): Promise<WalletScan>
  state(wallet: Wallet): Promise<WalletScan>
  /** Resumes the scans that were running when the core ended. */
  resume(): Promise<void>
  close(): Promise<void>
}

export interface ScansOptions {
  db: Store
  chains: Pick<Chains, 'client' | 'reader'>
  log: Logger
  /** Called as a scan progresses, a few times a second at most, in order; the last state is always reported. */
  onChange(kind: Wallet['kind'], scan: WalletScan): void
}

interface Job {
  stop: AbortController
  done: Promise<void>
}

/** Ours: calls between two reads of the head; waits after failures, ms; the most failures in a row; the time between two reports, ms. */
const callsPerLook = 25
const firstRestMs = 1_000
const longestRestMs = 60_000
const mostFailures = 8
const tellEveryMs = 400

export function openScans({ db, chains, log, onChange }: ScansOptions): Scans {
  const jobs = new Map<string, Job>()
  const heads = new Map<string, number>()
  const keyOf = ({ kind, chain, address }: Wallet) => ({ network: `${kind}:${chain}`, scope: walletScope(address) })
  const nameOf = (wallet: Wallet): string => Object.values(keyOf(wallet)).join(' ')

  async function state(wallet: Wallet): Promise<WalletScan> {
    const { network, scope } = keyOf(wallet)
    const row = await findScan(db, network, scope)
    const { kind, chain, address } = wallet
    const found = await countSightings(db, network, address)
    const head = heads.get(network) ?? null
    if (kind === 'practice')
      return { chain, address, state: 'done', through: row?.through ?? 0, head, found, message: null }
    const shown = row === undefined ? 'none' : row.state === 'idle' ? 'done' : row.state
    return {
      chain,
      address,
      state: shown,
      through: Math.max(0, row?.through ?? 0),
      head,
      found,
      message: row?.message ?? null,
    }
  }

  const changes = createThrottle(
    tellEveryMs,
    async (name) => {
      const [network = '', scope = ''] = name.split(' ')
      const wallet = walletOf({ network, scope })
      onChange(wallet.kind, await state(wallet))
    },
    (error) => log.warn({ err: error }, 'a scan was not told of'),
  )
  const changed = (wallet: Wallet): void => changes.changed(nameOf(wallet))

  async function work(wallet: Wallet, signal: AbortSignal): Promise<void> {
    const key = keyOf(wallet)
    let failures = 0
    const moved = async (): Promise<void> => {
      if (failures > 0) await setScanState(db, key, 'running')
      failures = 0
      changed(wallet)
    }
    while (!signal.aborted) {
      try {
        const client = await chains.client(wallet.kind, wallet.chain)
        if (!(await client.observe((node) => readSome(node, wallet, signal, moved)))) continue
        await setScanState(db, key, 'idle')
        return
      } catch (error) {
        if (signal.aborted) return
        failures++
        const said = error instanceof CoreError ? error.message : `The RPC fails: ${shortOf(error)}`
        const lasting = error instanceof CoreError && error.code !== 'network.unreachable'
        if (lasting || failures >= mostFailures) {
          await setScanState(db, key, 'failed', said)
          return
        }
        await setScanState(db, key, 'running', `${said} It is tried again.`)
        changed(wallet)
        const asked = (await chains.client(wallet.kind, wallet.chain).catch(() => null))?.limited(error)?.retryAfterMs
        const rest = asked ?? Math.min(longestRestMs, firstRestMs * 2 ** failures)
        await wait(rest, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  /** @returns whether the head was reached */
  async function readSome(
    node: ChainClient,
    wallet: Wallet,
    signal: AbortSignal,
    moved: () => Promise<void>,
  ): Promise<boolean> {
    const { tokens, network } = node
    if (!tokens) throw new CoreError('network.unsupported', `${network} cannot be scanned for NFTs yet.`)
    const { number: head } = await node.head()
    heads.set(network, head)
    const row = await openScan(db, network, walletScope(wallet.address), 0)
    let calls = 0
    return await readOn(
      { db, tokens, network, head, unsettled: node.confirmations, signal, moved },
      [{ row: await checkedScan(db, tokens, row, wallet.kind), filter: { holder: wallet.address } }],
      { take: () => calls++ < callsPerLook },
    )
  }

  function run(wallet: Wallet): void {
    const name = nameOf(wallet)
    if (jobs.has(name)) return
    const stop = new AbortController()
    const done = work(wallet, stop.signal)
      .catch((error: unknown) => log.error({ err: error }, 'a scan ended'))
      .then(() => {
        jobs.delete(name)
        if (!stop.signal.aborted) changed(wallet)
      })
    jobs.set(name, { stop, done })
  }

  async function stop(wallet: Wallet): Promise<void> {
    const job = jobs.get(nameOf(wallet))
    job?.stop.abort()
    await job?.done
  }

  return {
    state,
    async start(wallet) {
      if (wallet.kind === 'practice') return await state(wallet)
      await chains.client(wallet.kind, wallet.chain)
      const key = keyOf(wallet)
      await openScan(db, key.network, key.scope, 0)
      await setScanState(db, key, 'running')
      const begun = await state(wallet)
      changed(wallet)
      run(wallet)
      return begun
    },
    async pause(wallet) {
      await stop(wallet)
      const key = keyOf(wallet)
      if ((await findScan(db, key.network, key.scope))?.state === 'running') await setScanState(db, key, 'paused')
      changed(wallet)
      return await state(wallet)
    },
    async cancel(wallet) {
      await stop(wallet)
      if (wallet.kind === 'live') await dropScan(db, keyOf(wallet))
      changed(wallet)
      return await state(wallet)
    },
    async resume() {
      for (const row of await runningScans(db)) {
        await setScanState(db, row, 'running')
        run(walletOf(row))
      }
    },
    async close() {
      for (const { stop } of jobs.values()) stop.abort()
      await Promise.all([...jobs.values()].map(({ done }) => done))
      await changes.close()
    },
  }
}

function walletOf({ network, scope }: Pick<ScanRow, 'network' | 'scope'>): Wallet {
  const [kind, chain = ''] = network.split(':')
  return { kind: kind === 'live' ? 'live' : 'practice', chain, address: scope.slice(scope.indexOf(':') + 1) }
}

/** viem's errors have a short message without the request. */
function shortOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it gave no reason.'
  return 'shortMessage' in error && typeof error.shortMessage === 'string' ? error.shortMessage : error.message
}
