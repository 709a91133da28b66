import { setTimeout as wait } from 'node:timers/promises'
import type { Address, Hash } from 'viem'
import { chainLabel } from '../../shared/chains.ts'
import { findAnvil } from './anvil-binary.ts'
import { type AnvilProcess, signal } from './anvil-process.ts'
import { boot, endLeftBehind } from './boot.ts'
import { openFront } from './front.ts'
import { type LocalServer, urlOf } from './http/local-server.ts'
import { serveRpc } from './json-rpc/server.ts'
import { faultText, isFileError, unavailable } from './network-faults.ts'
import { removeOwner } from './owner-file.ts'
import { openSession, type Session } from './session.ts'
import { forgetChain } from './state-files.ts'
import type { PracticeNetwork, PracticeNetworkOptions, PracticeState, PracticeStatus } from './types.ts'

/** Ours: most bytes of a body; a batch of many of the longest transactions is smaller. */
const bodyAtMost = 16 * 1024 * 1024
/** Ours: most milliseconds that a caller waits for a network that is starting again, or for a full disk. */
const patienceMs = 30_000
/** Milliseconds before each further attempt to start an anvil that died; the last one repeats. */
const restartAfter = [0, 500, 2000, 10_000, 30_000] as const
/** Milliseconds. After a session that lasted this long the failures are counted from zero again. */
const healthyAfter = 30_000

