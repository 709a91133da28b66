import { setTimeout as wait } from 'node:timers/promises'
import { CoreError } from '../../lib/errors.ts'
import type { Compared } from '../family/family.ts'
import { shortOf } from './fault-words.ts'
import { answered, failed, lagOf, type RpcHealth, scoreOf, toleratedLag, unknownHealth } from './health.ts'
import type { RpcCall, RpcFamily } from './rpc-family.ts'
import { type Now, noneUsable, type RpcStatus, reasonOf, type Standing, stateOf, statusOf } from './rpc-status.ts'

export interface RpcPoolOptions<Rpc> {
  urls: readonly string[]
  family: RpcFamily<Rpc>
  /** The network's name for people. */
  label: string
  blockMs: number
  /** An address for display, without its key. */
  shown(url: string): string
  clock(): number
  random(): number
  /** Called when an RPC came up, failed or was left out. */
  onChange?: () => void
  /** Timeout of a call, ms. */
  timeoutMs?: number
}

/** The node that answers an observation. */
export interface PinnedRpc<Rpc> {
  rpc: Rpc
  /** Its name for people; unique in the list. */
  name: string
  /** The same node, checked again where it failed since; null where it cannot be used now. */
  again(): Promise<Rpc | null>
  /** All others of the list, best first. `open` checks an RPC that is due for a check, and returns null where it cannot be used now. */
  others: readonly { name: string; open(): Promise<Rpc | null> }[]
  /** Records the result of comparing their answers. */
  compared(result: Compared): void
  /** Another node that is up; null when there is none. */
  other(): Promise<Rpc | null>
}

/** The RPCs of one network: the best one answers, the others replace it. None is used before its chain was verified. */
export interface RpcPool<Rpc> {
  /** Asks the best RPC, and the next one where that fails. Not for reads that must be consistent with each other. */
  ask<Result>(call: (rpc: Rpc) => Promise<Result>): Promise<Result>
  /** The best RPC now. @throws CoreError `network.unreachable` that says what is wrong with each */
  pin(): Promise<PinnedRpc<Rpc>>
  /** The RPCs that can be used for sending, best first. @throws CoreError `network.unreachable` */
  senders(): Promise<Rpc[]>
  statuses(): RpcStatus[]
}

interface Node<Rpc> extends Standing {
  url: string
  place: number
  rpc: Rpc
  checking: Promise<void> | undefined
}

/** Ours: timeouts of the check of an RPC before it is used, and of any call before the next RPC is asked. */
const checkMs = 5_000
const callMs = 15_000
/** Ours: how long to wait for the first RPC of a list when a later one has answered already. */
const graceMs = 300
/** Ours: intervals for asking the other RPCs for their head, and for checking wrong or outvoted ones again. */
const sweepMs = 15_000
const wrongForMs = 5 * 60_000
/** Ours: another RPC replaces a healthy one only when its score is better by this. */
const betterBy = 500

