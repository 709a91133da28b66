/**
 * Every route of spec/api.md with what a client may rely on: a row a body. What the rows have in common (keys, slashes, encodings,
 * sizes, hosts) is tried on each of them by conformance.test.ts.
 */
import { exampleImage, exampleMetadata } from '../../../src/shared/api-schemas/common.ts'
import type { Scope } from '../../../src/shared/app-api.ts'
import { polygonAddress } from '../open-api.ts'

const base = '/api/2022-06-09'
const alpha = '/api/v1-alpha1'

export type Json = Record<string, unknown>
export type Kind = 'text' | 'number' | 'boolean' | 'object' | 'list' | 'metadata'

/** A field of a body, or of a query, and what it has to be. */
export interface Field {
  name: string
  kind: Kind
  required?: true
  /** What is named when it is missing, where that is not the field itself. */
  missing?: string
  /** null means something. */
  nullable?: true
}

export interface Refusal {
  status: number
  code: string
  path?: Readonly<Record<string, string>>
  query?: string
  body?: unknown
  headers?: Record<string, string>
  /** What is asked first. */
  after?: { method: string; path: string; body?: unknown; headers?: Record<string, string> }
}

export interface Row {
  /** As the description has it. */
  route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`
  /** One of them lets in; none: no key is needed. */
  scopes: readonly Scope[]
  /** What is answered when all is well. Where only a chain can make it well: 503, as the networks here cannot be started. */
  ok: 200 | 201 | 202 | 204 | 503
  path?: Readonly<Record<string, string>>
  query?: string
  queryFields?: readonly Field[]
  body?: Json
  fields?: readonly Field[]
  /** Asked before each try. */
  before?: Refusal['after']
  refusals?: readonly Refusal[]
  /** The status for no key or an unknown one. */
  stranger?: 401
}

/** A wallet that the project is made to have, of a user. */
export const userWallet = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const transferOf = (other: Json): Json => ({
  ...{ chain: 'polygon', fromAddress: userWallet, toAddress: polygonAddress },
  ...{ tokenMintAddress: polygonAddress, tokenId: '1', ...other },
})
const walletTransferOf = (other: Json): Json => ({
  ...{ chain: 'polygon', from: 'email:ada@example.com', to: 'userId:a:b:polygon' },
  ...{ contractAddress: polygonAddress, tokenId: 1, ...other },
})

const text = (name: string): Field => ({ name, kind: 'text' })
const required = (field: Field): Field => ({ ...field, required: true })
const boolean = (name: string): Field => ({ name, kind: 'boolean' })
const number = (name: string): Field => ({ name, kind: 'number' })
const object = (name: string): Field => ({ name, kind: 'object' })
const orNull = (field: Field): Field => ({ ...field, nullable: true })

/** Ids that have to be percent-encoded. */
export const ids = { collection: 'Sammlung/№ 1', copies: 'Kopien 100%', nft: 'Los #1?', template: 'gold & silver' }
const path = (id: string) => encodeURIComponent(id)
const inCollection = { collectionId: ids.collection }
const inCopies = { collectionId: ids.copies }
const nft = { ...inCollection, id: ids.nft }
const template = { ...inCopies, templateId: ids.template }
const unknown = (...names: string[]): Refusal[] =>
  names.map((name) => ({ status: 404, code: `${things[name]}.notFound`, path: { [name]: 'nope' } }))
const things: Readonly<Record<string, string>> = { collectionId: 'collection', id: 'nft', templateId: 'template' }

const payments = { price: '0.001', recipientAddress: polygonAddress, currency: 'POL' }
const collection = {
  chain: 'polygon',
  metadata: { name: 'Badges', imageUrl: '', description: 'For all', symbol: 'BDG' },
  fungibility: 'non-fungible',
  supplyLimit: 100,
  payments,
  reuploadLinkedFiles: false,
  contractKind: 'standard',
}
const paymentFields = [
  required(text('payments.price')),
  required(text('payments.recipientAddress')),
  text('payments.currency'),
]
const collectionFields = [
  required(text('chain')),
  required(object('metadata')),
  required(text('metadata.name')),
  text('metadata.imageUrl'),
  text('metadata.description'),
  text('metadata.symbol'),
  text('fungibility'),
  number('supplyLimit'),
  object('payments'),
  ...paymentFields,
  boolean('reuploadLinkedFiles'),
  text('contractKind'),
]
const impossible: Refusal[] = [
  { status: 422, code: 'network.unsupported', body: { chain: 'aptos', metadata: { name: 'A' } } },
  { status: 422, code: 'payments.currency', body: { ...collection, payments: { ...payments, currency: 'USDC' } } },
]
/** The same key with another body. */
const conflict = (route: string, body: unknown, other: unknown): Refusal => ({
  status: 409,
  code: 'idempotency.conflict',
  headers: { 'idempotency-key': 'once' },
  body: other,
  after: { method: 'POST', path: route, body, headers: { 'x-idempotency-key': 'once' } },
})

const mint = {
  recipient: `polygon:${polygonAddress}`,
  metadata: { ...exampleMetadata, animation_url: exampleImage },
  reuploadLinkedFiles: false,
  compressed: true,
}
const metadataFields = (prefix = ''): Field[] => [
  { name: `${prefix}metadata`, kind: 'metadata', required: true },
  required(text(`${prefix}metadata.name`)),
  required(text(`${prefix}metadata.image`)),
  text(`${prefix}metadata.description`),
  text(`${prefix}metadata.animation_url`),
  { name: `${prefix}metadata.attributes`, kind: 'list' },
  text(`${prefix}metadata.attributes[0].trait_type`),
  { name: `${prefix}metadata.attributes[0].value`, kind: 'object', required: true },
]
const mintFields = (prefix = '') => [
  required(text(`${prefix}recipient`)),
  ...metadataFields(prefix),
  boolean(`${prefix}reuploadLinkedFiles`),
  boolean(`${prefix}compressed`),
]
const full: Refusal = {
  status: 422,
  code: 'supply.exceeded',
  path: { collectionId: 'full' },
  body: mint,
}
const onAnotherChain: Refusal = {
  status: 400,
  code: 'request.invalid',
  body: { ...mint, recipient: `base:${polygonAddress}` },
}

const pages = { query: '?page=1&perPage=2', queryFields: [number('page'), number('perPage')] }
const setting = (name: string) => `${alpha}/minting/collections/{collectionId}/${name}`
const templateBody = {
  metadata: exampleMetadata,
  onChain: { tokenId: '7' },
  supply: { limit: 5 },
  reuploadLinkedFiles: true,
}
const templateFields = [
  ...metadataFields(),
  object('onChain'),
  { name: 'onChain.tokenId', kind: 'object' } as const,
  object('supply'),
  number('supply.limit'),
  boolean('reuploadLinkedFiles'),
]
const notSemiFungible: Refusal = { status: 422, code: 'collection.nonFungible', path: inCollection }

export const table: readonly Row[] = [
  {
    route: `POST ${base}/collections`,
    scopes: ['collections.create'],
    ok: 200,
    body: collection,
    fields: collectionFields,
    refusals: [...impossible, conflict(`${base}/collections`, collection, { ...collection, supplyLimit: 7 })],
  },
  {
    route: `PUT ${base}/collections/{collectionId}`,
    scopes: ['collections.create'],
    ok: 200,
    path: { collectionId: 'own/№ 2' },
    body: collection,
    fields: collectionFields,
    refusals: impossible.map((refusal) => ({ ...refusal, path: { collectionId: 'never' } })),
  },
  { route: `GET ${base}/collections`, scopes: ['collections.read'], ok: 200, ...pages },
  {
    route: `GET ${base}/collections/{collectionId}`,
    scopes: ['collections.read'],
    ok: 200,
    path: inCollection,
    refusals: unknown('collectionId'),
  },
  {
    route: `PATCH ${base}/collections/{collectionId}`,
    scopes: ['collections.update'],
    ok: 200,
    path: { collectionId: 'patched/1' },
    before: {
      method: 'PUT',
      path: `${base}/collections/${path('patched/1')}`,
      body: { chain: 'polygon', metadata: { name: 'P' } },
    },
    body: { supplyLimit: 1000, payments: { ...payments, saleSupply: 10 } },
    fields: [
      orNull(number('supplyLimit')),
      orNull(object('payments')),
      ...paymentFields,
      number('payments.saleSupply'),
    ],
    refusals: [
      ...unknown('collectionId'),
      { status: 400, code: 'request.invalid', body: {} },
      { status: 422, code: 'payments.currency', body: { payments: { ...payments, currency: 'USDC' } } },
      { status: 422, code: 'supply.tooLow', path: { collectionId: 'full' }, body: { supplyLimit: 1 } },
      { status: 422, code: 'collection.unsupported', path: inCopies, body: { payments } },
    ],
  },
  {
    route: `POST ${base}/collections/{collectionId}/nfts`,
    scopes: ['nfts.create'],
    ok: 200,
    path: inCollection,
    body: mint,
    fields: mintFields(),
    refusals: [
      ...unknown('collectionId'),
      full,
      onAnotherChain,
      conflict(`${base}/collections/${path(ids.collection)}/nfts`, mint, { ...mint, reuploadLinkedFiles: true }),
    ],
  },
  {
    route: `POST ${base}/collections/{collectionId}/nfts`,
    scopes: ['nfts.create'],
    ok: 200,
    path: { collectionId: 'default' },
    body: { nfts: [mint, { ...mint, id: 'own' }] },
    fields: [
      { name: 'nfts', kind: 'list', required: true, missing: 'recipient' },
      text('nfts[1].id'),
      ...mintFields('nfts[0].'),
      ...mintFields('nfts[1].'),
    ],
    refusals: [{ ...full, body: { nfts: [mint, mint] } }],
  },
  {
    route: `POST ${base}/collections/{collectionId}/nfts`,
    scopes: ['nfts.create'],
    ok: 200,
    path: inCopies,
    body: { recipient: mint.recipient, templateId: 'unlimited', amount: 2 },
    fields: [{ ...required(text('templateId')), missing: 'metadata' }, required(text('recipient')), number('amount')],
    refusals: [{ status: 404, code: 'template.unknown', body: { recipient: mint.recipient, templateId: 'nope' } }],
  },
  {
    route: `PUT ${base}/collections/{collectionId}/nfts/{id}`,
    scopes: ['nfts.create'],
    ok: 200,
    path: { ...inCollection, id: 'Los #2' },
    body: mint,
    fields: mintFields(),
    refusals: [...unknown('collectionId'), onAnotherChain, full],
  },
  {
    route: `GET ${base}/collections/{collectionId}/nfts`,
    scopes: ['nfts.read'],
    ok: 200,
    path: inCollection,
    ...pages,
    refusals: unknown('collectionId'),
  },
  {
    route: `GET ${base}/collections/{collectionId}/nfts/{id}`,
    scopes: ['nfts.read'],
    ok: 200,
    path: nft,
    refusals: unknown('collectionId', 'id'),
  },
  {
    route: `PATCH ${base}/collections/{collectionId}/nfts/{id}`,
    scopes: ['nfts.update'],
    ok: 200,
    path: nft,
    body: { metadata: mint.metadata, reuploadLinkedFiles: false },
    fields: [...metadataFields(), boolean('reuploadLinkedFiles')],
    refusals: [
      ...unknown('collectionId', 'id'),
      { status: 422, code: 'nft.notMinted', path: { collectionId: 'full', id: 'queued' } },
      { status: 422, code: 'nft.copy', path: { ...inCopies, id: 'copy' } },
    ],
  },
  {
    // Who holds it, only the chain says; the burning itself is shown by administration.chain.test.ts.
    route: `DELETE ${base}/collections/{collectionId}/nfts/{id}`,
    scopes: ['nfts.delete'],
    ok: 503,
    path: nft,
    refusals: [
      ...unknown('collectionId', 'id'),
      { status: 422, code: 'nft.notMinted', path: { collectionId: 'full', id: 'queued' } },
    ],
  },
  {
    route: `POST ${base}/collections/{collectionId}/sfts`,
    scopes: ['nfts.create'],
    ok: 200,
    path: inCopies,
    body: { templateId: 'unlimited', recipient: mint.recipient, amount: 2 },
    fields: [required(text('templateId')), required(text('recipient')), number('amount')],
    refusals: [
      ...unknown('collectionId'),
      notSemiFungible,
      { status: 404, code: 'template.notFound', body: { templateId: 'nope', recipient: mint.recipient } },
      { status: 422, code: 'supply.exceeded', body: { templateId: 'one', recipient: mint.recipient, amount: 2 } },
      conflict(
        `${base}/collections/${path(ids.copies)}/sfts`,
        { templateId: 'unlimited', recipient: mint.recipient },
        { templateId: 'unlimited', recipient: mint.recipient, amount: 3 },
      ),
    ],
  },
  {
    route: `POST ${base}/collections/{collectionId}/templates`,
    scopes: ['collections.update'],
    ok: 200,
    path: inCopies,
    body: { metadata: exampleMetadata, supply: { limit: 5 }, reuploadLinkedFiles: true, templateId: 'posted' },
    fields: [
      ...metadataFields(),
      object('supply'),
      number('supply.limit'),
      boolean('reuploadLinkedFiles'),
      text('templateId'),
    ],
    refusals: [
      ...unknown('collectionId'),
      notSemiFungible,
      conflict(
        `${base}/collections/${path(ids.copies)}/templates`,
        { metadata: exampleMetadata },
        { metadata: exampleMetadata, supply: { limit: 1 } },
      ),
    ],
  },
  {
    route: `GET ${base}/collections/{collectionId}/templates`,
    scopes: ['nfts.read'],
    ok: 200,
    path: inCopies,
    ...pages,
    refusals: [...unknown('collectionId'), notSemiFungible],
  },
  {
    route: `GET ${base}/collections/{collectionId}/templates/{templateId}`,
    scopes: ['nfts.read'],
    ok: 200,
    path: template,
    refusals: [...unknown('collectionId', 'templateId'), notSemiFungible],
  },
  {
    route: `PUT ${base}/collections/{collectionId}/templates/{templateId}`,
    scopes: ['collections.update'],
    ok: 200,
    path: { ...inCopies, templateId: 'own/№ 3' },
    body: templateBody,
    fields: templateFields,
    refusals: [...unknown('collectionId'), notSemiFungible],
  },
  {
    route: `PATCH ${base}/collections/{collectionId}/templates/{templateId}`,
    scopes: ['collections.update'],
    ok: 204,
    path: template,
    body: { metadata: mint.metadata, supply: { limit: 50 }, reuploadLinkedFiles: false },
    fields: [
      ...metadataFields().map(
        (field): Field => (field.kind === 'metadata' ? { name: field.name, kind: field.kind } : field),
      ),
      object('supply'),
      orNull(number('supply.limit')),
      boolean('reuploadLinkedFiles'),
    ],
    refusals: [
      ...unknown('collectionId', 'templateId'),
      notSemiFungible,
      { status: 400, code: 'request.invalid', body: {} },
    ],
  },
  {
    route: `DELETE ${base}/collections/{collectionId}/templates/{templateId}`,
    scopes: ['collections.update'],
    ok: 204,
    path: { ...inCopies, templateId: 'removed/1' },
    before: {
      method: 'PUT',
      path: `${base}/collections/${path(ids.copies)}/templates/${path('removed/1')}`,
      body: { metadata: exampleMetadata },
    },
    refusals: [
      ...unknown('collectionId', 'templateId'),
      notSemiFungible,
      { status: 422, code: 'template.used', path: { ...inCopies, templateId: 'used' } },
    ],
  },
  {
    route: `GET ${base}/actions/{actionId}`,
    scopes: ['nfts.create', 'nfts.read', 'nfts.update', 'nfts.delete'],
    ok: 200,
    path: { actionId: ids.nft },
    refusals: [
      { status: 404, code: 'action.notFound', path: { actionId: 'nope' } },
      { status: 400, code: 'request.url', path: { actionId: 'x'.repeat(5000) } },
    ],
  },
  {
    route: `GET ${base}/wallets/{identifier}/nfts`,
    scopes: ['wallets:nfts.read'],
    ok: 200,
    path: { identifier: 'userId:a:b/c:polygon' },
    query: `?page=1&perPage=2&contractAddress=${polygonAddress}&contractAddress=${polygonAddress}&tokenId=1`,
    queryFields: pages.queryFields,
    refusals: [
      { status: 400, code: 'request.invalid', path: { identifier: 'nonsense' } },
      { status: 400, code: 'request.invalid', path: { identifier: 'polygon:0x12' } },
      { status: 422, code: 'network.unsupported', path: { identifier: 'email:a@b.co:aptos' } },
    ],
  },
  {
    route: `GET ${alpha}/wallets/{identifier}/nfts`,
    scopes: ['wallets:nfts.read'],
    ok: 200,
    path: { identifier: 'userId:a:b/c:polygon' },
    ...pages,
    refusals: [
      { status: 400, code: 'request.invalid', path: { identifier: 'nonsense' } },
      { status: 422, code: 'network.unsupported', path: { identifier: 'email:a@b.co:aptos' } },
    ],
  },
  {
    route: `POST ${alpha}/wallets`,
    scopes: ['wallets.create'],
    stranger: 401,
    ok: 201,
    body: { email: 'ada@example.com', chain: 'polygon' },
    fields: [{ ...required(text('email')), missing: '' }, required(text('chain'))],
    refusals: [
      { status: 400, code: 'request.invalid', body: { email: 'a@b.co', userId: 'a', chain: 'polygon' } },
      { status: 422, code: 'network.unsupported', body: { userId: 'a', chain: 'aptos' } },
    ],
  },
  {
    route: `POST ${alpha}/wallets`,
    scopes: ['wallets.create'],
    stranger: 401,
    ok: 201,
    body: { userId: 'a:b', chain: 'polygon' },
    fields: [{ ...required(text('userId')), missing: '' }, required(text('chain'))],
  },
  {
    route: `POST ${alpha}/transfer`,
    scopes: ['wallets:nfts.transfer'],
    ok: 503,
    body: transferOf({ quantity: 1 }),
    fields: [
      object('quantity'),
      text('chain'),
      required(text('fromAddress')),
      required(text('toAddress')),
      required(text('tokenMintAddress')),
      required(object('tokenId')),
    ],
    refusals: [
      { status: 403, code: 'transfer.notUserWallet', body: transferOf({ fromAddress: polygonAddress }) },
      { status: 403, code: 'transfer.clientId', headers: { 'x-client-id': 'another' } },
      { status: 422, code: 'transfer.sameWallet', body: transferOf({ toAddress: userWallet }) },
      { status: 409, code: 'idempotency.conflict', headers: { 'idempotency-key': 'taken' } },
      { status: 400, code: 'request.invalid', body: transferOf({ chain: 'astar-zkevm' }) },
      { status: 400, code: 'request.invalid', body: transferOf({ toAddress: '0x12' }) },
    ],
  },
  {
    route: `POST ${alpha}/wallets/transfer`,
    scopes: ['wallets:nfts.transfer'],
    ok: 503,
    body: walletTransferOf({ quantity: '2' }),
    fields: [
      required(text('chain')),
      required(text('from')),
      required(text('to')),
      required(text('contractAddress')),
      required(object('tokenId')),
      object('quantity'),
    ],
    refusals: [
      { status: 404, code: 'wallet.notFound', body: walletTransferOf({ from: polygonAddress }) },
      { status: 403, code: 'transfer.clientId', headers: { 'x-client-id': 'another' } },
      { status: 422, code: 'transfer.sameWallet', body: walletTransferOf({ to: 'email:Ada@example.com' }) },
      { status: 409, code: 'idempotency.conflict', headers: { 'idempotency-key': 'taken' } },
      { status: 400, code: 'request.invalid', body: walletTransferOf({ quantity: 0 }) },
    ],
  },
  {
    route: `GET ${alpha}/wallets`,
    scopes: ['wallets.read'],
    stranger: 401,
    ok: 200,
    query: '?userId=a%3Ab',
    refusals: [
      { status: 400, code: 'request.invalid', query: '' },
      { status: 400, code: 'request.invalid', query: '?userId=a&email=a@b.co' },
    ],
  },
  {
    route: `PUT ${setting('base-uri')}`,
    scopes: ['collections.update'],
    ok: 204,
    path: inCopies,
    body: { uri: 'https://example.com/nfts/' },
    fields: [required(text('uri'))],
    refusals: [
      ...unknown('collectionId'),
      { status: 422, code: 'collection.failed', path: { collectionId: 'failed' } },
    ],
  },
  {
    route: `GET ${setting('base-uri')}`,
    scopes: ['collections.read'],
    ok: 200,
    path: inCollection,
    refusals: unknown('collectionId'),
  },
  {
    route: `PUT ${setting('transferable')}`,
    scopes: ['collections.update'],
    ok: 204,
    path: inCollection,
    body: { value: false },
    fields: [required(boolean('value'))],
    refusals: [
      ...unknown('collectionId'),
      { status: 422, code: 'collection.failed', path: { collectionId: 'failed' } },
    ],
  },
  {
    route: `GET ${setting('transferable')}`,
    scopes: ['collections.read'],
    ok: 200,
    path: inCollection,
    refusals: unknown('collectionId'),
  },
  {
    route: `PUT ${setting('royalties')}`,
    scopes: ['collections.update'],
    ok: 204,
    path: inCollection,
    body: { recipients: [{ address: polygonAddress, basisPoints: 500 }] },
    fields: [
      { name: 'recipients', kind: 'list', required: true },
      required(text('recipients[0].address')),
      required(number('recipients[0].basisPoints')),
    ],
    refusals: [
      ...unknown('collectionId'),
      {
        status: 422,
        code: 'royalties.recipients',
        body: { recipients: [1, 2].map((basisPoints) => ({ address: polygonAddress, basisPoints })) },
      },
    ],
  },
  {
    route: `GET ${setting('royalties')}`,
    scopes: ['collections.read'],
    ok: 200,
    path: inCollection,
    refusals: unknown('collectionId'),
  },
  {
    route: `DELETE ${setting('royalties')}`,
    scopes: ['collections.update'],
    ok: 204,
    path: inCollection,
    refusals: [
      ...unknown('collectionId'),
      { status: 422, code: 'collection.failed', path: { collectionId: 'failed' } },
    ],
  },
  {
    route: `PATCH ${alpha}/nfts/{locator}`,
    scopes: ['nfts.update'],
    ok: 200,
    path: { locator: 'the NFT' },
    body: { metadata: mint.metadata, reuploadLinkedFiles: false },
    fields: [...metadataFields(), boolean('reuploadLinkedFiles')],
    refusals: [
      { status: 400, code: 'request.invalid', path: { locator: 'nope' } },
      { status: 404, code: 'nft.notFound', path: { locator: `polygon:${polygonAddress}:1` } },
      { status: 422, code: 'nft.copy', path: { locator: 'a copy' } },
    ],
  },
  { route: 'GET /health', scopes: [], ok: 200 },
]
