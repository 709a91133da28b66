import { z } from 'zod'
import { normalAddress } from '../addresses.ts'

/** Schemas of nodes' answers, with the fields that are read. 64-bit numbers are strings. */

const u64 = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt)
/** A number that the chain counts up one by one, so it stays far below 2^53. */
const count = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
const address = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(normalAddress)
const hash = z.string().regex(/^0x[0-9a-f]{64}$/)

export const ledgerAnswer = z.object({
  chain_id: z.number(),
  ledger_version: count,
  oldest_ledger_version: count,
  block_height: count,
})

export const accountAnswer = z.object({ sequence_number: count })

/** A JSON number, or a string, as some nodes write 64-bit numbers. */
export const balanceAnswer = z.union([z.number().int().nonnegative(), z.string().regex(/^\d{1,20}$/)]).transform(BigInt)

const event = z.object({ type: z.string(), data: z.unknown() })
/** A transaction of any kind on the ledger. */
export const versionAnswer = z.object({ version: count, hash, accumulator_root_hash: hash })

/** A transaction on the ledger that an account sent. */
export const userTransactionAnswer = versionAnswer.extend({
  type: z.literal('user_transaction'),
  sender: address,
  sequence_number: u64,
  success: z.boolean(),
  vm_status: z.string(),
  gas_used: u64,
  gas_unit_price: u64,
  events: z.array(event),
  payload: z.unknown(),
})
export type UserTransaction = z.output<typeof userTransactionAnswer>

/** An account's own transaction (`user_transaction`) on the ledger, or a pending one. Any other form matches neither. */
export const transactionAnswer = z.discriminatedUnion('type', [
  userTransactionAnswer,
  z.object({ type: z.literal('pending_transaction'), hash }),
])

export const transactionsAnswer = z.array(userTransactionAnswer)

export const simulationAnswer = z
  .array(z.object({ success: z.boolean(), vm_status: z.string(), gas_used: u64, events: z.array(event).default([]) }))
  .min(1)

export const gasPriceAnswer = z.object({
  gas_estimate: z.number().int().positive(),
  deprioritized_gas_estimate: z.number().int().positive().nullish(),
  prioritized_gas_estimate: z.number().int().positive().nullish(),
})

export const pendingAnswer = z.object({ hash })

export const batchAnswer = z.object({
  transaction_failures: z.array(
    z.object({
      transaction_index: z.number().int(),
      error: z.object({ message: z.string(), error_code: z.string(), vm_error_code: z.number().nullish() }),
    }),
  ),
})

/** A resource as `/accounts/{address}/resource/{type}` and `…/resources` return it. */
const resource = <Data extends z.ZodType>(data: Data) => z.object({ data })

export const collectionResource = resource(
  z.object({ creator: address, description: z.string(), name: z.string(), uri: z.string() }),
)
/** What the creator of a collection may do to its tokens. */
export const ownCollectionResource = resource(
  z.object({
    ...{ mutable_token_name: z.boolean(), mutable_token_uri: z.boolean() },
    ...{ tokens_burnable_by_creator: z.boolean(), tokens_freezable_by_creator: z.boolean() },
  }),
)
export const objectResource = resource(z.object({ owner: address, allow_ungated_transfer: z.boolean() }))
export const royaltyResource = resource(z.object({ numerator: u64, denominator: u64, payee_address: address }))
const aggregator = z.object({ value: count, max_value: u64 })
export const concurrentSupplyResource = resource(z.object({ current_supply: aggregator, total_minted: aggregator }))
export const fixedSupplyResource = resource(z.object({ current_supply: count, max_supply: u64, total_minted: count }))
export const unlimitedSupplyResource = resource(z.object({ current_supply: count, total_minted: count }))
export const tokenResource = resource(
  z.object({ collection: z.object({ inner: address }), name: z.string(), uri: z.string() }),
)
/** The resource with tokens' names since collections have concurrent supplies. */
export const tokenNamesResource = resource(
  z.object({ name: z.object({ value: z.string() }), index: z.object({ value: count }) }),
)
export const anyResources = z.array(z.object({ type: z.string(), data: z.unknown() }))

/** A script payload with all arguments in BCS. */
const hex = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/i)
  .transform((text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')))
export const scriptPayload = z.object({
  type: z.literal('script_payload'),
  code: z.object({ bytecode: hex }),
  arguments: z.array(hex),
})

/** A payload that makes a collection. Its third argument is the name, from which the address follows. */
export const creationPayload = z.object({
  type: z.literal('entry_function_payload'),
  function: z.string().regex(/^0x0*4::aptos_token::create_collection$/),
  arguments: z.tuple([z.unknown(), z.unknown(), z.string()], z.unknown()),
})

/** A transaction's charge for storage, independent of the gas price (aptos-framework, transaction_fee.move). */
export const feeStatement = z.object({ storage_fee_octas: u64 })

/** Data of events. */
export const mintEvent = z.object({ collection: address, index: z.object({ value: count }), token: address })
export const mutationEvent = z.object({ token_address: address })
export const transferEvent = z.object({ object: address, from: address, to: address })
