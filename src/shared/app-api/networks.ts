import { z } from 'zod'
import { money } from './units.ts'

/**
 * `POST /app/networks/solana/programs`: gets the programs that Solana's practice network runs, from a folder or from a mainnet RPC
 * (default: a public one), checks each, and keeps them → `programList`. `acceptNew`: also accepts programs that were upgraded after
 * this version of Mintdesk.
 */
export const programsRequest = z.object({
  from: z.string().min(1).optional(),
  rpc: z.url({ protocol: /^https?$/ }).optional(),
  acceptNew: z.boolean().optional(),
})
export const programList = z.array(
  z.object({
    name: z.string(),
    id: z.string(),
    bytes: z.int(),
    hash: z.string(),
    /** Whether this version of Mintdesk knows this build. */
    known: z.boolean(),
  }),
)

/**
 * `POST /app/practice/{chain}/fund`: creates coin for an account of a practice network → `funded`. The amount is in coins, such as `0.5`;
 * default 100, at most 1,000.
 */
export const fundRequest = z.object({ address: z.string().max(200), amount: z.string().max(100).optional() })
export const funded = z.object({
  chain: z.string(),
  /** In its normal form. */
  address: z.string(),
  given: money,
})

/** The state of one RPC of a live network; `url` is without its key. */
export const rpcStatus = z.object({
  url: z.string(),
  /**
   * `unused`: not asked yet; `wrong`: serves another chain, left out; `waiting`: failed, asked again after a while; `outvoted`: two other
   * RPCs contradict it, left out for a while; `disputed`: one other RPC contradicts it, and no third one decides.
   */
  state: z.enum(['unused', 'up', 'lagging', 'waiting', 'wrong', 'outvoted', 'disputed']),
  reason: z.string().nullable(),
  latencyMs: z.int().nullable(),
  head: z.int().nullable(),
})

/**
 * `GET /app/networks?kind` → `network[]` (default: the project's kind). `GET /app/networks/{chain}/rpcs` → `rpcList`; `PUT` with
 * `rpcListRequest` sets it (null: the default list) → `rpcList`. An entry as the list shows it stands for the stored address, key and all;
 * so it does in the test.
 * `shown`: the list that the person edited; if the stored list has changed since, the answer is 409 `rpc.changed`.
 * `POST /app/networks/{chain}/test` with `rpcTestRequest` → `rpcReport[]`.
 */
export const rpcList = z.object({
  chain: z.string(),
  /** Whether a person set the list. */
  custom: z.boolean(),
  /** In the order of preference, without keys. */
  rpcs: z.array(z.string()),
  defaults: z.array(z.string()),
})
export const rpcListRequest = z.object({ rpcs: z.array(z.string()).nullable(), shown: z.array(z.string()).optional() })
export const rpcTestRequest = z.object({ rpcs: z.array(z.string()).min(1).optional() })
/** The result of testing an RPC; null for what the test did not reach. */
export const rpcReport = z.object({
  url: z.string(),
  ok: z.boolean(),
  /** One sentence. */
  verdict: z.string(),
  latencyMs: z.int().nullable(),
  chainId: z.int().nullable(),
  block: z.int().nullable(),
  /** Whether it serves the tag `finalized`, batch requests, and `eth_feeHistory`. */
  finalized: z.boolean().nullable(),
  batch: z.boolean().nullable(),
  feeHistory: z.boolean().nullable(),
})
export type RpcReport = z.infer<typeof rpcReport>

/**
 * `POST /app/networks/ask`: what an RPC reports of its network, and proposals for the other settings → `foundNetwork`; stores nothing.
 * `POST /app/networks` adds the network → 201 `customNetwork`; `DELETE /app/networks/{chain}` removes an added one, unless a project has
 * something on it (409 `network.inUse`).
 */
export const askRequest = z.object({ rpc: z.string().max(2_000) })
export const foundNetwork = z.object({
  chainId: z.int(),
  /** Whether blocks have a base fee (EIP-1559); else transactions are of the legacy type. */
  baseFee: z.boolean(),
  /** The gas limit of the network's newest block. */
  blockGas: z.string(),
  /** Whether Multicall3 is at its usual address. */
  multicall: z.boolean(),
  /** Whose oracle prices a transaction's data; null: the network charges nothing but gas. */
  dataFee: z.enum(['op-stack', 'arbitrum']).nullable(),
  /** Whether it serves these block tags. */
  safe: z.boolean(),
  finalized: z.boolean(),
  /** Approximate block time, ms. */
  blockMs: z.int(),
  proposed: z.object({ name: z.string(), symbol: z.string(), confirmations: z.int(), gasCap: z.int() }),
})
export type FoundNetwork = z.infer<typeof foundNetwork>
/** An absent field takes the proposed value; without `explorer` the network has none. */
export const newNetwork = z.object({
  name: z.string().max(200),
  rpcs: z.array(z.string().max(2_000)).max(20),
  symbol: z.string().max(200).optional(),
  explorer: z.string().max(2_000).nullable().optional(),
  confirmations: z.number().optional(),
  gasCap: z.number().optional(),
})
export const customNetwork = z.object({
  /** `custom-<name>`, its name in the API. */
  chain: z.string(),
  chainId: z.int(),
  symbol: z.string(),
  explorer: z.string().nullable(),
  confirmations: z.int(),
  gasCap: z.int(),
  baseFee: z.boolean(),
  dataFee: z.enum(['op-stack', 'arbitrum']).nullable(),
  blockMs: z.int(),
})

export const network = z.object({
  chain: z.string(),
  label: z.string(),
  kind: z.enum(['practice', 'live']),
  chainId: z.int().nullable(),
  rpcUrl: z.string().nullable(),
  /** `idle`: not started yet, starts at first use; `down` carries `reason`. */
  state: z.enum(['idle', 'starting', 'up', 'down']),
  reason: z.string().optional(),
  /** What a person must get before the network can start, as `reason` says: the programs of Solana's practice network (`programsRequest`). */
  needs: z.literal('programs').optional(),
  /** A warning for the person, one sentence: a saved state cannot be written; a live network will shut down soon. */
  notice: z.string().optional(),
  currency: z.object({ symbol: z.string(), decimals: z.int() }),
  /** Without a trailing slash; null on practice networks. */
  explorer: z.string().nullable(),
  /** Of live networks only: the RPCs of the list, once they are in use. */
  rpcs: z.array(rpcStatus).optional(),
})
export type Network = z.infer<typeof network>

export const treasury = z.object({
  chain: z.string(),
  address: z.string(),
  /** `amount` is null while the network does not answer. */
  balance: money.extend({ amount: money.shape.amount.nullable() }),
})
export type Treasury = z.infer<typeof treasury>

/** `GET /app/treasury`: the address that pays for the project on every EVM network; null while the project has no seed. */
export const treasuryAddress = z.object({ address: z.string().nullable() })

/**
 * `GET /app/practice/{chain}/reset` → `resetCounts`: what a reset of the practice network would remove from all practice projects.
 * `POST` removes it and starts a new chain → 204; 409 `network.busy` while rows are being added to a run there.
 */
export const resetCounts = z.object({
  /** Practice projects with collections on the network. */
  projects: z.int(),
  collections: z.int(),
  /** Minted ones. */
  nfts: z.int(),
  runs: z.int(),
  /** Wallets of e-mail addresses and user ids that NFTs were minted to. */
  wallets: z.int(),
})