export function openRpcPool<Rpc>(options: RpcPoolOptions<Rpc>): RpcPool<Rpc> {
  const { family, label, clock, random, onChange = () => {} } = options
  const tolerated = toleratedLag(options.blockMs)
  let newest: RpcHealth['head'] = null
  let current: Node<Rpc> | undefined
  let sweptAt = 0

  const nodes = options.urls.map((url, place): Node<Rpc> => {
    const node: Node<Rpc> = {
      url,
      place,
      rpc: family.open(url, options.timeoutMs ?? callMs, (call) => note(node, call)),
      health: unknownHealth,
      verified: false,
      wrong: null,
      outvoted: false,
      disputedBy: [],
      lastFault: null,
      used: false,
      checking: undefined,
    }
    return node
  })

  /** Records what a call shows about its RPC. An error that is the call's own fault does not count against the RPC. */
  function note(node: Node<Rpc>, { ms, head, error }: RpcCall): void {
    node.used = true
    if (head !== null) see(node, head)
    const fault = error === null ? null : family.fault(error)
    if (fault === null || fault.kind === 'answer' || fault.kind === 'unsupported') {
      node.health = answered(node.health, ms)
      return
    }
    node.health = failed(node.health, clock(), random(), fault.kind === 'limited' ? fault.retryAfterMs : undefined)
    node.lastFault = fault.kind === 'limited' ? 'it is asked too often' : shortOf(error)
    // Another node may answer at this address next.
    if (fault.kind === 'fault') node.verified = false
    onChange()
  }

  function check(node: Node<Rpc>): Promise<void> {
    node.checking ??= examine(node).finally(() => {
      node.checking = undefined
      onChange()
    })
    return node.checking
  }

  function see(node: Node<Rpc>, number: number): void {
    const head = { number, at: clock() }
    node.health = { ...node.health, head }
    if (newest === null || number > newest.number) newest = head
  }

  async function examine(node: Node<Rpc>): Promise<void> {
    const rpc = family.open(node.url, checkMs, (call) => note(node, call))
    try {
      node.wrong = await family.wrong(rpc)
      if (node.wrong !== null) {
        node.verified = false
        node.health = { ...node.health, waitUntil: clock() + wrongForMs }
        return
      }
      await family.head(rpc)
      node.health = { ...node.health, failures: 0, waitUntil: 0 }
      node.verified = true
      node.outvoted = false
      node.lastFault = null
    } catch {
      // The failure is recorded by `note`.
      node.verified = false
    }
  }

  /** Checks the RPCs in the background, at most every `sweepMs`. */
  function sweep(): void {
    if (clock() - sweptAt < sweepMs) return
    sweptAt = clock()
    for (const node of nodes) {
      if (node.health.waitUntil > clock()) continue
      if (node.verified) family.head(node.rpc).catch(() => undefined)
      else void check(node)
    }
  }

  function lag(node: Node<Rpc>): number {
    return lagOf(node.health, newest, options.blockMs)
  }

  function score(node: Node<Rpc>): number {
    return scoreOf(node.health, { lag: lag(node), tolerated, place: node.place })
  }

  const now = (node: Node<Rpc>): Now => ({ time: clock(), lag: lag(node), tolerated })

  function usable(): Node<Rpc>[] {
    return nodes
      .filter((node) => node.verified && node.wrong === null && node.health.waitUntil <= clock())
      .sort((one, other) => score(one) - score(other))
  }

  /** The RPCs that can be used now, best first. Where there are none, it first checks those that are new, or failed and due again. */
  async function ready(): Promise<Node<Rpc>[]> {
    const due = nodes.filter((node) => !node.verified && node.health.waitUntil <= clock())
    const known = usable()
    if (known.length === 0 && due.length > 0) {
      sweptAt = clock()
      const checks = due.map(check)
      const first = due.map(async (node, place) => {
        await checks[place]
        if (!node.verified) throw new Error(node.url)
      })
      await Promise.any(first).catch(() => undefined)
      await Promise.race([Promise.all(checks), wait(graceMs)])
    } else sweep()
    const found = usable()
    if (found.length > 0) return stickTo(found)
    throw new CoreError('network.unreachable', sentence())
  }

  /** Staying with one RPC keeps observations consistent; another one replaces it when it is clearly better. */
  function stickTo(found: Node<Rpc>[]): Node<Rpc>[] {
    const [best] = found
    if (best && current && found.includes(current) && score(current) - score(best) < betterBy) {
      const stay = current
      return [stay, ...found.filter((node) => node !== stay)]
    }
    current = best
    return found
  }

  const sentence = (): string =>
    noneUsable(
      label,
      nodes.map((node) => `${options.shown(node.url)}: ${reasonOf(node) ?? 'no answer'}`),
    )

  function nameOf({ url, place }: Node<Rpc>): string {
    const alike = options.urls.filter((other) => options.shown(other) === options.shown(url))
    return alike.length === 1 ? options.shown(url) : `${options.shown(url)} (no. ${place + 1})`
  }

  async function opened(node: Node<Rpc>): Promise<Rpc | null> {
    if (!node.verified && node.health.waitUntil <= clock()) await check(node)
    return usable().includes(node) ? node.rpc : null
  }

  const states = (): string => nodes.map((node) => stateOf(node, now(node))).join()

  function compared({ agreed, outvoted, disputed }: Compared): void {
    const before = states()
    for (const node of nodes) {
      const name = nameOf(node)
      if (agreed.includes(name)) node.disputedBy = []
      if (disputed.includes(name)) node.disputedBy = disputed.filter((other) => other !== name)
      if (!outvoted.includes(name)) continue
      node.disputedBy = []
      node.outvoted = true
      node.verified = false
      node.health = { ...node.health, waitUntil: clock() + wrongForMs }
    }
    if (states() !== before) onChange()
  }

  return {
    async ask(call) {
      let last: unknown
      for (const { rpc } of await ready()) {
        try {
          return await call(rpc)
        } catch (error) {
          last = error
          if (family.fault(error).kind === 'answer') throw error
        }
      }
      throw last
    },
    async pin() {
      const [node] = await ready()
      if (!node) throw new CoreError('network.unreachable', sentence())
      return {
        rpc: node.rpc,
        name: nameOf(node),
        again: () => opened(node),
        others: [...new Set([...usable(), ...nodes])]
          .filter((one) => one !== node)
          .map((one) => ({ name: nameOf(one), open: () => opened(one) })),
        compared,
        other: async () => usable().find((one) => one !== node && lag(one) <= tolerated)?.rpc ?? null,
      }
    },
    senders: async () => (await ready()).map(({ rpc }) => rpc),
    statuses: () => nodes.map((node) => ({ url: options.shown(node.url), ...statusOf(node, now(node)) })),
  }
}
