/**
 * States in SQL as they stand there: SQLite then sees which index holds them, and a statement that is the same each time is prepared once.
 * @param states of the journal's tables, never from outside
 */
export function listed(states: readonly string[]): string {
  return states.map((state) => `'${state}'`).join(', ')
}
