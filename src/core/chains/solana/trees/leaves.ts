import { base58 } from '@scure/base'
import { z } from 'zod'
import type { Leaf } from '../../family/trees.ts'
import { logWrapperV2 } from '../instructions/core-instructions.ts'
import { logWrapper } from '../instructions/instructions.ts'

/** The fields read of `getTransaction` (encoding json). */
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
      instructions: z.array(
        z.object({ accounts: z.array(z.number()), programIdIndex: z.number(), data: z.string().optional() }),
      ),
    }),
  }),
})
export type TransactionAnswer = z.infer<typeof transactionAnswer>

/** AccountCompressionEvent::ApplicationData (1) V1 (0), 4 bytes of length, BubblegumEventType::LeafSchemaEvent (1), its version (1). */
export const leafEvent = { kindAt: 0, kind: 1, eventAt: 6, event: 1, leafAt: 8 } as const

const zeroInBase58 = '1'
/** Offsets of a leaf's fields after its version byte, the same in V1 and V2 (which has more at the end). */
const leafFields = { id: 1, owner: 33, nonce: 97, dataHash: 105, creatorHash: 137, end: 169 } as const

/** All leaves that a transaction put into a tree, in order (Metaplex's own parser finds only the first). */
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
      // Most logs are changed paths of the tree (kind 0: a leading 1 in base58). They are long, so they are skipped undecoded.
      if ((program !== logWrapper && program !== logWrapperV2) || data.startsWith(zeroInBase58)) return []
      const bytes = base58.decode(data)
      if (bytes[leafEvent.kindAt] !== leafEvent.kind || bytes[leafEvent.eventAt] !== leafEvent.event) return []
      return [leafIn(Buffer.from(bytes.subarray(leafEvent.leafAt)))]
    })
  })
}

/** Reads by offset: Metaplex's serializer takes longer than all other work on a minted NFT. */
function leafIn(bytes: Buffer): Leaf {
  const { id, owner, nonce, dataHash, creatorHash, end } = leafFields
  if (bytes.length < end) throw new Error('a leaf that is not whole')
  return {
    place: Number(bytes.readBigUInt64LE(nonce)),
    address: base58.encode(bytes.subarray(id, id + 32)),
    owner: base58.encode(bytes.subarray(owner, owner + 32)),
    dataHash: bytes.toString('hex', dataHash, dataHash + 32),
    creatorHash: bytes.toString('hex', creatorHash, creatorHash + 32),
  }
}
