import { z } from 'zod'
import { amount, money } from '../units.ts'
import { capAhead } from './caps.ts'

/** The most that may be signed for a unit of gas, in the coin's smallest unit (wei per gas); null: whatever the network asks. */
export const feeCeiling = z
  .string()
  .regex(/^[1-9]\d{0,29}$/, 'A fee ceiling is a whole number of wei per gas above 0.')
  .nullable()

/** Whether to compress NFTs on Solana whose row does not say; no effect on other chains. */
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
  /** Units that are charged at the gas price; `dataFee` is charged on top. */
  gas: amount,
  /** Includes the data fee; `high` respects the requested fee ceiling. */
  fee: z.object({ low: money, expected: money, high: money }),
  /** The part of the expected fee for deploying the collection's contract. */
  contractFee: money,
  /** Expected cost of a contract that is deployed whether or not this run is minted; not part of `fee`. 0 if there is none. */
  contractBeside: money,
  /** Trees to be created for compressed NFTs, and the part of the expected fee for them. */
  trees: z.int(),
  treesFee: money,
  /** The part of the expected fee that does not depend on the gas price: for data on OP-stack networks, for storage on Aptos. */
  dataFee: money,
  /** The present gas price, wei per gas: `expected` to be paid, and `high` unless fees rise further. */
  gasPrice: z.object({ low: amount, expected: amount, high: amount }),
  /** `reserved`: the expected need of the runs and hand-overs that are under way on this chain. */
  treasury: z.object({ address: z.string(), balance: money, reserved: money }),
  /**
   * What the treasury lacks for the high fee and a contract that is deployed anyway, after `reserved` and what its account must keep (rent on
   * Solana); 0 if it suffices.
   */
  shortfall: money,
  /** The spending cap that will or may stop the run; null: none. */
  cap: capAhead.nullable(),
  /** Estimated seconds until everything is settled. */
  seconds: z.int(),
  practice: z.boolean(),
})
export type Quote = z.infer<typeof quote>
