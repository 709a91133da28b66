import { z } from 'zod'
import { actionAnswer } from '../api-schemas/actions.ts'
import { collectionAnswer, type collectionPatch } from '../api-schemas/collections.ts'
import { alpha, stable } from '../api-schemas/common.ts'
import { templateAnswer } from '../api-schemas/templates.ts'
import { storedPicture } from '../app-api/media.ts'
import { visibility } from '../app-api/visibility.ts'
import {
  changeFee,
  changeStarted,
  collectionDetails,
  type collectionShownPatch,
  collectionSummary,
  handoverStarted,
  mintPrices,
  type offerRequest,
  ownership,
} from '../app-api.ts'
import type { Caller } from '../http-client.ts'
import { query, seg } from './paths.ts'

/** A new collection, as the person typed it; the core validates it. */
export interface CollectionInput {
  chain: string
  metadata: { name: string; description?: string; imageUrl?: string; symbol?: string }
  supplyLimit?: number
  fungibility?: string
  contractKind?: string
  payments?: { price: string; recipientAddress: string; saleSupply?: number }
}

/** Settings with their own routes. */
export type ContractSetting = 'base-uri' | 'transferable' | 'royalties'

/** Collections, their settings and templates. */
export function collectionCalls({ get, send }: Caller) {
  const path = (id: string) => `${stable}/collections/${seg(id)}`
  return {
    collections: () => get(z.array(collectionSummary), '/app/collections'),
    createCollection: (input: CollectionInput) =>
      get(collectionAnswer, `${stable}/collections`, { method: 'POST', json: input }),
    /** Stores a picture; returns the address for a collection's metadata. */
    storePicture: async (file: Blob) =>
      (await get(storedPicture, '/app/pictures', { method: 'POST', bytes: file })).uri,
    /** Creates a collection with the caller's id. */
    putCollection: (id: string, input: CollectionInput) =>
      get(collectionAnswer, path(id), { method: 'PUT', json: input }),
    /** Changes the supply limit or the sale; returns the action's id. */
    patchCollection: async (id: string, patch: z.input<typeof collectionPatch>) =>
      (await get(actionAnswer, path(id), { method: 'PATCH', json: patch })).actionId,
    ownership: (id: string) => get(ownership, `/app/collections/${seg(id)}/ownership`),
    offerCollection: (id: string, offer: z.input<typeof offerRequest>) =>
      get(ownership, `/app/collections/${seg(id)}/ownership`, { method: 'PUT', json: offer }),
    takeOfferBack: (id: string) => get(ownership, `/app/collections/${seg(id)}/ownership`, { method: 'DELETE' }),
    /** Transfers ownership to the address that requested it on chain; returns the action's id. @param to the offered address, as shown */
    completeHandover: async (id: string, to: string) =>
      (await get(handoverStarted, `/app/collections/${seg(id)}/ownership/complete`, { method: 'POST', json: { to } }))
        .actionId,
    collectionSettings: (id: string) => get(collectionDetails, `/app/collections/${seg(id)}/settings`),
    /** Sets a contract setting, null removes it; returns the action's id. */
    writeSetting: async (id: string, setting: ContractSetting, value: unknown) => {
      const answer = await send(
        `${alpha}/minting/collections/${seg(id)}/${setting}`,
        value === null ? { method: 'DELETE' } : { method: 'PUT', json: value },
      )
      return answer.headers.get('location')?.split('/').at(-1) ?? ''
    },
    /** Changes the collection's own metadata; returns the action's id. */
    changeMetadata: async (id: string, patch: z.input<typeof collectionShownPatch>) =>
      (await get(changeStarted, `/app/collections/${seg(id)}/metadata`, { method: 'PATCH', json: patch })).actionId,
    /** The estimated fee of that change now. */
    metadataFee: async (id: string) => (await get(changeFee, `/app/collections/${seg(id)}/metadata/fee`)).fee,
    action: (id: string) => get(actionAnswer, `${stable}/actions/${seg(id)}`),
    /** Checks what others see of it; takes seconds. */
    visibleCollection: (id: string) => get(visibility, `/app/collections/${seg(id)}/visible`),
    resumeCollection: (id: string) => send(`/app/collections/${seg(id)}/resume`, { method: 'POST' }),
    takeOver: (id: string) => send(`/app/collections/${seg(id)}/take-over`, { method: 'POST' }),
    mintPrices: (chain: string) => get(mintPrices, `/app/mint-prices${query({ chain })}`),
    templates: (id: string, page: number, perPage: number) =>
      get(z.array(templateAnswer), `${path(id)}/templates${query({ page, perPage })}`),
  }
}
