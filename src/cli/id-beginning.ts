/** Ours: fewer characters name nothing. An empty variable of a script would name whatever there is one of. */
const leastCharacters = 4

/** What to add to `there is none` where a person typed a beginning that is too short to name anything. */
export function tooShortToName(typed: string): string {
  return typed.length > 0 && typed.length < leastCharacters
    ? `, and give the first ${leastCharacters} characters of its id at least`
    : ''
}

/** Whether what a person typed is an id, or enough of its beginning. */
export function isBeginningOf(id: string, typed: string): boolean {
  return id === typed || (typed.length >= leastCharacters && id.startsWith(typed))
}
