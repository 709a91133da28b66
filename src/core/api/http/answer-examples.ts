/** Examples of operations' answers on each family of chains, as `/openapi.json` shows them. A test checks each against its documented form. */
import type { ActionAnswer } from '../../../shared/api-schemas/actions.ts'
import type { CollectionAnswer } from '../../../shared/api-schemas/collections.ts'
import {
  exampleAddress,
  exampleAptosAddress,
  exampleAptosToken,
  exampleAsset,
  exampleImage,
  exampleMetadata,
  exampleMintHash,
  exampleSolanaAddress,
  stable,
} from '../../../shared/api-schemas/common.ts'
import type { MintAnswer, NftAnswer } from '../../../shared/api-schemas/nfts.ts'

/** Examples by name; the name says on which chain. */
export type Examples = Readonly<Record<string, unknown>>

const base = 'http://127.0.0.1:3000'
const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const startedAt = '2026-01-31T12:00:00.000Z'
const completedAt = '2026-01-31T12:00:06.250Z'
const failedAt = completedAt

/** Facts of each family's chains. */
const places = {
  polygon: {
    type: 'erc-721',
    collection: { contractAddress: contract },
    token: { tokenId: '1' },
    nft: { contractAddress: contract },
    holder: exampleAddress,
    txId: '0xc98d4f1b6a52d5c0e4cbb5a3a0f1d2e3c4b5a69788796a5b4c3d2e1f00112b20',
  },
  solana: {
    type: 'metaplex-certified-collection',
    collection: { mintAddress: exampleMintHash },
    token: { mintHash: exampleMintHash },
    nft: {},
    holder: exampleSolanaAddress,
    txId: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
  },
  aptos: {
    type: 'aptos-digital-asset',
    collection: { collectionAddress: exampleAptosToken },
    token: { tokenAddress: exampleAptosToken },
    nft: {},
    holder: exampleAptosAddress,
    txId: '0x1f3e5d7c9b0a2846e1d3c5b7a9f80e6d4c2b1a09f8e7d6c5b4a3928170f6e5d4',
  },
} as const
type Chain = keyof typeof places
const chains = Object.keys(places) as Chain[]
const onEach = <Value>(make: (chain: Chain) => Value): Record<string, Value> =>
  Object.fromEntries(chains.map((chain) => [chain, make(chain)]))

const metadata = {
  name: 'Event badges',
  description: 'Badges of everybody who was there.',
  imageUrl: exampleImage,
  symbol: 'BADGE',
}
const collections = onEach(
  (chain): CollectionAnswer => ({
    id: `default-${chain}`,
    metadata,
    fungibility: 'non-fungible',
    onChain: { chain, type: places[chain].type, ...places[chain].collection },
    supplyLimit: 1000,
    actionId: `default-${chain}`,
  }),
)

const minted = (chain: Chain): MintAnswer => ({
  id: 'ticket-1',
  onChain: {
    ...{ status: 'success', chain, ...places[chain].nft, ...places[chain].token },
    ...{ owner: places[chain].holder, txId: places[chain].txId },
  },
  actionId: 'ticket-1',
})
const pending = (chain: Chain): MintAnswer => ({
  id: 'ticket-1',
  onChain: { status: 'pending', chain, ...places[chain].nft },
  actionId: 'ticket-1',
})
const action = `${base}${stable}/actions/ticket-1`
const read = (chain: Chain): NftAnswer => ({ ...minted(chain), metadata: exampleMetadata, action })

/** @param resource the path after the API version */
function done(
  kind: ActionAnswer['action'],
  actionId: string,
  chain: Chain,
  more: Omit<ActionAnswer['data'], 'chain' | 'txId'>,
  resource = `actions/${actionId}`,
): ActionAnswer {
  const data = { txId: places[chain].txId, chain, ...more }
  const at = { startedAt, completedAt, resource: `${base}${stable}/${resource}` }
  return { actionId, action: kind, status: 'succeeded', data, ...at }
}
const ofCollection = (chain: Chain) => ({
  collection: { id: `default-${chain}`, contractAddress: Object.values(places[chain].collection)[0] },
})
const tokenOf = (chain: Chain) => ({
  token: { id: 'ticket-1', ...places[chain].token, owner: { walletAddress: places[chain].holder } },
})
const mintOf = (chain: Chain): ActionAnswer =>
  done('nfts.create', 'ticket-1', chain, {
    ...ofCollection(chain),
    recipient: { walletAddress: places[chain].holder, email: 'ada@example.com' },
    ...tokenOf(chain),
  })
const updateOf = (chain: Chain): ActionAnswer => {
  const id = '0f1c3f0a-6b1f-4c1b-9c59-0a4b7c8d9e10'
  const data = { ...ofCollection(chain), ...tokenOf(chain), changes: ['metadata'] }
  return done('nfts.update', id, chain, data, `collections/default-${chain}/nfts/${id}`)
}
const burnOf = (chain: Chain): ActionAnswer => {
  const id = '4b7c8d9e-1050-4d3a-8f7b-6a5948372615'
  const data = { ...ofCollection(chain), token: { id: 'ticket-1', ...places[chain].token } }
  return done('nfts.delete', id, chain, data, `collections/default-${chain}/nfts/${id}`)
}
const transferOf = (chain: Chain): ActionAnswer =>
  done('wallets:nfts.transfer', '7d2f0c4e-91ab-4c63-a5de-2b1a09f8e7d6', chain, {
    ...{ fromAddress: places[chain].holder, toAddress: places[chain].holder },
    token: { id: 'ticket-1', ...places[chain].token, ...places[chain].nft, owner: tokenOf(chain).token.owner },
  })
