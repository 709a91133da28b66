import { getLeafSchemaSerializer } from '@metaplex-foundation/mpl-bubblegum'
import { base58 } from '@scure/base'
import { z } from 'zod'
import type { Leaf } from '../family.ts'
import { logWrapperV2 } from './core-instructions.ts'
import { logWrapper } from './instructions.ts'

/** What is read of `getTransaction` (encoding json). */
export const transactionAnswer = z.object({
  slot: z.number(),
  meta: z.object({
    err: z.unknown(),
    fee: z.number(),
    computeUnitsConsumed: z.number().optional(),
    preBalances: z.array(z.number()),
    postBalances: z.array(z.number()),
    logMessages: z.array(z.string()).nullish(),
    innerInstructions: z
      .array(
        z.object({
          index: z.number(),
          instructions: z.array(z.object({ programIdIndex: z.number(), data: z.string() })),
        }),
      )
      .nullish(),
    loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
  }),
  transaction: z.object({
    message: z.object({
      accountKeys: z.array(z.string()),
      instructions: z.array(z.object({ accounts: z.array(z.number()), programIdIndex: z.number() })),
    }),
  }),
})
export type TransactionAnswer = z.infer<typeof transactionAnswer>

/** AccountCompressionEvent::ApplicationData (1) V1 (0), 4 bytes of length, BubblegumEventType::LeafSchemaEvent (1), its version (1). */
const leafEvent = { kindAt: 0, kind: 1, eventAt: 6, event: 1, leafAt: 8 } as const

const zeroInBase58 = '1'

/** All leaves that a transaction put into a tree, in order (the official parser finds the first only). */
export function leavesOf({ meta, transaction }: TransactionAnswer, tree: string): Leaf[] {
  const { message } = transaction
  const keys = [
    ...message.accountKeys,
    ...(meta.loadedAddresses?.writable ?? []),
    ...(meta.loadedAddresses?.readonly ?? []),
  ]
  return (meta.innerInstructions ?? []).flatMap(({ index, instructions }) => {
    const outer = message.instructions[index]
    if (!outer?.accounts.some((account) => keys[account] === tree)) return []
    return instructions.flatMap(({ programIdIndex, data }) => {
      const program = keys[programIdIndex]
      // Most of what is logged are changed paths of the tree (kind 0, in base58 a 1 in front), long, and not read.
      if ((program !== logWrapper && program !== logWrapperV2) || data.startsWith(zeroInBase58)) return []
      const bytes = base58.decode(data)
      if (bytes[leafEvent.kindAt] !== leafEvent.kind || bytes[leafEvent.eventAt] !== leafEvent.event) return []
      const [leaf] = getLeafSchemaSerializer().deserialize(bytes.subarray(leafEvent.leafAt))
      return [
        {
          place: Number(leaf.nonce),
          address: String(leaf.id),
          owner: String(leaf.owner),
          dataHash: Buffer.from(leaf.dataHash).toString('hex'),
          creatorHash: Buffer.from(leaf.creatorHash).toString('hex'),
        },
      ]
    })
  })
}
