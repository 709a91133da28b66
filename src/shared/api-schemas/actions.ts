import { z } from 'zod'
import { exampleAptosToken, exampleMintHash } from './common.ts'

/** An action; what `data` holds depends on the kind of action. */
export const actionAnswer = z
  .object({
    actionId: z.string(),
    action: z
      .enum([
        'collections.create',
        'collections.update',
        'nfts.create',
        'nfts.update',
        'nfts.delete',
        'wallets:nfts.transfer',
      ])
      .meta({ example: 'nfts.create' }),
    status: z.enum(['pending', 'succeeded', 'failed']),
    data: z.object({
      txId: z.string().optional().meta({ description: 'Transaction; stands on `succeeded` alone.' }),
      chain: z.string(),
      collection: z
        .object({ id: z.string(), contractAddress: z.string().optional() })
        .optional()
        .meta({ description: 'Of all but transfers.' }),
      fromAddress: z.string().optional().meta({ description: 'Of a transfer.' }),
      toAddress: z.string().optional().meta({ description: 'Of a transfer.' }),
      recipient: z
        .object({ walletAddress: z.string().optional(), email: z.string().optional(), userId: z.string().optional() })
        .optional(),
      token: z
        .object({
          id: z.string(),
          contractAddress: z.string().optional().meta({ description: 'Of a transfer.' }),
          tokenId: z.string().optional(),
          mintHash: z
            .string()
            .optional()
            .meta({ description: 'In place of `tokenId`, on Solana.', example: exampleMintHash }),
          tokenAddress: z
            .string()
            .optional()
            .meta({ description: 'In place of `tokenId`, on Aptos.', example: exampleAptosToken }),
          quantity: z.string().optional().meta({ description: 'Units moved by a transfer; of erc-1155.' }),
          templateId: z.string().optional().meta({ description: 'Of semi-fungible collections.' }),
          amount: z.int().optional().meta({ description: 'Units, of semi-fungible collections.' }),
          owner: z.object({ walletAddress: z.string() }).optional(),
        })
        .optional(),
      changes: z
        .union([z.array(z.string()), z.string()])
        .optional()
        .meta({
          description: 'Of an update: a list for an NFT (`["metadata"]`), a text for a collection (`"supplyLimit"`).',
        }),
      error: z.object({ code: z.string(), message: z.string() }).optional().meta({ description: 'On `failed`.' }),
      failedAt: z.string().optional().meta({ description: 'On `failed`.' }),
    }),
    startedAt: z.string().meta({ example: '2026-01-31T12:00:00.000Z' }),
    completedAt: z.string().optional().meta({ description: 'On `succeeded`.' }),
    resource: z.string(),
  })
  .meta({ id: 'Action' })
export type ActionAnswer = z.output<typeof actionAnswer>

export const actionParams = z.object({
  actionId: z.string().meta({ description: 'The id of an action or of an NFT.', example: 'default-polygon' }),
})
