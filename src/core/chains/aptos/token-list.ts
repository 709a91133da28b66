import { CoreError } from '../../lib/errors.ts'
import type { ListedToken, TokenListClient } from '../family/token-list.ts'
import { sequenceOf } from './accounts.ts'
import { supplyOf } from './collections.ts'
import { mintedBy, textsMinted } from './mint-events.ts'
import { eachOf } from './resources.ts'
import type { UserTransaction } from './rpc/answers.ts'
import { aptosFault } from './rpc/fault.ts'
import type { AptosRpc } from './rpc/rpc.ts'
import { standingAt } from './tokens.ts'
import { transactionsNamed, transactionsOf } from './transactions/receipts.ts'

/** See `TokenListClient`. */
export function tokenListClient(rpc: () => Promise<AptosRpc>): TokenListClient {
  return {
    async minted(collection) {
      return (await supplyOf(await rpc(), collection))?.minted ?? 0
    },
    async tokensOf(collection, creator) {
      const node = await rpc()
      const listed = await tokensBy(node, collection, await allTransactionsOf(node, creator))
      return listed.sort((one, other) => one.tokenId - other.tokenId)
    },
    async tokensIn(collection, hashes) {
      const node = await rpc()
      return tokensBy(node, collection, await transactionsNamed(node, hashes))
    },
  }
}

/** @throws CoreError `network.incomplete` where the node does not keep all of them */
async function allTransactionsOf(node: AptosRpc, creator: string): Promise<UserTransaction[]> {
  const count = await sequenceOf(node, creator)
  try {
    const found = await transactionsOf(node, creator, 0, count - 1)
    if (found.length === count && found.every(({ sequence_number }, place) => sequence_number === BigInt(place)))
      return found
  } catch (error) {
    if (aptosFault(error).kind !== 'unsupported') throw error
  }
  throw new CoreError(
    'network.incomplete',
    `The RPC does not keep all of the ${count} transactions of ${creator}: set one that keeps the whole history.`,
  )
}

async function tokensBy(
  node: AptosRpc,
  collection: string,
  transactions: readonly UserTransaction[],
): Promise<ListedToken[]> {
  const minted = transactions.flatMap((by) => {
    const tokens = mintedBy(by, collection)
    const texts = textsMinted(by)
    return tokens.map((token, place) => ({ token, texts: texts?.length === tokens.length && texts[place], by }))
  })
  return eachOf(minted, async ({ token, texts, by }) => ({
    ...{ tokenId: token.index, address: token.address, recipient: token.recipient, txHash: by.hash },
    ...(texts || (await textsNow(node, token.address))),
  }))
}

/** What a token says now, where something else minted it, or another version of this app; nothing where it was burnt. */
async function textsNow(node: AptosRpc, address: string): Promise<{ name: string; uri: string }> {
  const standing = await standingAt(node, address)
  if (standing.kind !== 'token') return { name: '', uri: '' }
  const { name, uri } = standing.token
  return { name, uri }
}
