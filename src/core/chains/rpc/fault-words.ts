const systemFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host could not be looked up',
  ECONNRESET: 'it cut the connection',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  // The message of `fetch` for ports that browsers block.
  'bad port': 'its port belongs to another kind of service and nothing is sent there: give the port of the RPC',
}

/** An RPC's error in a few words, without the request. */
export function shortOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed'
  const http = 'status' in error && typeof error.status === 'number' ? `status ${error.status}` : ''
  const details = 'details' in error && typeof error.details === 'string' ? error.details : error.message
  const known = Object.entries(systemFaults).find(([code]) => details.includes(code))
  if (known !== undefined) return known[1]
  const line = details
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
  return [http, line].filter((part) => part !== '').join(', ') || 'it failed'
}
