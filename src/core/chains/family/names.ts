/** What a name of a chain's name service stands for now. */
export type NameAnswer =
  /** `remarks`: what a person should know of it, a sentence each. */
  | { kind: 'address'; address: string; remarks: readonly string[] }
  /** It cannot be a recipient: a sentence says why, and what to do. */
  | { kind: 'none'; why: string }
  /** Nobody could say; that tells nothing of the name. A sentence without a full stop. */
  | { kind: 'unknown'; why: string }

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
