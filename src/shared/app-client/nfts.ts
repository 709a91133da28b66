import { actionAnswer } from '../api-schemas/actions.ts'
import { alpha, stable } from '../api-schemas/common.ts'
import { transferAnswer } from '../api-schemas/transfers.ts'
import { collectionNfts, locatedNft } from '../app-api.ts'
import type { Caller } from '../http-client.ts'
import { query, seg } from './paths.ts'

/** A token as a transfer names it, on EVM chains or on Solana. */
export type TransferredToken =
  | { contractAddress: string; tokenId: string }
  | { tokenMintAddress: string }
  | { tokenAddress: string }

/** A transfer out of a wallet of the project; `to` is a recipient in the form of a mint's. */
export type TransferRequest = TransferredToken & { chain: string; from: string; to: string; quantity?: number | string }

/** Calls for single NFTs. */
export function nftCalls({ get }: Caller) {
  const path = (collectionId: string) => `${stable}/collections/${seg(collectionId)}/nfts`
  return {
    collectionNfts: (id: string, offset: number, limit: number, search: string) =>
      get(collectionNfts, `/app/collections/${seg(id)}/nfts${query({ offset, limit, search })}`),
    locatedNft: (locator: string) => get(locatedNft, `/app/nfts/${seg(locator)}`),
    /** Returns the action's id. */
    burn: async (collectionId: string, id: string) =>
      (await get(actionAnswer, `${path(collectionId)}/${seg(id)}`, { method: 'DELETE' })).actionId,
    /** Returns the action's id. @param key the idempotency key: the core accepts the same request only once */
    transfer: async (request: TransferRequest, key?: string) => {
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
      return (await get(transferAnswer, `${alpha}/wallets/transfer`, { method: 'POST', json: request, headers }))
        .actionId
    },
  }
}
