import type { z } from 'zod'
import { aptosChains } from '../../../shared/chains.ts'
import {
  chainAnswer,
  chainQuestion,
  holdingsAnswer,
  holdingsQuestion,
  readHoldings,
} from '../../chains/aptos/indexer.ts'
import type { AptosNetworkFacts } from '../../chains/family/network-facts.ts'
import { aptosNetworkOf } from '../../chains/networks.ts'
import { ask, wordsOf } from './ask.ts'
import { indexBase } from './index-base.ts'
import { type AssetProvider, type PageOptions, ProviderError } from './provider.ts'

const name = 'Aptos indexer'
/** Ours: a public indexer is some seconds behind; beyond this, a note says that recent tokens are missing. */
const lateMs = 10 * 60_000

const networks: ReadonlyMap<string, AptosNetworkFacts> = new Map(
  aptosChains.map((chain) => [chain, aptosNetworkOf(chain)]),
)

/**
 * The indexer of Aptos Labs, or any with the same tables (`current_token_ownerships_v2`): tokens of the Digital Asset standard. It works
 * without a key; its rate limit for that is not published, so a key can be set (aptos.dev, "Indexer API").
 */
export const aptosIndexer: AssetProvider = {
  lists: 'assets',
  name,
  chains: [...aptosChains],
  keyless: true,
  quiet: `0x${'a11ce'.padStart(64, '0')}`,
  async page({ address, cursor, ...options }) {
    const { url, known, network } = placeOf(options)
    if (!known && cursor === null) await requireChain(url, network, options)
    const answer = await graphql(url, holdingsQuestion(address, cursor), holdingsAnswer, options)
    const { tokens, next, writtenAt } = readHoldings(address, answer)
    // Without a readable row there is no place to go on from: the list would end here as if it were whole.
    if (next === null && answer.current_token_ownerships_v2.length > 0)
      throw new ProviderError(
        'answer',
        `The ${name} answers in a form that this Mintdesk does not know: update Mintdesk, or choose another provider.`,
      )
    const behindMs = writtenAt === null ? 0 : Date.now() - writtenAt
    return {
      assets: tokens.map((token) => ({ ...token, compressed: false })),
      next,
      ...(behindMs > lateMs ? { lag: lagOf(behindMs) } : {}),
    }
  },
}

type Options = Pick<PageOptions, 'key' | 'signal'>

/** The indexer's address for a network, and whether that is known to belong to the network. @throws ProviderError */
function placeOf({ chain, url }: Pick<PageOptions, 'chain' | 'url'>): {
  url: string
  known: boolean
  network: AptosNetworkFacts
} {
  const network = networks.get(chain)
  if (network === undefined) throw new ProviderError('chain', `The ${name} does not list the NFTs on ${chain}.`)
  const place = url === null ? network.indexer : indexBase(name, url, '/v1/graphql')
  return { url: place, known: place === network.indexer, network }
}

/** @throws ProviderError where an indexer is of another chain than the expected one */
async function requireChain(url: string, { ledgerId, label }: AptosNetworkFacts, options: Options): Promise<void> {
  const { ledger_infos } = await graphql(url, chainQuestion, chainAnswer, options)
  if (ledger_infos[0]?.chain_id === ledgerId) return
  throw new ProviderError(
    'chain',
    `The address that is set for the ${name} is of the chain ${ledger_infos[0]?.chain_id}; ${label} is ${ledgerId}: set the one of ${label}.`,
  )
}

/** @throws ProviderError */
async function graphql<Data>(
  url: string,
  body: object,
  schema: z.ZodType<{ data?: Data | null | undefined; errors?: { message: string }[] | null | undefined }>,
  { key, signal }: Options,
): Promise<Data> {
  const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` }
  const { data, errors } = await ask({ name: `The ${name}`, url, headers, body, schema, signal, keyless: key === '' })
  if (data) return data
  const why = errors?.[0]?.message
  if (/rate limit|too many|compute unit/i.test(why ?? ''))
    throw new ProviderError('limited', `The ${name} is asked too often: set a key for it, or wait.`, 10_000)
  throw new ProviderError('refused', `The ${name} refuses the question${wordsOf(why)}: try again later.`)
}

function lagOf(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  const shown = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
  return `The ${name} is ${shown} behind the chain: what came to the wallet since is missing.`
}
