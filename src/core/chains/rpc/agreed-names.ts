import { setTimeout as wait } from 'node:timers/promises'
import type { NameAnswer, NamesClient } from '../family/names.ts'
import { shortOf } from './fault-words.ts'
import { agreementAbout, doubtAbout, type NamesHeard, newestOf, wordOf } from './name-words.ts'
import type { PinnedRpc, RpcPool } from './pool.ts'

export interface AgreedNamesOptions<Rpc> {
  /** The label, for people, of the network whose RPCs are asked. */
  label: string
  blockMs: number
  pool(): Promise<Pick<RpcPool<Rpc>, 'pin'>>
  /** Resolves names with one RPC. */
  namesBy(rpc: () => Promise<Rpc>): NamesClient
  /** The head of the chain that holds the names. */
  headOf(rpc: Rpc): Promise<number>
  /** Why a text cannot be a name of the service, a sentence; null where RPCs must be asked. */
  faultOf(name: string): string | null
  clock(): number
  /** Waits before each new lookup of a name on which RPCs disagree; `usualPausesMs` where absent. */
  pausesMs?: readonly number[] | undefined
}

/**
 * Ours: a change reaches every RPC that counts as up within 15 seconds (`toleratedLag`). The rest of Mintdesk waits as long for a second RPC
 * before it reports that none confirms.
 */
const usualPausesMs: readonly number[] = [1_000, 4_000, 10_000]

/** An RPC of the list; `open` returns null where it cannot be used now. */
interface Listed<Rpc> {
  name: string
  open(): Promise<Rpc | null>
}

/** The result of a lookup, by name; `again`: names to look up once more; `newest`: the highest head. */
interface Look {
  found: ReadonlyMap<string, NameAnswer>
  again: readonly string[]
  newest: number
  agreed: readonly string[]
  outvoted: readonly string[]
  disputed: readonly string[]
}

/**
 * Resolves names with several RPCs: an answer counts when two RPCs of the list, asked separately, give it (the address with its remarks, or
 * why there is none). The answer of a lagging RPC is ignored. RPCs that disagree are asked again, because a name may just have changed;
 * if they still disagree, the answer is a doubt that names them. A list of one RPC is believed.
 */
export function agreedNames<Rpc>(options: AgreedNamesOptions<Rpc>): NamesClient {
  const { namesBy, faultOf, pausesMs = usualPausesMs } = options
  return {
    async resolve(names) {
      let pool: Pick<RpcPool<Rpc>, 'pin'>
      let pinned: PinnedRpc<Rpc>
      try {
        pool = await options.pool()
        pinned = await pool.pin()
      } catch (error) {
        return namesBy(() => Promise.reject(error)).resolve(names)
      }
      // The same pool: a list that was set meanwhile may have several RPCs.
      if (pinned.others.length === 0) return namesBy(async () => (await pool.pin()).rpc).resolve(names)
      const found = new Map<string, NameAnswer>()
      for (const name of names) {
        const why = faultOf(name)
        if (why !== null) found.set(name, { kind: 'none', why })
      }
      let open: readonly string[] = [...new Set(names)].filter((name) => !found.has(name))
      const compared = { agreed: new Set<string>(), outvoted: new Set<string>() }
      let [least, disputed]: [number, readonly string[]] = [0, []]
      for (const pause of [0, ...pausesMs]) {
        if (open.length === 0) break
        if (pause > 0) await wait(pause)
        const look = await lookAt(options, pinned, open, least)
        for (const [name, answer] of look.found) found.set(name, answer)
        for (const rpc of look.agreed) compared.agreed.add(rpc)
        for (const rpc of look.outvoted) compared.outvoted.add(rpc)
        open = look.again
        least = look.newest
        disputed = look.disputed
      }
      pinned.compared({
        agreed: [...compared.agreed].filter((rpc) => !disputed.includes(rpc) && !compared.outvoted.has(rpc)),
        outvoted: [...compared.outvoted],
        disputed: disputed.filter((rpc) => !compared.outvoted.has(rpc)),
      })
      return names.map((name) => found.get(name) ?? { kind: 'unknown', why: 'it was not looked up' })
    },
  }
}

