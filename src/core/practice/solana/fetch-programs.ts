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
 * @throws CoreError `network.unreachable`
 */
export function programsFrom(rpcUrl: string, timeoutMs = 60_000): (pin: ProgramPin) => Promise<Uint8Array | null> {
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
      const why =
        error instanceof z.ZodError ? 'its answer is none' : error instanceof Error ? error.message : 'no answer'
      throw new CoreError(
        'network.unreachable',
        `The programs cannot be had from ${new URL(rpcUrl).host} (${why}): try again, name another mainnet RPC with --rpc, or a folder with --from.`,
      )
    }
  }
  return async ({ id }) => {
    const program = await account(id)
    if (!program?.executable) return null
    const data = Buffer.from(program.data[0], 'base64')
    if (program.owner === finalLoader) return data
    if (program.owner !== upgradeable || data.length < 36) return null
    const code = await account(base58.encode(data.subarray(4, 36)))
    return code === null ? null : Buffer.from(code.data[0], 'base64').subarray(codeAt)
  }
}
