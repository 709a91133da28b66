import { z } from 'zod'
import type { SolanaChain } from '../../../shared/chains.ts'
import { ask, readAs, wordsOf } from './ask.ts'
import { ProviderError } from './provider.ts'

export const dasName = 'DAS (Helius)'
/** Helius' hosts (helius.dev/docs/das-api); a setting that is no address is a key of Helius. */
const hosts: Readonly<Record<SolanaChain, string>> = {
  solana: 'mainnet.helius-rpc.com',
  'solana-devnet': 'devnet.helius-rpc.com',
}

const text = z.string().catch('')
/** JSON-RPC's own errors come with HTTP's status 200. */
const answer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number().catch(0), message: text }).nullish(),
})

/** The RPC does not know the method. */
export class UnknownCall extends ProviderError {}

/** Calls to a DAS RPC of a chain. */
export interface DasCalls {
  chain: SolanaChain
  /** Whether the address itself shows the chain. */
  known: boolean
  /** @throws ProviderError, without the key */
  call<Result extends z.ZodType>(method: string, params: unknown, result: Result): Promise<z.output<Result>>
}

/**
 * @param key a key of Helius, or the whole address of a DAS RPC
 * @throws ProviderError
 */
export function dasCalls(chain: string, key: string, signal: AbortSignal): DasCalls {
  if (!isKnown(chain)) throw new ProviderError('chain', `${dasName} does not list the NFTs on ${chain}.`)
  const { url, known } = addressOf(chain, key)
  return {
    ...{ chain, known },
    async call(method, params, result) {
      const body = { jsonrpc: '2.0', id: 'mintdesk', method, params }
      const said = await ask({ name: dasName, url, body, schema: answer, signal })
      if (said.error) throw faultOf(method, said.error)
      return readAs(dasName, result, said.result)
    },
  }
}

function isKnown(chain: string): chain is SolanaChain {
  return Object.hasOwn(hosts, chain)
}

/** The RPC's address, and whether that is known to belong to the chain. @throws ProviderError */
function addressOf(chain: SolanaChain, key: string): { url: string; known: boolean } {
  const at = (apiKey: string) => ({
    url: `https://${hosts[chain]}/?api-key=${encodeURIComponent(apiKey)}`,
    known: true,
  })
  if (!/^https?:/i.test(key)) return at(key)
  const url = URL.canParse(key) ? new URL(key) : undefined
  if (url === undefined)
    throw new ProviderError('key', `That is neither a key of Helius nor an address: copy it again from its dashboard.`)
  const apiKey = url.searchParams.get('api-key')
  // Helius' addresses differ only by the network's name, and one key works for all.
  if (Object.values(hosts).includes(url.hostname) && apiKey) return at(apiKey)
  return { url: url.href, known: false }
}

/** JSON-RPC's codes, and those that providers took from HTTP. */
function faultOf(method: string, { code, message }: { code: number; message: string }): ProviderError {
  if (code === 429 || code === -32429 || /rate limit|too many requests/i.test(message))
    return new ProviderError('limited', `${dasName} is asked too often for its plan.`, 2_000)
  if (code === 401 || code === 403 || code === -32001 || code === -32401)
    return new ProviderError('key', `${dasName} does not take the key: copy it again from its dashboard.`)
  if (code === -32601)
    return new UnknownCall(
      'chain',
      `What answers at the address that is set for ${dasName} does not know ${method}: choose an RPC with DAS.`,
    )
  return new ProviderError('refused', `${dasName} answers with error ${code}${wordsOf(message)}: try again later.`)
}
