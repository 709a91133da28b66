import { z } from 'zod'
import { collectionChains } from '../chains.ts'
import { emailRecipient, type ParsedRecipient, parseWallet, userIdRecipient } from '../locator.ts'
import { chainOf, exampleAptosToken, exampleAsset, exampleMintHash, listQuery } from './common.ts'

export const walletParams = z.object({
  identifier: z
    .string()
    .superRefine((text, context) => {
      const parsed = parseWallet(text)
      for (const { message } of parsed.ok ? [] : parsed.faults) context.addIssue({ code: 'custom', message })
    })
    .meta({
      description:
        '`<chain>:<address>`, `email:<email>:<chain>` or `userId:<id>:<chain>`; on Cardano `cardano:<address>` alone, of payment or of stake.',
      example: 'email:ada@example.com:polygon',
    }),
})

const repeatable = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (value === undefined ? undefined : [value].flat()))

export const walletNftsQuery = listQuery.safeExtend({
  contractAddress: repeatable.meta({
    description: 'Only NFTs of this contract, on Cardano of this policy; may be repeated.',
  }),
  tokenId: repeatable.meta({
    description: 'Only NFTs of this token id, on Cardano of this name in hex; may be repeated.',
  }),
})

/** An NFT that an EVM wallet holds; keys of the metadata that are not named here are kept. */
export const walletNft = z
  .object({
    chain: z.string(),
    contractAddress: z.string(),
    tokenId: z.string(),
    metadata: z.looseObject({
      attributes: z.array(z.unknown()),
      collection: z.object({ name: z.string(), description: z.string(), image: z.string() }),
      description: z.string(),
      image: z.string(),
      animation_url: z.string(),
      name: z.string(),
    }),
    locator: z.string().meta({ description: '`<chain>:<contract>:<tokenId>`' }),
    tokenStandard: z.enum(['erc-721', 'erc-1155']),
    quantity: z.string().optional().meta({ description: 'Units that the wallet holds; of erc-1155 only.' }),
  })
  .meta({ id: 'WalletNft' })
export type WalletNftAnswer = z.output<typeof walletNft>

const ofTokenAddress = walletNft.pick({ chain: true, metadata: true })

/** An NFT that a Solana wallet holds. */
const solanaNft = ofTokenAddress
  .extend({
    mintHash: z.string().meta({ example: exampleMintHash }),
    locator: z.string().meta({ description: '`solana:<mintHash>`' }),
  })
  .meta({ id: 'SolanaWalletNft' })
/** An NFT that an Aptos wallet holds. */
const aptosNft = ofTokenAddress
  .extend({
    tokenAddress: z.string().meta({ example: exampleAptosToken }),
    locator: z.string().meta({ description: '`aptos:<tokenAddress>`' }),
  })
  .meta({ id: 'AptosWalletNft' })
/** An NFT that has an address of its own. */
export type AddressedNftAnswer = z.output<typeof solanaNft> | z.output<typeof aptosNft>

/** An NFT that a Cardano wallet holds. */
const cardanoNft = ofTokenAddress
  .extend({
    assetId: z
      .string()
      .meta({ description: '`<policyId><assetNameHex>`', example: `${exampleAsset.policy}${exampleAsset.name}` }),
    locator: z.string().meta({ description: '`cardano:<policyId>:<assetNameHex>`' }),
  })
  .meta({ id: 'CardanoWalletNft' })
export type CardanoNftAnswer = z.output<typeof cardanoNft>
export const walletNfts = z.array(z.union([walletNft, solanaNft, aptosNft, cardanoNft]))

/**
 * Joins pages of a wallet's list. The list may shift between two requests, so that an NFT is on both pages: it keeps its first position,
 * with the later page's data.
 */
export function eachOnce<Nft extends { locator: string }>(pages: readonly { nfts: readonly Nft[] }[]): Nft[] {
  return [...new Map(pages.flatMap(({ nfts }) => nfts.map((nft) => [nft.locator, nft] as const))).values()]
}

/** What a list of NFTs is certain to contain: NFTs of the app's own contracts; also those that a provider knows; everything. */
export const coverage = z.enum(['own', 'provider', 'full'])
export type Coverage = z.infer<typeof coverage>

/** The coverage from a list's headers; the note says in a sentence why it is not as high as it could be. */
export function coverageOf(headers: Headers): { coverage: Coverage; note: string | null } {
  return {
    coverage: coverage.catch('own').parse(headers.get('x-mintdesk-coverage')),
    note: headers.get('x-mintdesk-coverage-note'),
  }
}

/** A wallet of the project. */
export const walletAnswer = z.object({ chain: z.string(), publicKey: z.string() }).meta({ id: 'Wallet' })
export const walletList = z.array(walletAnswer)

const user = {
  email: z.string().optional().meta({ description: 'The e-mail address of the user.', example: 'ada@example.com' }),
  userId: z.string().optional().meta({ description: 'Your own id of the user.', example: 'user-17' }),
}
const exactlyOne = { error: 'Give either email or userId, and only one of them.' }

/** Collections cannot be made on Arbitrum Nova, but its NFTs can be held and transferred. */
const walletChain = chainOf([...collectionChains, 'arbitrumnova']).meta({
  description: 'The blockchain.',
  example: 'polygon',
})

const named = {
  email: user.email
    .superRefine((text, context) => noteFaults(text, emailRecipient, context))
    .meta({ ...user.email.meta() }),
  userId: user.userId
    .superRefine((text, context) => noteFaults(text, userIdRecipient, context))
    .meta({ ...user.userId.meta() }),
}

/** Adds a name's faults, which are the same on every chain. */
function noteFaults(
  text: string | undefined,
  read: (text: string, chain: 'polygon') => ParsedRecipient,
  context: { addIssue(issue: { code: 'custom'; message: string }): void },
): void {
  const parsed = text === undefined ? undefined : read(text, 'polygon')
  for (const { message } of parsed && !parsed.ok ? parsed.faults : []) context.addIssue({ code: 'custom', message })
}

export const walletRequest = z
  .object({ ...named, chain: walletChain })
  .refine((body) => (body.email === undefined) !== (body.userId === undefined), {
    ...exactlyOne,
    // Runs even if the body has other faults, so that the answer names all faults at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({
    id: 'WalletRequest',
    examples: [
      { email: 'ada@example.com', chain: 'polygon' },
      { userId: 'user-17', chain: 'polygon' },
      { email: 'ada@example.com', chain: 'solana' },
      { email: 'ada@example.com', chain: 'aptos' },
    ],
  })

export const walletsQuery = z
  .object({
    email: user.email.refine((text) => text !== '', { error: 'email is empty: give the e-mail address of a user.' }),
    userId: user.userId.refine((text) => text !== '', { error: 'userId is empty: give your own id of a user.' }),
  })
  .refine((query) => (query.email === undefined) !== (query.userId === undefined), exactlyOne)
