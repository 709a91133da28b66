import type { ListedToken, TokenListClient } from '../family/token-list.ts'
import { sequenceOf } from './accounts.ts'
import { supplyOf } from './collections.ts'
import { type MintedToken, mintedBy, textsMinted } from './mint-events.ts'
import { eachOf } from './resources.ts'
import type { UserTransaction } from './rpc/answers.ts'
import type { AptosRpc } from './rpc/rpc.ts'
import { standingAt } from './tokens.ts'
import { keptNamed, keptTransactions } from './transactions/receipts.ts'

/** See `TokenListClient`. */
export function tokenListClient(rpc: () => Promise<AptosRpc>): TokenListClient {
  return {
    async minted(collection) {
      return (await supplyOf(await rpc(), collection))?.minted ?? 0
    },
    async tokensOf(collection, creator) {
      const node = await rpc()
      const all = await keptTransactions(node, creator, 0, await sequenceOf(node, creator))
      const listed = await tokensBy(node, collection, all)
      return listed.sort((one, other) => one.tokenId - other.tokenId)
    },
    async tokensIn(collection, hashes) {
      const node = await rpc()
      return tokensBy(node, collection, await keptNamed(node, hashes))
    },
  }
}

async function tokensBy(
  node: AptosRpc,
  collection: string,
  transactions: readonly UserTransaction[],
): Promise<ListedToken[]> {
  const minted = transactions.map((by) => ({ by, tokens: mintedBy(by, collection) })).filter(hasTokens)
  const listed = await eachOf(minted, async ({ by, tokens }) => {
    const texts = await textsOnceOf(node, by, tokens)
    return tokens.map(({ index, address, recipient }, place) => ({
      ...{ tokenId: index, address, recipient, txHash: by.hash },
      ...(texts[place] ?? { name: '', uri: '' }),
    }))
  })
  return listed.flat()
}

function hasTokens({ tokens }: { tokens: readonly MintedToken[] }): boolean {
  return tokens.length > 0
}

/**
 * Names and URIs with which a transaction minted these tokens, in their order. If another program or another version of Mintdesk minted them, those
 * that the tokens have now; empty texts for burnt ones.
 */
export async function textsOnceOf(
  node: AptosRpc,
  by: UserTransaction,
  tokens: readonly MintedToken[],
): Promise<readonly { name: string; uri: string }[]> {
  const texts = textsMinted(by)
  return texts?.length === tokens.length ? texts : eachOf(tokens, ({ address }) => textsNow(node, address))
}

async function textsNow(node: AptosRpc, address: string): Promise<{ name: string; uri: string }> {
  const standing = await standingAt(node, address)
  if (standing.kind !== 'token') return { name: '', uri: '' }
  const { name, uri } = standing.token
  return { name, uri }
}
