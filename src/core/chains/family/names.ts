/** What a name of a chain's name service resolves to now. */
export type NameAnswer =
  /** `remarks`: what a person should know about the name, a sentence each. */
  | { kind: 'address'; address: string; remarks: readonly string[] }
  /** The name cannot be a recipient: a sentence says why, and what to do. */
  | { kind: 'none'; why: string }
  /** The lookup failed, which says nothing about the name. A sentence without a full stop. */
  | { kind: 'unknown'; why: string }
  /** No two RPCs of the list agree about it, so none is believed. */
  | NameDoubt

/** Why no answer about a name is believed. */
export interface NameDoubt {
  kind: 'doubt'
  code: 'network.disputed' | 'network.unconfirmed'
  /** Which RPCs disagree or are silent, without a full stop; equal for all names asked together. */
  why: string
  /** What each of them answers for this name, without a full stop. */
  says: string
  /** What a person can do: sentences. */
  cure: string
}

/** A family's name service, which only live networks have. */
export interface NamesClient {
  /** What names resolve to now, in the order asked. Never throws for a single name. @throws when the network as a whole fails */
  resolve(names: readonly string[]): Promise<NameAnswer[]>
}

/** Ours: names that are looked up at a time. */
const atATime = 20

/** Looks names up, `atATime` at a time and each once; answers in their order. */
export async function resolveEach(
  names: readonly string[],
  one: (name: string) => Promise<NameAnswer>,
): Promise<NameAnswer[]> {
  const found = new Map<string, NameAnswer>()
  const open = [...new Set(names)]
  const next = async (): Promise<void> => {
    for (let name = open.shift(); name !== undefined; name = open.shift()) found.set(name, await one(name))
  }
  await Promise.all(Array.from({ length: atATime }, next))
  return names.map((name) => found.get(name) ?? { kind: 'unknown', why: 'it was not looked up' })
}

/** The answer where the network failed: the name is unknown. */
export function unknownName(error: unknown): NameAnswer {
  const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  return { kind: 'unknown', why: why.replace(/\.$/, '').slice(0, 200) }
}

/** The doubt about a name, the answers, and what to do. */
export function doubtSentence(name: string, { why, says, cure }: NameDoubt): string {
  return `${name} could not be looked up for certain: ${why}. ${says}. ${cure}`
}