/** Asks two RPCs for names, and the rest of the list for the names on which these disagree. */
async function lookAt<Rpc>(
  options: AgreedNamesOptions<Rpc>,
  pinned: PinnedRpc<Rpc>,
  names: readonly string[],
  least: number,
): Promise<Look> {
  const list: Listed<Rpc>[] = [{ name: pinned.name, open: pinned.again }, ...pinned.others]
  const at = { blockMs: options.blockMs, least }
  const heard = await Promise.all(list.slice(0, 2).map((rpc) => hear(options, rpc, names)))
  const found = new Map<string, NameAnswer>()
  const agreed = new Set<string>()
  const suspects = new Map<string, string[]>()
  /** Records the names on which two RPCs agree, and returns the others. Later answers cannot change an agreement. */
  const settle = (open: readonly string[]): string[] =>
    open.filter((name) => {
      const result = agreementAbout(name, list.length, heard, at)
      if (result.kind !== 'agreed') return true
      for (const one of heard) {
        const answer = one.answers.get(name)
        if (answer === undefined || wordOf(answer) !== result.says) continue
        agreed.add(one.rpc)
        found.set(name, answer)
      }
      for (const rpc of result.outvoted) suspects.set(rpc, [...(suspects.get(rpc) ?? []), name])
      return false
    })
  let open = settle(names)
  for (const rpc of list.slice(2)) {
    if (open.length === 0) break
    heard.push(await hear(options, rpc, open))
    open = settle(open)
  }
  const newest = Math.max(least, newestOf(heard))
  const again: string[] = []
  const disputed = new Set<string>()
  for (const name of open) {
    const agreement = agreementAbout(name, list.length, heard, at)
    const answer = doubtAbout({ label: options.label, name, agreement }, heard, at)
    found.set(name, answer)
    if (answer.kind === 'doubt') again.push(name)
    if (agreement.kind === 'disputed') for (const rpc of agreement.rpcs) disputed.add(rpc)
  }
  const outvoted: string[] = []
  for (const [name, of] of suspects) {
    const rpc = list.find((one) => one.name === name)
    if (rpc && (await insists(options, rpc, of, found, newest))) outvoted.push(name)
  }
  return { found, again, newest, agreed: [...agreed], outvoted, disputed: [...disputed] }
}

/** Whether an RPC that two others contradict still disagrees at their head or later: then it did not just miss a change. */
async function insists<Rpc>(
  options: AgreedNamesOptions<Rpc>,
  rpc: Listed<Rpc>,
  names: readonly string[],
  found: ReadonlyMap<string, NameAnswer>,
  newest: number,
): Promise<boolean> {
  const { head, answers } = await hear(options, rpc, names)
  if (head === null || head.number < newest) return false
  return names.some((name) => {
    const says = wordOf(answers.get(name))
    return says !== null && says !== wordOf(found.get(name))
  })
}

async function hear<Rpc>(
  { namesBy, headOf, clock }: AgreedNamesOptions<Rpc>,
  { name, open }: Listed<Rpc>,
  names: readonly string[],
): Promise<NamesHeard> {
  const rpc = async (): Promise<Rpc> => {
    const one = await open()
    if (one === null) throw new Error('it cannot be asked now')
    return one
  }
  try {
    const head = { number: await headOf(await rpc()), at: clock() }
    const answers = await namesBy(rpc).resolve(names)
    return {
      rpc: name,
      head,
      answers: new Map(names.map((one, place) => [one, answers[place] ?? unsaid])),
      reason: null,
    }
  } catch (error) {
    return { rpc: name, head: null, answers: new Map(), reason: shortOf(error) }
  }
}

const unsaid: NameAnswer = { kind: 'unknown', why: 'it left the name out' }
