import { setTimeout as wait } from 'node:timers/promises'
import { createPublicClient, custom } from 'viem'
import { CoreError } from '../../errors.ts'
import type { PinnedNode } from './client.ts'
import { type RpcCall, type RpcClient, rpcClient } from './rpc.ts'
import { callFault } from './rpc-fault.ts'
import { answered, failed, lagOf, type RpcHealth, scoreOf, toleratedLag, unknownHealth } from './rpc-health.ts'
import { type ExpectedChain, wrongChain } from './rpc-identity.ts'

/** How an RPC of a list stands, for a person. */
export interface RpcStatus {
  /** Without its key. */
  url: string
  /** `unused`: not asked yet; `wrong`: of another chain, left out; `waiting`: failed, asked again after a while. */
  state: 'unused' | 'up' | 'lagging' | 'waiting' | 'wrong'
  /** Why it is not up. */
  reason: string | null
  latencyMs: number | null
  head: number | null
}

export interface RpcPoolOptions {
  urls: readonly string[]
  expected: ExpectedChain
  blockMs: number
  /** How an address is shown: without its key. */
  shown(url: string): string
  clock(): number
  random(): number
  /** Told when an RPC came up, failed or was left out. */
  onChange?: () => void
  /** Milliseconds that a call may take. */
  timeoutMs?: number
}

/** The RPCs of one network: the best one answers, the others stand in for it, and none is used before it was seen to be of this chain. */
export interface RpcPool {
  /** Every call goes to the best RPC, and to the next one where that fails. Not for things that must fit together. */
  readonly client: RpcClient
  /** The best RPC now. @throws CoreError `network.unreachable` that says what is wrong with each */
  pin(): Promise<PinnedNode>
  /** All that can be sent to, best first. @throws CoreError `network.unreachable` */
  senders(): Promise<RpcClient[]>
  statuses(): RpcStatus[]
}

interface Node {
  url: string
  place: number
  rpc: RpcClient
  health: RpcHealth
  /** Seen to be of the right chain since its last failure. */
  verified: boolean
  /** Why it is left out: another chain. */
  wrong: string | null
  /** What it last failed with, in a few words. */
  lastFault: string | null
  used: boolean
  checking: Promise<void> | undefined
}

/** Ours: how long a look at an RPC may take before it is used; and any call, before the next RPC is asked. */
const checkMs = 5_000
const callMs = 15_000
/** Ours: how long the first of a list is waited for when a later one is there already. */
const graceMs = 300
/** Ours: how often the others are asked for their newest block, and one of another chain whether it still is. */
const sweepMs = 15_000
const wrongForMs = 5 * 60_000
/** Ours: another RPC takes over from a healthy one only when it is so much better. */
const betterBy = 500

