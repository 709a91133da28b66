/** What a name of a chain's name service stands for now. */
export type NameAnswer =
  /** `remarks`: what a person should know of it, a sentence each. */
  | { kind: 'address'; address: string; remarks: readonly string[] }
  /** It cannot be a recipient: a sentence says why, and what to do. */
  | { kind: 'none'; why: string }
  /** Nobody could say; that tells nothing of the name. A sentence without a full stop. */
  | { kind: 'unknown'; why: string }
  /** Two RPCs of the list did not say the same of it, so none is believed. */
  | NameDoubt

/** Why nothing is believed of a name. */
export interface NameDoubt {
  kind: 'doubt'
  code: 'network.disputed' | 'network.unconfirmed'
  /** Which RPCs, without a full stop; it holds for each name that they were asked for. */
  why: string
  /** Which of them says what of this name, without a full stop. */
  says: string
  /** What a person can do: sentences. */
  cure: string
}

/** A family's name service, which only live networks have. */
export interface NamesClient {
  /** What names stand for now, in the order asked. Never throws for a single name. @throws what the network fails with as a whole */
  resolve(names: readonly string[]): Promise<NameAnswer[]>
}

/** Ours: names that are asked for at a time. */
const atATime = 20

/** Asks for names, some at a time, and answers in their order; each once. */
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

/** What a failure of the network says of a name: nothing. */
export function unknownName(error: unknown): NameAnswer {
  const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  return { kind: 'unknown', why: why.replace(/\.$/, '').slice(0, 200) }
}

/** What is in doubt, who says what, and what to do. */
export function doubtSentence(name: string, { why, says, cure }: NameDoubt): string {
  return `${name} could not be looked up for certain: ${why}. ${says}. ${cure}`
}
