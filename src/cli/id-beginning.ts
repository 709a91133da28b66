/** Ours: fewer characters match nothing. An empty variable in a script would match the only run there is. */
const leastCharacters = 4

/** What to add to a "not found" message if the person typed a prefix that is too short to match. */
export function tooShortToName(typed: string): string {
  return typed.length > 0 && typed.length < leastCharacters
    ? `, and give the first ${leastCharacters} characters of its id at least`
    : ''
}

/** Whether the typed text is the id, or a long enough prefix of it. */
export function isBeginningOf(id: string, typed: string): boolean {
  return id === typed || (typed.length >= leastCharacters && id.startsWith(typed))
}