/** Opens the practice network kept in a folder. Nothing runs before its first use. */
export function openPracticeNetwork(options: PracticeNetworkOptions): PracticeNetwork {
  const { chain, chainId, stateDir, log, onChange, blocks = 1000, pinBaseFee = true, answersWithin = 60_000 } = options
  const closing = new AbortController()
  const faults = new Map<'record' | 'state', string>()
  let state: PracticeState = 'idle'
  let reason: string | undefined
  let genesis: Hash | null = null
  let session: Session | undefined
  let front: LocalServer | undefined
  let starting: Promise<Session> | undefined
  let resetting: Promise<void> | undefined
  let closed: Promise<void> | undefined
  let pid: number | null = null
  let head = 0
  let holds = 0
  let failures = 0
  let changes = 0
  let making = 0

  const notice = () => [...faults.values()].join(' ')

  const status = (): PracticeStatus => ({
    chain,
    label: chainLabel(chain),
    chainId,
    state,
    rpcUrl: session === undefined || front === undefined ? null : urlOf(front),
    ...(reason === undefined ? {} : { reason }),
    ...(notice() === '' ? {} : { notice: notice() }),
    genesisHash: genesis,
    pid,
  })

  const become = (next: PracticeState, why?: string) => {
    state = next
    reason = why
    onChange?.({ type: 'state', status: status() })
  }

  const bringUp = async (): Promise<Session> => {
    become('starting')
    try {
      const program = options.anvilPath ?? (await findAnvil())
      const onSpawn = (anvil: AnvilProcess['identity']) => {
        pid = anvil.pid
        if (closing.signal.aborted) signal(pid, 'SIGKILL')
      }
      front ??= await serveRpc({ port: 0, bodyAtMost, answer: openFront({ behind: start, trouble, patienceMs }) })
      const booted = await boot({ program, dir: stateDir, chainId, log, answersWithin, onSpawn })
      const up = await openSession({
        ...{ dir: stateDir, booted, log, blocks, pinBaseFee, onFault, signal: closing.signal },
        held: () => holds > 0,
        onBlock(moment) {
          making += moment === 'before' ? 1 : -1
          if (moment === 'after') changes += 1
        },
      })
      genesis = booted.beginning.genesis
      head = up.chain.head.number
      changes += 1
      session = up
      void up.anvil.ended.then(died(up))
      become('up')
      log.info({ chain, rpcUrl: urlOf(front), pid: up.anvil.identity.pid, head }, 'practice network is up')
      return up
    } catch (error) {
      pid = null
      return fail(error)
    }
  }

  const fail = (error: unknown): never => {
    const failure = unavailable(chain, error)
    if (!closing.signal.aborted) log.error({ err: error, chain }, 'practice network does not start')
    become('down', failure.message)
    throw failure
  }

  const trouble = () => notice() || reason || `The practice network for ${chainLabel(chain)} does not answer in time.`

  const onFault = (of: 'record' | 'state', error: unknown) => {
    if (error === null) {
      if (!faults.delete(of)) return
    } else {
      log.warn({ err: error, chain }, `the ${of} of a practice network could not be written`)
      // Any other failure comes from an anvil that ended or was ended, which is reported separately.
      if (!isFileError(error)) return
      faults.set(of, faultText(of, chain, error))
    }
    onChange?.({ type: 'state', status: status() })
  }

  const died = (dead: Session) => async (how: string) => {
    if (session !== dead || closed !== undefined) return
    session = undefined
    pid = null
    log.warn({ chain, how, pid: dead.anvil.identity.pid }, 'anvil ended')
    become(
      'down',
      `The program of the practice network for ${chainLabel(chain)} ended (${how}); it is being started again.`,
    )
    const headBefore = dead.chain.head.number
    starting = dead
      .clear()
      .then(bringUp)
      .finally(() => {
        starting = undefined
      })
    starting.catch(() => undefined)
    failures = performance.now() - dead.since > healthyAfter ? 0 : failures + 1
    for (let first = true; session === undefined && !closing.signal.aborted; first = false) {
      try {
        const pause = first ? 0 : (restartAfter[Math.min(failures - 1, restartAfter.length - 1)] ?? 0)
        await wait(pause, undefined, { signal: closing.signal })
        await start()
      } catch {
        failures += 1
      }
    }
    if (session !== undefined) onChange?.({ type: 'restarted', chain, headBefore, head })
  }

  const open = async (): Promise<Session> => {
    if (closed !== undefined) throw unavailable(chain, new Error('it was closed'))
    if (session !== undefined) return session
    starting ??= bringUp().finally(() => {
      starting = undefined
    })
    return starting
  }

  /** Callers that arrive during a reset get the new chain. */
  const start = async (): Promise<Session> => {
    // Without a reset under way nothing is awaited: a reset that began in between would throw away what is being started.
    while (resetting !== undefined) await resetting.catch(() => undefined)
    return open()
  }

  const end = async (last: Session | undefined, how: 'saved' | 'left') => {
    await last?.end(how)
    await removeOwner(stateDir)
    pid = null
  }

  const reset = async () => {
    while (starting !== undefined) await starting.catch(() => undefined)
    const last = session
    const headBefore = head
    // We end this session ourselves, so `died` must not bring it up again.
    session = undefined
    become('starting')
    const ended = last === undefined ? endLeftBehind(stateDir, log) : end(last, 'left')
    await ended.then(() => forgetChain(stateDir)).catch(fail)
    genesis = null
    faults.clear()
    log.info({ chain }, 'practice network begins anew')
    await open()
    onChange?.({ type: 'restarted', chain, headBefore, head })
  }

  const shutDown = async () => {
    closing.abort()
    // An anvil that starts has nothing to save, and may replay a long record.
    if (session === undefined && pid !== null) signal(pid, 'SIGKILL')
    await starting?.catch(() => undefined)
    await resetting?.catch(() => undefined)
    if (session !== undefined) await end(session, 'saved')
    session = undefined
    await front?.close()
    pid = null
    if (state !== 'idle') become('idle')
  }

  const give = async (address: Address, balanceOf: (before: bigint) => bigint): Promise<void> => {
    await (await start()).chain.setBalance(address, balanceOf)
  }

  return {
    chain,
    chainId,
    status,
    async start() {
      const { anvil } = await start()
      if (front === undefined || genesis === null) throw unavailable(chain, new Error('it was closed'))
      return { rpcUrl: urlOf(front), chainId, genesisHash: genesis, client: anvil.client }
    },
    async genesisHash() {
      await start()
      if (genesis === null) throw unavailable(chain, new Error('it was closed'))
      return genesis
    },
    fund: (address, wei) => give(address, (before) => (before >= wei ? before : wei)),
    give: (address, wei) => give(address, (before) => before + wei),
    hold() {
      let held = true
      holds += 1
      if (holds === 1) session?.wake()
      return () => {
        if (held) holds -= 1
        held = false
      }
    },
    reset() {
      resetting ??= reset().finally(() => {
        resetting = undefined
      })
      return resetting
    },
    heldUp: () => faults.get('record') ?? null,
    changes: () => (session === undefined || making > 0 ? null : changes),
    async mine() {
      return (await (await start()).makeBlock()).number
    },
    async dump() {
      await session?.save()
    },
    close() {
      closed ??= shutDown()
      return closed
    },
    kill() {
      if (pid !== null) signal(pid, 'SIGKILL')
    },
  }
}
