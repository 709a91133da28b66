/** What the doctor says of one subject. */

/** `note`: missing, and not needed by everybody; `slow`: works, worse than it should; `broken`: something cannot work. */
export type LineState = 'ok' | 'note' | 'slow' | 'broken'

export interface Line {
  /** A short name of the subject, the same at every run. */
  name: string
  state: LineState
  /** How it stands: a sentence. */
  says: string
  /** What to do about it; a sentence of the core may hold it already. */
  cure?: string
}

/** A check that fails says what it found of itself as broken, and keeps none of the others from being made. */
export async function checked(name: string, check: () => Line | Promise<Line>): Promise<Line> {
  try {
    return await check()
  } catch (error) {
    return { name, state: 'broken', says: error instanceof Error ? error.message : String(error) }
  }
}

/** Some words of whichever error it is. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
