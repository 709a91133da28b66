/** Ours: fewer characters name nothing. An empty variable of a script would name whatever there is one of. */
const leastCharacters = 4

/** Whether what a person typed is an id, or enough of its beginning. */
export function isBeginningOf(id: string, typed: string): boolean {
  return id === typed || (typed.length >= leastCharacters && id.startsWith(typed))
}
