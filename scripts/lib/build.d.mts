/** Whether something that is built is missing or older than a source. */
export function buildIsDue(): boolean