const { completedAt: _, ...unfinished } = mintOf('polygon')
const actions: Examples = {
  ...onEach(mintOf),
  'polygon, pending': {
    ...unfinished,
    status: 'pending',
    data: { chain: 'polygon', ...ofCollection('polygon'), token: { id: 'ticket-1' } },
  },
  'polygon, failed': {
    ...unfinished,
    status: 'failed',
    data: {
      ...{ chain: 'polygon', ...ofCollection('polygon'), token: { id: 'ticket-1' } },
      error: { code: 'recipient.refused', message: 'The contract at the recipient’s address takes no NFTs.' },
      failedAt,
    },
  },
  'polygon, a transfer': transferOf('polygon'),
}
const changeOfCollection = done('collections.update', '9c59b1f0-4b7c-4d9e-8050-3a8f7b6a5948', 'polygon', {
  ...ofCollection('polygon'),
  changes: 'supplyLimit',
})

const shown = {
  ...{ name: 'Badge #1', description: 'For everybody who was there.', image: exampleImage, animation_url: '' },
  attributes: [{ trait_type: 'Day', value: 'Friday' }],
  collection: { name: metadata.name, description: metadata.description, image: exampleImage },
}
const { policy, name } = exampleAsset
const held: Examples = {
  polygon: [
    {
      ...{ chain: 'polygon', contractAddress: contract, tokenId: '1', metadata: shown },
      ...{ locator: `polygon:${contract}:1`, tokenStandard: 'erc-721' },
    },
  ],
  solana: [{ chain: 'solana', mintHash: exampleMintHash, metadata: shown, locator: `solana:${exampleMintHash}` }],
  aptos: [{ chain: 'aptos', tokenAddress: exampleAptosToken, metadata: shown, locator: `aptos:${exampleAptosToken}` }],
  cardano: [{ chain: 'cardano', assetId: `${policy}${name}`, metadata: shown, locator: `cardano:${policy}:${name}` }],
}

const template = {
  templateId: 'gold-ticket',
  metadata: exampleMetadata,
  onChain: { tokenId: '2251799813685248' },
  supply: { limit: 500, minted: 12 },
}
const copies = done('nfts.create', 'e1f20c4e-91ab-4c63-a5de-2b1a09f8e7d6', 'polygon', {
  collection: { id: 'tickets', contractAddress: contract },
  recipient: { walletAddress: exampleAddress, email: 'ada@example.com' },
  token: {
    ...{
      id: 'e1f20c4e-91ab-4c63-a5de-2b1a09f8e7d6',
      tokenId: '2251799813685248',
      templateId: 'gold-ticket',
      amount: 3,
    },
    owner: { walletAddress: exampleAddress },
  },
})
const wallets = onEach((chain) => ({ chain, publicKey: places[chain].holder }))

/** By operation: its successful answers. */
const byOperation: Readonly<Record<string, Examples>> = {
  getHealth: {
    well: { status: 'ok', version: '0.1.0', networks: [{ chain: 'polygon', kind: 'practice', available: true }] },
  },
  createCollection: collections,
  putCollection: collections,
  getCollection: collections,
  listCollections: { all: { results: Object.values(collections) } },
  updateCollection: { polygon: changeOfCollection },
  mintNft: {
    ...onEach(pending),
    'polygon, a batch': {
      results: [
        { ...pending('polygon'), id: 'ticket-2', actionId: 'ticket-2' },
        { ...minted('polygon'), idempotentMismatch: ['metadata.name'] },
      ],
    },
  },
  putNft: { ...onEach(pending), 'polygon, the same id again': read('polygon') },
  getNft: onEach(read),
  listNfts: onEach((chain) => [read(chain)]),
  updateNft: onEach(updateOf),
  updateLocatedNft: onEach(updateOf),
  deleteNft: onEach(burnOf),
  mintSft: { polygon: copies },
  createTemplate: { template },
  putTemplate: { template },
  getTemplate: { template },
  listTemplates: { templates: [template] },
  getAction: actions,
  listWalletNfts: held,
  listWalletNftsAlpha: held,
  createWallet: wallets,
  listWallets: { all: Object.values(wallets) },
  transferWalletNft: {
    accepted: {
      message: 'The transfer was accepted and will be sent.',
      actionId: '7d2f0c4e-91ab-4c63-a5de-2b1a09f8e7d6',
    },
  },
  getBaseUri: { set: { uri: 'https://example.com/nfts' }, none: { uri: null } },
  getTransferable: { free: { value: true } },
  getRoyalties: { set: { recipients: [{ address: exampleAddress, basisPoints: 500 }] }, none: { recipients: [] } },
}

/** An operation's successful answers; none where it has no body. */
export function answerExamplesOf(operationId: string): Examples {
  return byOperation[operationId] ?? {}
}
