/** The text of the file that holds the scripts. */
export function artifact(): string
