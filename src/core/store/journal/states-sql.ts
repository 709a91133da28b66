/**
 * States as literals in SQL text: SQLite then sees which partial index holds them, and a text that never changes is prepared once.
 * @param states from the journal's tables of states, never from outside
 */
export function listed(states: readonly string[]): string {
  return states.map((state) => `'${state}'`).join(', ')
}