export function openRpcPool(options: RpcPoolOptions): RpcPool {
  const { expected, clock, random, onChange = () => {} } = options
  const tolerated = toleratedLag(options.blockMs)
  let newest: RpcHealth['head'] = null
  let current: Node | undefined
  let sweptAt = 0

  const nodes = options.urls.map((url, place): Node => {
    const node: Node = {
      url,
      place,
      rpc: rpcClient(url, options.timeoutMs ?? callMs, (call) => note(node, call)),
      health: unknownHealth,
      verified: false,
      wrong: null,
      lastFault: null,
      used: false,
      checking: undefined,
    }
    return node
  })

  /** What a call says about its RPC. A failure of a call's own is none of the RPC's. */
  function note(node: Node, { ms, head, error }: RpcCall): void {
    node.used = true
    if (head !== null) see(node, head)
    const fault = error === null ? null : callFault(error)
    if (fault === null || fault.kind === 'answer' || fault.kind === 'unsupported') {
      node.health = answered(node.health, ms)
      return
    }
    node.health = failed(node.health, clock(), random(), fault.kind === 'limited' ? fault.retryAfterMs : undefined)
    node.lastFault = fault.kind === 'limited' ? 'it is asked too often' : shortOf(error)
    // Whatever comes up at this address next may be something else.
    if (fault.kind === 'fault') node.verified = false
    onChange()
  }

  function check(node: Node): Promise<void> {
    node.checking ??= examine(node).finally(() => {
      node.checking = undefined
      onChange()
    })
    return node.checking
  }

  function see(node: Node, number: number): void {
    const head = { number, at: clock() }
    node.health = { ...node.health, head }
    if (newest === null || number > newest.number) newest = head
  }

  async function examine(node: Node): Promise<void> {
    const rpc = rpcClient(node.url, checkMs, (call) => note(node, call))
    try {
      node.wrong = await wrongChain(rpc, expected)
      if (node.wrong !== null) {
        node.verified = false
        node.health = { ...node.health, waitUntil: clock() + wrongForMs }
        return
      }
      await rpc.getBlockNumber()
      node.health = { ...node.health, failures: 0, waitUntil: 0 }
      node.verified = true
      node.lastFault = null
    } catch {
      // Its failure is noted where it was called.
      node.verified = false
    }
  }

  /** Looks at those that were not seen lately; nothing waits for it. */
  function sweep(): void {
    if (clock() - sweptAt < sweepMs) return
    sweptAt = clock()
    for (const node of nodes) {
      if (node.health.waitUntil > clock()) continue
      if (node.verified) node.rpc.getBlockNumber().catch(() => undefined)
      else void check(node)
    }
  }

  function lag(node: Node): number {
    return lagOf(node.health, newest, options.blockMs)
  }

  function score(node: Node): number {
    return scoreOf(node.health, { lag: lag(node), tolerated, place: node.place })
  }

  function usable(): Node[] {
    return nodes
      .filter((node) => node.verified && node.wrong === null && node.health.waitUntil <= clock())
      .sort((one, other) => score(one) - score(other))
  }

  /** The RPCs that can be used now, best first: those not seen yet, or failed and due again, are looked at before. */
  async function ready(): Promise<Node[]> {
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

  /** Staying with one RPC keeps the looks alike; another one takes over when it is clearly better. */
  function stickTo(found: Node[]): Node[] {
    const [best] = found
    if (best && current && found.includes(current) && score(current) - score(best) < betterBy) {
      const stay = current
      return [stay, ...found.filter((node) => node !== stay)]
    }
    current = best
    return found
  }

  function sentence(): string {
    const { label } = expected
    if (nodes.length === 0)
      return `There is no RPC for ${label}: name one in Settings, or with "mintdesk networks set".`
    const each = nodes.map((node) => `${options.shown(node.url)}: ${reasonOf(node) ?? 'no answer'}`)
    return `None of the ${nodes.length} RPCs of ${label} can be used now; they are tried again by themselves. ${each.join(' ')}`
  }

  function reasonOf(node: Node): string | null {
    if (node.wrong !== null) return node.wrong
    return node.lastFault === null ? null : `${node.lastFault}.`
  }

  function stateOf(node: Node): RpcStatus['state'] {
    if (node.wrong !== null) return 'wrong'
    if (!node.used) return 'unused'
    if (!node.verified || node.health.waitUntil > clock()) return 'waiting'
    return lag(node) > tolerated ? 'lagging' : 'up'
  }

  async function request(args: { method: string; params?: unknown }): Promise<unknown> {
    let last: unknown
    for (const { rpc } of await ready()) {
      try {
        return await rpc.request(args as Parameters<typeof rpc.request>[0])
      } catch (error) {
        last = error
        if (callFault(error).kind === 'answer') throw error
      }
    }
    throw last
  }

  return {
    client: createPublicClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 }) as RpcClient,
    async pin() {
      const [node] = await ready()
      if (!node) throw new CoreError('network.unreachable', sentence())
      return {
        rpc: node.rpc,
        other: async () => usable().find((one) => one !== node && lag(one) <= tolerated)?.rpc ?? null,
      }
    },
    senders: async () => (await ready()).map(({ rpc }) => rpc),
    statuses: () =>
      nodes.map((node) => {
        const state = stateOf(node)
        return {
          url: options.shown(node.url),
          state,
          reason: state === 'up' || state === 'unused' ? null : (reasonOf(node) ?? lagReason(node)),
          latencyMs: node.health.latency === null ? null : Math.round(node.health.latency),
          head: node.health.head?.number ?? null,
        }
      }),
  }

  function lagReason(node: Node): string | null {
    return lag(node) > tolerated ? `It is ${lag(node)} blocks behind.` : null
  }
}

const systemFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host could not be looked up',
  ECONNRESET: 'it cut the connection',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
}

/** What an RPC failed with, in a few words, without the request. */
export function shortOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed'
  const http = 'status' in error && typeof error.status === 'number' ? `status ${error.status}` : ''
  const details = 'details' in error && typeof error.details === 'string' ? error.details : error.message
  const known = Object.entries(systemFaults).find(([code]) => details.includes(code))
  if (known !== undefined) return known[1]
  const line = details
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
  return [http, line].filter((part) => part !== '').join(', ') || 'it failed'
}
