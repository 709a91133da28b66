import { base58 } from '@scure/base'
import { z } from 'zod'
import { postJson } from '../../chains/rpc/answers.ts'
import { clusterOfGenesis, solanaNetworkFacts } from '../../chains/solana/networks.ts'
import { CoreError } from '../../lib/errors.ts'
import type { ProgramPin } from './programs.ts'

const upgradeable = 'BPFLoaderUpgradeab1e11111111111111111111111'
const finalLoader = 'BPFLoader2111111111111111111111111111111111'
/** Account layouts of the loaders: a program account names its code's account (4 bytes tag, 32 address), which has 45 bytes before the code. */
const codeAt = 45

const account = z
  .object({ owner: z.string(), executable: z.boolean(), data: z.tuple([z.string(), z.literal('base64')]) })
  .nullable()
const accountAnswer = z.object({ result: z.object({ value: account }) })
const genesisAnswer = z.object({ result: z.string() })

/** Mainnet's public RPC. */
export const mainnetRpc = 'https://api.mainnet-beta.solana.com'

/**
 * Reads deployed programs from a mainnet RPC, with two calls each (about 7.5 MB in all). The first call of all checks the cluster.
 * @throws CoreError `network.unreachable`, `network.programs-missing`
 */
export function programsFrom(rpcUrl: string, timeoutMs = 60_000): (pin: ProgramPin) => Promise<Uint8Array> {
  const { host } = new URL(rpcUrl)
  const call = async <Answer extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    schema: Answer,
  ): Promise<z.output<Answer>> => {
    try {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const { ok, status, text } = await postJson(rpcUrl, body, { timeoutMs })
      if (!ok) throw new Error(`it answers ${status}`)
      return schema.parse(JSON.parse(text))
    } catch (error) {
      throw new CoreError(
        'network.unreachable',
        `The programs cannot be had from ${host} (${whyOf(error)}): try again, or ${another}.`,
      )
    }
  }
  let checked: Promise<void> | undefined
  const requireMainnet = async (): Promise<void> => {
    const { result: genesis } = await call('getGenesisHash', [], genesisAnswer)
    if (genesis === solanaNetworkFacts.solana.genesis) return
    const other = clusterOfGenesis[genesis]
    throw new CoreError(
      'network.programs-missing',
      `${host} is an RPC of ${other ?? 'another cluster'} (genesis hash ${genesis}), and programs are taken from mainnet alone: those of other clusters may differ, and the hashes that this version knows are of mainnet's. For those, ${another}.`,
    )
  }
  const accountAt = async (address: string) =>
    (await call('getAccountInfo', [address, { encoding: 'base64' }], accountAnswer)).result.value
  const codeOf = async (id: string): Promise<Uint8Array | null> => {
    const program = await accountAt(id)
    if (!program?.executable) return null
    const data = Buffer.from(program.data[0], 'base64')
    if (program.owner === finalLoader) return data
    if (program.owner !== upgradeable || data.length < 36) return null
    const code = await accountAt(base58.encode(data.subarray(4, 36)))
    return code === null ? null : Buffer.from(code.data[0], 'base64').subarray(codeAt)
  }
  return async ({ id, name }) => {
    checked ??= requireMainnet()
    await checked
    const code = await codeOf(id)
    if (code !== null) return code
    throw new CoreError(
      'network.programs-missing',
      `${host} knows no program ${name} (${id}), which is on mainnet: ${another}.`,
    )
  }
}

const another = 'name another RPC of mainnet with --rpc, or a folder with --from'

function whyOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'what it answers cannot be read'
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'no answer in time'
  // The error of `fetch` has its reason in `cause`.
  const { cause } = error
  return cause instanceof Error
    ? 'code' in cause
      ? `no connection: ${String(cause.code)}`
      : cause.message
    : error.message
}
