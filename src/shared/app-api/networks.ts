import { z } from 'zod'
import { money } from './units.ts'

/**
 * `POST /app/networks/solana/programs`: gets the programs that the practice network for Solana runs, from a folder or from an RPC of
 * mainnet (a public one where neither is named), checks each, and keeps them → `programList`. `acceptNew`: also those that were upgraded
 * since this version of Mintdesk.
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
    /** The one this version knows. */
    known: z.boolean(),
  }),
)

/**
 * `POST /app/practice/{chain}/fund`: gives an account of a practice network coin out of nothing → `funded`. The amount is in coins, such as
 * `0.5`; 100 where it is absent, 1,000 at most.
 */
export const fundRequest = z.object({ address: z.string().max(200), amount: z.string().max(100).optional() })
export const funded = z.object({
  chain: z.string(),
  /** In its normal form. */
  address: z.string(),
  given: money,
})

/** How an RPC of a live network stands; its address without its key. */
export const rpcStatus = z.object({
  url: z.string(),
  /**
   * `unused`: not asked yet; `wrong`: of another chain, left out; `waiting`: failed, asked again after a while; `outvoted`: two others say
   * otherwise, left out for a while; `disputed`: another one says otherwise, and no third one decides.
   */
  state: z.enum(['unused', 'up', 'lagging', 'waiting', 'wrong', 'outvoted', 'disputed']),
  reason: z.string().nullable(),
  latencyMs: z.int().nullable(),
  head: z.int().nullable(),
})

/**
 * `GET /app/networks?kind` → `network[]` (kind: the project's where absent). `GET /app/networks/{chain}/rpcs` → `rpcList`; `PUT` with
 * `rpcListRequest` sets it (null: the default) → `rpcList`. An address as the list shows it stands for the one that is there.
 * `shown`: the list that the person changed; where there is another one by now, it is 409 `rpc.changed`.
 * `POST /app/networks/{chain}/test` with `rpcTestRequest` → `rpcReport[]`.
 */
export const rpcList = z.object({
  chain: z.string(),
  /** Whether a person set it. */
  custom: z.boolean(),
  /** In the order of preference, without keys. */
  rpcs: z.array(z.string()),
  defaults: z.array(z.string()),
})
export const rpcListRequest = z.object({ rpcs: z.array(z.string()).nullable(), shown: z.array(z.string()).optional() })
export const rpcTestRequest = z.object({ rpcs: z.array(z.string()).min(1).optional() })
/** What a test of an RPC found; null for what was not got to. */
export const rpcReport = z.object({
  url: z.string(),
  ok: z.boolean(),
  /** One sentence. */
  verdict: z.string(),
  latencyMs: z.int().nullable(),
  chainId: z.int().nullable(),
  block: z.int().nullable(),
  /** The tag `finalized`, several calls in one request, `eth_feeHistory`. */
  finalized: z.boolean().nullable(),
  batch: z.boolean().nullable(),
  feeHistory: z.boolean().nullable(),
})
export type RpcReport = z.infer<typeof rpcReport>

/**
 * `POST /app/networks/ask`: what an RPC says of its network, and what is proposed for the rest → `foundNetwork`; nothing is kept.
 * `POST /app/networks` adds it → 201 `customNetwork`; `DELETE /app/networks/{chain}` removes one that was added, unless a project has something
 * on it (409 `network.inUse`).
 */
export const askRequest = z.object({ rpc: z.string().max(2_000) })
export const foundNetwork = z.object({
  chainId: z.int(),
  /** Whether blocks have a base fee (EIP-1559); else transactions are of the legacy type. */
  baseFee: z.boolean(),
  /** The gas limit of its newest block. */
  blockGas: z.string(),
  /** Whether Multicall3 is at its usual address. */
  multicall: z.boolean(),
  /** Whose oracle tells what a transaction's data costs; null: it costs nothing beside gas. */
  dataFee: z.enum(['op-stack', 'arbitrum']).nullable(),
  /** Which tags it serves. */
  safe: z.boolean(),
  finalized: z.boolean(),
  /** About how long a block takes, ms. */
  blockMs: z.int(),
  proposed: z.object({ name: z.string(), symbol: z.string(), confirmations: z.int(), gasCap: z.int() }),
})
export type FoundNetwork = z.infer<typeof foundNetwork>
/** What is left out is as it is proposed; without `explorer` there is none. */
export const newNetwork = z.object({
  name: z.string().max(200),
  rpcs: z.array(z.string().max(2_000)).max(20),
  symbol: z.string().max(200).optional(),
  explorer: z.string().max(2_000).nullable().optional(),
  confirmations: z.number().optional(),
  gasCap: z.number().optional(),
})
export const customNetwork = z.object({
  /** `custom-<name>`, by which the API knows it. */
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
  /** What a person must get before it can start, as `reason` says: the programs of Solana's practice network (`programsRequest`). */
  needs: z.literal('programs').optional(),
  /** A sentence that a person should know: a saved state that cannot be written; a live network that is about to end. */
  notice: z.string().optional(),
  currency: z.object({ symbol: z.string(), decimals: z.int() }),
  /** Without a trailing slash; null on practice networks. */
  explorer: z.string().nullable(),
  /** Live networks: the RPCs of the list, once they are in use. */
  rpcs: z.array(rpcStatus).optional(),
})
export type Network = z.infer<typeof network>

export const treasury = z.object({
  chain: z.string(),
  address: z.string(),
  /** `amount` is null while the network does not say it. */
  balance: money.extend({ amount: money.shape.amount.nullable() }),
})
export type Treasury = z.infer<typeof treasury>

/** `GET /app/treasury`: the address that pays for the project on every EVM network; null while the project has no seed. */
export const treasuryAddress = z.object({ address: z.string().nullable() })

/**
 * `GET /app/practice/{chain}/reset` → `resetCounts`: what a reset of the practice network would remove, of all practice projects. `POST` removes it
 * and begins the network afresh → 204; 409 `network.busy` while rows are added to a run there.
 */
export const resetCounts = z.object({
  /** Practice projects with collections there. */
  projects: z.int(),
  collections: z.int(),
  /** Minted ones. */
  nfts: z.int(),
  runs: z.int(),
  /** Of e-mail addresses and users, that NFTs were minted to. */
  wallets: z.int(),
})
