/** The doctor's result for one subject. */

/** `note`: missing, but not everybody needs it; `slow`: works, but worse than it should; `broken`: something cannot work. */
export type LineState = 'ok' | 'note' | 'slow' | 'broken'

export interface Line {
  /** A short name of the subject, the same every time. */
  name: string
  state: LineState
  /** The result, in a sentence. */
  says: string
  /** What to do about it; a sentence of the core in `says` may name it already. */
  cure?: string
}

/** Runs one check. An error becomes a `broken` line, so that the other checks still run. */
export async function checked(name: string, check: () => Line | Promise<Line>): Promise<Line> {
  try {
    return await check()
  } catch (error) {
    return { name, state: 'broken', says: error instanceof Error ? error.message : String(error) }
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
