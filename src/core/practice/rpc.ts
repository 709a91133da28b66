import { createTestClient, http, publicActions } from 'viem'

/**
 * A client for one anvil: viem's test and public actions. Calls are not retried, so that one call never makes two blocks. They
 * may take a minute, since a full block takes long on a busy machine.
 *
 * @param timeout milliseconds a call may take
 */
export function anvilClient(rpcUrl: string, timeout = 60_000) {
  return createTestClient({
    mode: 'anvil',
    transport: http(rpcUrl, { retryCount: 0, timeout, maxResponseBodySize: false }),
    cacheTime: 0,
  }).extend(publicActions)
}

export type AnvilClient = ReturnType<typeof anvilClient>

/** Turns off anvil's log line for each call, which would fill its log. */
export async function silence(client: AnvilClient): Promise<void> {
  await client.request<{ Method: 'anvil_setLoggingEnabled'; Parameters: [boolean]; ReturnType: null }>({
    method: 'anvil_setLoggingEnabled',
    params: [false],
  })
}
