import { z } from 'zod'
import { type ChainName, transferChains } from '../chains.ts'
import { familyOf } from '../families.ts'
import { type FieldRead, readAddress, readHolder, readRecipient } from '../transfer-fields.ts'
import {
  chainOf,
  exampleAddress,
  exampleAptosAddress,
  exampleAptosToken,
  exampleMintHash,
  exampleSolanaAddress,
  idempotencyHeaders,
} from './common.ts'

const chain = chainOf(transferChains).meta({ description: 'The blockchain.', example: 'polygon' })

const wholeNumber = 'must be a whole number from 0 to 2^256 - 1.'
const tokenId = z
  .union([z.string(), z.int()], { error: `tokenId ${wholeNumber}` })
  .refine((given) => /^\d{1,78}$/.test(String(given)) && BigInt(given) < 2n ** 256n, {
    error: `tokenId ${wholeNumber}`,
  })
  .optional()
  .meta({ description: 'The token in its contract; on EVM chains.', example: '17' })

const longest = 1_000
const mayBeAddress = z.string().max(longest)

interface Issues {
  addIssue(issue: { code: 'custom'; path: string[]; message: string }): void
}
/** Checks rules of a body even if it has other faults, so that the answer names all faults at once. */
const always = { when: () => true }

/** Adds the faults of fields that are wrong on the body's chain; the schema has reported fields that are no text. */
function checkMeanings(
  body: Readonly<Record<string, unknown>> | undefined,
  fields: Readonly<Record<string, (on: ChainName, text: string, name: string) => FieldRead<unknown>>>,
  context: Issues,
): void {
  const on = chain.safeParse(body?.chain)
  if (!on.success) return
  for (const [name, read] of Object.entries(fields)) {
    const text = body?.[name]
    if (typeof text !== 'string' || text.length > longest) continue
    const meant = read(on.data, text, name)
    for (const message of meant.ok ? [] : meant.messages) context.addIssue({ code: 'custom', path: [name], message })
  }
}

/** Reports missing fields that the body's chain requires, depending on whether its tokens have ids or addresses. */
function requireOn(
  body: Readonly<Record<string, unknown>> | undefined,
  tokens: 'ids' | 'addresses',
  fields: readonly string[],
  context: Issues,
): void {
  const on = chain.safeParse(body?.chain)
  if (!on.success || familyOf(on.data).tokenIds !== (tokens === 'ids')) return
  for (const name of fields)
    if (body?.[name] === undefined)
      context.addIssue({ code: 'custom', path: [name], message: `${name} is required on ${on.data}.` })
}

const quantityFault = 'quantity must be a whole number from 1.'
const quantity = z
  .union([z.string(), z.int()], { error: quantityFault })
  .refine((given) => /^[1-9]\d{0,77}$/.test(String(given)) && BigInt(given) < 2n ** 256n, { error: quantityFault })
  .optional()
  .meta({ description: 'Units; of ERC-1155 only. 1 where it is not said.', example: '1' })

/** The body of `POST /v1-alpha1/transfer`. */
export const transferRequest = z
  .object({
    chain: chain.default('ethereum'),
    fromAddress: mayBeAddress.meta({ description: 'The wallet that holds the NFT: one made with `userId`.' }),
    toAddress: mayBeAddress.meta({
      description: 'Who gets it: an address, or a recipient such as `email:ada@example.com`.',
    }),
    tokenMintAddress: mayBeAddress.meta({
      description: 'EVM: the token contract. Solana: the mint. Aptos: the token.',
    }),
    tokenId,
    quantity,
  })
  .superRefine((body, context) => {
    requireOn(body, 'ids', ['tokenId'], context)
    const fields = { fromAddress: readAddress, toAddress: readRecipient, tokenMintAddress: readAddress }
    checkMeanings(body, fields, context)
  }, always)
  .meta({
    id: 'TransferRequest',
    examples: [
      {
        chain: 'polygon',
        fromAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
        toAddress: exampleAddress,
        tokenMintAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
        tokenId: '17',
      },
      {
        chain: 'solana',
        fromAddress: exampleSolanaAddress,
        toAddress: 'email:grace@example.com',
        tokenMintAddress: exampleMintHash,
      },
      {
        chain: 'aptos',
        fromAddress: exampleAptosAddress,
        toAddress: 'email:grace@example.com',
        tokenMintAddress: exampleAptosToken,
      },
    ],
  })

/** The field with the token's contract or own address. */
export function placeField(on: ChainName): 'contractAddress' | 'tokenMintAddress' | 'tokenAddress' {
  const { apiNames } = familyOf(on)
  if (apiNames === null) return 'contractAddress'
  return apiNames.token === 'tokenAddress' ? 'tokenAddress' : 'tokenMintAddress'
}

/** The body of `POST /v1-alpha1/wallets/transfer`. */
export const walletTransferRequest = z
  .object({
    chain,
    from: mayBeAddress.meta({
      description: 'The wallet of the project that holds the NFT: its address or locator.',
      example: 'email:ada@example.com',
    }),
    to: mayBeAddress.meta({
      description: 'Who gets it: an address, or a recipient such as `userId:user-17:polygon`.',
      example: exampleAddress,
    }),
    contractAddress: mayBeAddress.optional().meta({ description: 'The token contract; on EVM chains.' }),
    tokenId,
    tokenMintAddress: mayBeAddress.optional().meta({ description: 'The mint; on Solana.' }),
    tokenAddress: mayBeAddress.optional().meta({ description: 'The token; on Aptos.' }),
    quantity,
  })
  .superRefine((body, context) => {
    requireOn(body, 'ids', ['contractAddress', 'tokenId'], context)
    const on = chain.safeParse(body?.chain).data
    const place = on === undefined ? 'contractAddress' : placeField(on)
    requireOn(body, 'addresses', [place], context)
    checkMeanings(body, { from: readHolder, to: readRecipient }, context)
    checkMeanings(body, { [place]: readAddress }, context)
  }, always)
  .meta({
    id: 'WalletTransferRequest',
    examples: [
      {
        chain: 'polygon',
        from: 'email:ada@example.com',
        to: exampleAddress,
        contractAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
        tokenId: '17',
      },
      {
        chain: 'solana',
        from: 'email:ada@example.com',
        to: exampleSolanaAddress,
        tokenMintAddress: exampleMintHash,
      },
      { chain: 'aptos', from: 'email:ada@example.com', to: exampleAptosAddress, tokenAddress: exampleAptosToken },
    ],
  })

export const transferAnswer = z
  .object({ message: z.string(), actionId: z.string().meta({ description: 'To be polled under `/actions`.' }) })
  .meta({ id: 'TransferAccepted' })

export const transferHeaders = idempotencyHeaders.extend({
  'x-client-id': z.string().optional().meta({ description: 'When sent, it must be the id of the project.' }),
})
