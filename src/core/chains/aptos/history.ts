import { CoreError } from '../../lib/errors.ts'
import type { HistoryClient, HistoryEntry } from '../family/history.ts'
import { sequenceOf } from './accounts.ts'
import { collectionAddressOf } from './addresses.ts'
import type { ClientMemory } from './client-options.ts'
import { collectionNow } from './collections.ts'
import { tokensMintedBy, tokensMovedBy, tokensRewrittenBy } from './mint-events.ts'
import { eachOf } from './resources.ts'
import { creationPayload, type UserTransaction } from './rpc/answers.ts'
import type { AptosRpc } from './rpc/rpc.ts'
import { textsOnceOf } from './token-list.ts'
import { standingAt } from './tokens.ts'
import { keptTransactions, transactionsAtOnce, transactionsWith } from './transactions/receipts.ts'

/** See `HistoryClient`: by an account's own transactions and their sequences, without an indexer. There are no trees. */
export function historyClient(rpc: () => Promise<AptosRpc>, memory: Pick<ClientMemory, 'sent'>): HistoryClient {
  return {
    async list(account, after) {
      const node = await rpc()
      const end = after === null ? await sequenceOf(node, account) : Number(after)
      const first = Math.max(0, end - transactionsAtOnce)
      const page = (await keptTransactions(node, account, first, end)).reverse()
      for (const { hash, sequence_number: sequence } of page)
        memory.sent.set(hash, { sender: account, sequence: Number(sequence) })
      return {
        hashes: page.flatMap(({ hash, success }) => (success ? [hash] : [])),
        newest: page[0]?.hash ?? null,
        next: first === 0 ? null : String(first),
      }
    },
    async read(hashes) {
      const node = await rpc()
      const found = new Map((await transactionsWith(node, memory, hashes)).map((one) => [one.hash, one]))
      return eachOf(hashes, async (hash) => {
        const one = found.get(hash)
        if (one) return entryOf(node, one)
        throw new CoreError(
          'network.incomplete',
          `The RPC lists the transaction ${hash} and does not keep it: set one that keeps the whole history, and take out those that do not.`,
        )
      })
    },
    collection: async (contract) => collectionNow(await rpc(), contract),
    async textsOf(addresses) {
      const node = await rpc()
      return eachOf(addresses, async (address) => {
        const standing = await standingAt(node, address)
        return standing.kind === 'token' ? { name: standing.token.name, symbol: '', uri: standing.token.uri } : null
      })
    },
    treesMadeBy: async (_maker, trees) => trees.map(() => null),
  }
}

/** What a transaction did to collections and tokens. Only a collection's creator mints into it and changes its tokens. */
async function entryOf(node: AptosRpc, by: UserTransaction): Promise<HistoryEntry> {
  const made = creationPayload.safeParse(by.payload)
  const tokens = tokensMintedBy(by)
  const texts = await textsOnceOf(node, by, tokens)
  return {
    ...{ hash: by.hash, payer: by.sender, leaves: [], changes: [], updates: [] },
    collections: made.success && by.success ? [collectionAddressOf(by.sender, made.data.arguments[2])] : [],
    tokens: tokens.map(({ collection, address, index, recipient }, place) => ({
      ...{ collection, address, recipient, tokenId: index },
      texts: { symbol: '', ...(texts[place] ?? { name: '', uri: '' }) },
    })),
    rewritten: tokensRewrittenBy(by),
    moved: tokensMovedBy(by),
  }
}
