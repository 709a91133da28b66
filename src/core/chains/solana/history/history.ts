import { base58 } from '@scure/base'
import { z } from 'zod'
import { CoreError } from '../../../lib/errors.ts'
import type { HistoryClient } from '../../family/history.ts'
import type { TreeSize } from '../../family/trees.ts'
import { readAsset } from '../core-assets.ts'
import { textsOf } from '../instructions/token-instructions.ts'
import { treeFor } from '../instructions/tree-size.ts'
import { accountsAnswer } from '../rpc/answers.ts'
import type { SolanaRpc } from '../rpc/rpc.ts'
import { treeHeads } from '../trees/state.ts'
import { collectionAt } from './collection-now.ts'
import { entryOf, instructedAnswer } from './entries.ts'

export interface HistoryOptions {
  rpc(): Promise<SolanaRpc>
  metadataOf(mint: string): string
  /** A tree's TreeConfig, which names its creator. */
  treeConfig(tree: string): string
}

/** Solana's own: most signatures, and most accounts, in one answer. */
const pageAtMost = 1_000
const accountsAtOnce = 100
const listed = z.array(z.object({ signature: z.string(), err: z.unknown() }))
/** TreeConfig: 8 bytes of discriminator, then its creator. */
const makerSlice = { offset: 8, length: 32 } as const

/** See `HistoryClient`: by `getSignaturesForAddress` and `getTransaction`, without an indexer. */
export function historyClient({ rpc, metadataOf, treeConfig }: HistoryOptions): HistoryClient {
  const accounts = async (addresses: readonly string[], dataSlice?: { offset: number; length: number }) => {
    const node = await rpc()
    const found: z.infer<typeof accountsAnswer>['value'] = []
    for (let from = 0; from < addresses.length; from += accountsAtOnce) {
      const at = { encoding: 'base64', commitment: 'finalized', ...(dataSlice ? { dataSlice } : {}) }
      const part = [addresses.slice(from, from + accountsAtOnce), at]
      found.push(...(await node.call('getMultipleAccounts', part, accountsAnswer)).value)
    }
    return found
  }
  return {
    async list(account, after) {
      const options = { limit: pageAtMost, commitment: 'finalized', ...(after === null ? {} : { before: after }) }
      const page = await (await rpc()).call('getSignaturesForAddress', [account, options], listed)
      return {
        hashes: page.flatMap(({ signature, err }) => (err === null || err === undefined ? [signature] : [])),
        newest: page[0]?.signature ?? null,
        // A node may return fewer signatures than the limit: only an empty page is the end.
        next: page.at(-1)?.signature ?? null,
      }
    },
    async read(hashes) {
      const whole = { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: 0 }
      const answers = await (await rpc()).many(
        'getTransaction',
        hashes.map((hash) => [hash, whole]),
        instructedAnswer.nullable(),
      )
      return answers.map((answer, place) => {
        const hash = hashes[place] ?? ''
        if (answer instanceof Error) throw answer
        if (answer === null)
          throw new CoreError(
            'network.incomplete',
            `The RPC lists the transaction ${hash} and does not keep it: set one that keeps the whole history, and take out those that do not.`,
          )
        return entryOf(hash, answer)
      })
    },
    collection: async (contract) => collectionAt(await rpc(), contract, metadataOf(contract), 'finalized'),
    async textsOf(addresses) {
      const own = await accounts(addresses)
      const metadata = await accounts(addresses.map(metadataOf))
      return addresses.map((_, place) => {
        const asset = readAsset(own[place] ?? null)
        if (asset) return { name: asset.name, symbol: '', uri: asset.uri }
        const data = Buffer.from(metadata[place]?.data[0] ?? '', 'base64')
        // A burnt NFT leaves a metadata account of one byte.
        return data.length <= 1 ? null : textsOf(data)
      })
    },
    async treesMadeBy(maker, trees) {
      const heads = await treeHeads(await rpc(), trees)
      const configs = await accounts(trees.map(treeConfig), makerSlice)
      return trees.map((_, place): TreeSize | null => {
        const [head, config] = [heads[place], configs[place]]
        if (!head || !config || base58.encode(Buffer.from(config.data[0], 'base64')) !== maker) return null
        return { ...treeFor(2 ** head.depth), buffer: head.buffer }
      })
    },
  }
}
