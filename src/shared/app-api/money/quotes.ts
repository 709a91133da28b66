import { z } from 'zod'
import { amount, money } from '../units.ts'
import { capAhead } from './caps.ts'

/** Most that is signed for a unit of gas, in the coin's smallest unit (wei per gas); null: whatever the network asks. */
export const feeCeiling = z
  .string()
  .regex(/^[1-9]\d{0,29}$/, 'A fee ceiling is a whole number of wei per gas above 0.')
  .nullable()

/** Whether NFTs on Solana are compressed of which their row does not say it; it changes nothing elsewhere. */
export const compressed = z.boolean().default(true)

/** `POST /app/quotes {importId, feeCeiling?, compressed?}` → `quote`. */
export const quoteRequest = z.object({ importId: z.string(), feeCeiling: feeCeiling.optional(), compressed })
export const quote = z.object({
  importId: z.string(),
  collectionId: z.string(),
  chain: z.string(),
  chainLabel: z.string(),
  nfts: z.int(),
  transactions: z.int(),
  /** Units that are paid at the price of gas; what is charged beside them is `dataFee`. */
  gas: amount,
  /** The data fee included; `high` is within the ceiling that was asked with. */
  fee: z.object({ low: money, expected: money, high: money }),
  /** The part of the expected fee that is for the collection's contract. */
  contractFee: money,
  /** What a contract is expected to cost that comes whether or not this is minted: not in the fee. 0 when there is none. */
  contractBeside: money,
  /** Trees that are made for compressed NFTs, and the part of the expected fee that is for them. */
  trees: z.int(),
  treesFee: money,
  /** The part of the expected fee that follows no price of a unit of gas: for data on OP-stack networks, for storage on Aptos. */
  dataFee: money,
  /** wei per gas now: what is expected to be paid, and what it is at most until fees rise further. */
  gasPrice: z.object({ low: amount, expected: amount, high: amount }),
  /** `reserved`: what the runs that are under way on this chain still need, as expected. */
  treasury: z.object({ address: z.string(), balance: money, reserved: money }),
  /** What is missing for the high fee, and for a contract that comes anyway, beside what is reserved; 0 when the treasury suffices. */
  shortfall: money,
  /** The spending cap at which it will stop, or may; null: none. */
  cap: capAhead.nullable(),
  /** Estimated seconds until everything has settled. */
  seconds: z.int(),
  practice: z.boolean(),
})
export type Quote = z.infer<typeof quote>
