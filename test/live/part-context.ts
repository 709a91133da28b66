/** The variables of the environment that were asked for, by name. */
export type Given = Readonly<Record<string, string | undefined>>

export interface PartContext {
  /** A folder of its own, which is removed afterwards. */
  folder: string
  given: Given
  say(line: string): void
}
