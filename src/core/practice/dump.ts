/**
 * Asks an anvil for its whole state: accounts, blocks, transactions, receipts. The answer is a stream, because viem would hold it
 * whole, and a busy chain's is hundreds of megabytes.
 *
 * @returns the body of the JSON-RPC answer, for `saveState`; anvil has taken the state by the time this resolves
 */
export async function fetchDump(rpcUrl: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_dumpState', params: [] }),
    signal: signal ?? null,
  })
  if (!answer.ok || answer.body === null) throw new Error(`anvil answers ${answer.status} to anvil_dumpState`)
  return answer.body
}
