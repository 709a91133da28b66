import type { ChainClient } from '../chains/family/family.ts'
import { shortOf } from '../chains/rpc/fault-words.ts'
import { type Agreement, agreementOf, type Word } from '../journal/agreement.ts'

/** Why something is not written down: two RPCs contradict each other, or no other RPC confirms what one says. */
export interface Doubt {
  kind: 'disputed' | 'unconfirmed'
  /** The RPCs that contradict each other, or those that do not confirm, with the reason of each where it is known. */
  rpcs: readonly string[]
  /** With `unconfirmed`: the RPC whose word is not confirmed. */
  by: string
}

/** The result of asking RPCs about one thing. */
export type Heard<T> =
  /** `own`: whether the RPC that answers the observation is among those that agree; `said`: what each of these says. */
  { kind: 'agreed'; own: boolean; said: readonly T[] } | { kind: 'doubt'; doubt: Doubt }

/**
 * Asks the other RPCs of the list, one after the other, about several things at once, until two RPCs agree on each. If the list has one RPC, no other
 * is asked. An RPC that fails or does not answer counts as silent.
 * @param own what the RPC that answers this observation says of each; undefined: nothing that counts
 * @param wordOf equal texts say the same
 * @param ask returns what another RPC, of this name, says of the open things; the map lacks those of which it says nothing
 */
export async function hearOthers<Id, T>(
  { witnesses }: Pick<ChainClient, 'witnesses'>,
  own: ReadonlyMap<Id, T | undefined>,
  wordOf: (said: T) => string,
  ask: (client: ChainClient, open: readonly Id[], name: string) => Promise<ReadonlyMap<Id, T>>,
): Promise<Map<Id, Heard<T>>> {
  const asked = witnesses?.asked ?? ''
  const listed = 1 + (witnesses?.others.length ?? 0)
  const said = new Map([...own].map(([id, one]) => [id, new Map([[asked, one]])]))
  const agreed = (id: Id): Agreement => agreementOf(listed, words(said.get(id) ?? new Map()))
  const words = (of: ReadonlyMap<string, T | undefined>): Word[] =>
    [...of].map(([rpc, one]) => ({ rpc, says: one === undefined ? null : wordOf(one) }))
  const reasons = new Map<string, string>()
  for (const { name, client } of witnesses?.others ?? []) {
    const open = [...own.keys()].filter((id) => agreed(id).kind === 'ask')
    if (open.length === 0) break
    let answers: ReadonlyMap<Id, T> = new Map()
    try {
      const other = await client()
      if (other) answers = await ask(other, open, name)
      else reasons.set(name, 'cannot be asked now')
    } catch (error) {
      reasons.set(name, shortOf(error))
    }
    for (const id of open) said.get(id)?.set(name, answers.get(id))
  }
  const heard = new Map<Id, Heard<T>>()
  const compared = { agreed: new Set<string>(), outvoted: new Set<string>(), disputed: new Set<string>() }
  for (const [id, of] of said) {
    const result = agreed(id)
    if (result.kind === 'agreed') {
      const same = words(of).flatMap(({ rpc, says }) => (says === result.says ? [rpc] : []))
      for (const rpc of same) compared.agreed.add(rpc)
      for (const rpc of result.outvoted) compared.outvoted.add(rpc)
      heard.set(id, { kind: 'agreed', own: same.includes(asked), said: same.flatMap((rpc) => of.get(rpc) ?? []) })
    } else {
      const { kind, rpcs } =
        result.kind === 'disputed'
          ? result
          : { kind: 'unconfirmed' as const, rpcs: result.kind === 'unconfirmed' ? result.silent : [] }
      if (kind === 'disputed') for (const rpc of rpcs) compared.disputed.add(rpc)
      const shown = rpcs.map((rpc) => (reasons.has(rpc) ? `${rpc} (${reasons.get(rpc)})` : rpc))
      heard.set(id, { kind: 'doubt', doubt: { kind, rpcs: kind === 'disputed' ? rpcs : shown, by: asked } })
    }
  }
  witnesses?.compared({
    agreed: [...compared.agreed],
    outvoted: [...compared.outvoted],
    // An RPC outvoted about one thing is not believed about another: it only counts as outvoted.
    disputed: [...compared.disputed].filter((rpc) => !compared.outvoted.has(rpc)),
  })
  return heard
}

/** What is in doubt, and what a person can do about it. */
export function doubtSentence({ kind, rpcs, by }: Doubt): string {
  return kind === 'disputed'
    ? `its RPCs contradict each other: ${rpcs.join(' and ')} do not say the same about what was sent. One of them is wrong or lies: take that one out of the list in Settings, or name a third one, which decides.`
    : `what ${by} says of what was sent is confirmed by no other RPC of the list: ${rpcs.join(' and ')} ${rpcs.length === 1 ? 'does' : 'do'} not (yet) say the same. Name another RPC in Settings, or take out those that do not work.`
}
