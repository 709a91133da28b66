/** Shared by the tests of single RPCs of all families. */

import { postJson } from './answers.ts'

/** Timeout of one RPC, ms. Ours: a person is waiting. */
export const probePatience = 8_000

/** Whether a call succeeds. Never throws. */
export function works(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    () => false,
  )
}

/**
 * Whether an RPC accepts several calls in one request. Asked without a client, because clients work without batches unnoticed. Never throws.
 * @param methods without parameters
 */
export async function takesBatches(url: string, methods: readonly string[]): Promise<boolean> {
  const calls = methods.map((method, id) => ({ jsonrpc: '2.0', id, method, params: [] }))
  try {
    const { text } = await postJson(url, JSON.stringify(calls), { timeoutMs: probePatience })
    const said: unknown = JSON.parse(text)
    return Array.isArray(said) && said.length === calls.length
  } catch {
    return false
  }
}

/** The sentence for an RPC that can be used. @param missing what it lacks, and what Mintdesk does instead */
export function usable(missing: readonly string[]): string {
  return missing.length === 0 ? 'It can be used.' : `It can be used; it lacks ${missing.join(', ')}.`
}
