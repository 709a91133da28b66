import { base58 } from '@scure/base'
import { z } from 'zod'
import { CoreError } from '../../errors.ts'
import type { ProgramPin } from './programs.ts'

const upgradeable = 'BPFLoaderUpgradeab1e11111111111111111111111'
const finalLoader = 'BPFLoader2111111111111111111111111111111111'
/** The owners' account layouts: a program says where its code is (4 bytes tag, 32 address), its data begins after 45 bytes. */
const codeAt = 45

const answer = z.object({
  result: z.object({
    value: z
      .object({ owner: z.string(), executable: z.boolean(), data: z.tuple([z.string(), z.literal('base64')]) })
      .nullable(),
  }),
})

/** Mainnet's public RPC. */
export const mainnetRpc = 'https://api.mainnet-beta.solana.com'

/**
 * Reads deployed programs from an RPC of mainnet, two calls each (about 7.5 MB in all).
 * @throws CoreError `network.unreachable`, `network.programs-missing`
 */
export function programsFrom(rpcUrl: string, timeoutMs = 60_000): (pin: ProgramPin) => Promise<Uint8Array> {
  const { host } = new URL(rpcUrl)
  const account = async (address: string) => {
    try {
      const response = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'getAccountInfo',
          params: [address, { encoding: 'base64' }],
        }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new Error(`it answers ${response.status}`)
      return answer.parse(await response.json()).result.value
    } catch (error) {
      throw new CoreError(
        'network.unreachable',
        `The programs cannot be had from ${host} (${whyOf(error)}): ${elsewhere}.`,
      )
    }
  }
  const codeOf = async (id: string): Promise<Uint8Array | null> => {
    const program = await account(id)
    if (!program?.executable) return null
    const data = Buffer.from(program.data[0], 'base64')
    if (program.owner === finalLoader) return data
    if (program.owner !== upgradeable || data.length < 36) return null
    const code = await account(base58.encode(data.subarray(4, 36)))
    return code === null ? null : Buffer.from(code.data[0], 'base64').subarray(codeAt)
  }
  return async ({ id, name }) => {
    const code = await codeOf(id)
    if (code !== null) return code
    throw new CoreError(
      'network.programs-missing',
      `${host} knows no program ${name} (${id}), so it is no RPC of mainnet: ${elsewhere}.`,
    )
  }
}

const elsewhere = 'try again, name another mainnet RPC with --rpc, or a folder with --from'

function whyOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'what it answers is no account'
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'no answer in time'
  // What keeps fetch from its answer stands one level deeper.
  const { cause } = error
  return cause instanceof Error
    ? 'code' in cause
      ? `no connection: ${String(cause.code)}`
      : cause.message
    : error.message
}
