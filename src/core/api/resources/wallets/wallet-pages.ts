import { type Coverage, coverage } from '../../../../shared/api-schemas/wallets.ts'
import { familyOf } from '../../../../shared/families.ts'
import { CoreError } from '../../../lib/errors.ts'
import type { CoreContext } from '../../http/context.ts'
import { type Asked, assetKey, cursorBehind, startBy, tokenKey, unitKey, type WalletListName } from './cursors.ts'
import { filterOf, walletNftsOf } from './holdings.ts'
import { assetsOf, indexedNftsOf } from './indexed-holdings.ts'
import { addressedNftsOf, addressesOf } from './token-holdings.ts'

/** A page of a wallet's NFTs, as the API answers it. */
export interface WalletPage<Nft = unknown> {
  nfts: Nft[]
  /** The cursor of the next page; null on the last. */
  next: string | null
  coverage: Coverage
  notes: string[]
}

type Used = Pick<CoreContext, 'db' | 'content' | 'holdings'>

/** @throws ApiFault 400 for a cursor of another list; CoreError if no source knows what the wallet holds */
export async function walletPage(context: Used, list: WalletListName, asked: Asked, limit: number) {
  const { wallet, filters } = list
  const { indexed, tokenIds } = familyOf(wallet.chain)
  const pageOf = <Nft>(
    nfts: Nft[],
    listing: { next: unknown; coverage: Coverage; notes: string[] },
  ): WalletPage<Nft> => ({
    ...{ nfts, next: cursorBehind(list, listing.next) },
    ...{ coverage: listing.coverage, notes: listing.notes },
  })
  if (indexed) {
    const start = startBy(list, unitKey, asked)
    const held = await context.holdings.indexed(wallet, { ...start, limit, ...assetsOf(filters) })
    return pageOf(indexedNftsOf(wallet.chain, held.nfts), held)
  }
  if (!tokenIds) {
    const start = startBy(list, assetKey, asked)
    const held = await context.holdings.assets(wallet, { ...start, limit, addresses: addressesOf(filters) })
    return pageOf(await addressedNftsOf(context, wallet.chain, held.assets), held)
  }
  const start = startBy(list, tokenKey, asked)
  const held = await context.holdings.list(wallet, { ...filterOf(filters), ...start, limit })
  return pageOf(await walletNftsOf(context, wallet, held.nfts), held)
}

/** Ours: NFTs that are read together when all are listed; each such read asks the network anew. */
export const linesAtOnce = 100

/**
 * All pages after a first one, which has been read already.
 * @throws CoreError where a later page covers less than the first, whose coverage is in the answer's headers
 */
export async function* pagesBehind(
  context: Used,
  list: WalletListName,
  first: WalletPage,
): AsyncGenerator<readonly unknown[]> {
  for (let page = first; ; ) {
    yield page.nfts
    if (page.next === null) return
    page = await walletPage(context, list, { cursor: page.next }, linesAtOnce)
    if (rankOf(page.coverage) < rankOf(first.coverage))
      throw new CoreError('network.unreachable', `The list broke off: ${page.notes.join(' ')} Ask again.`)
  }
}

/** How much a coverage promises; a higher one promises more. */
function rankOf(one: Coverage): number {
  return coverage.options.indexOf(one)
}
