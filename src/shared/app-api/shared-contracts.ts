/** Source verification, on explorers, of the contracts that all collections of a network share. */
import { z } from 'zod'

export const sharedContract = z.object({
  chain: z.string(),
  /** The contract's name in the source: `Collection721`. */
  name: z.string(),
  address: z.string(),
  /**
   * `missing`: no collection has needed it on this network yet; `unreachable`: the network does not answer; `unasked`: this Mintdesk has not
   * requested its verification.
   */
  state: z.enum(['missing', 'unreachable', 'unasked', 'verifying', 'verified', 'failed']),
  /** Who verified it. */
  via: z.enum(['sourcify', 'etherscan']).nullable(),
  /** `exact`: comments and names match, too; null if the service did not say. */
  match: z.enum(['exact', 'partial']).nullable(),
  /** The page that shows the source. */
  url: z.string().nullable(),
  explorers: z.array(z.object({ explorer: z.string(), url: z.string().nullable(), error: z.string().nullable() })),
  /** Why it failed, or what did not work on the way. */
  message: z.string().nullable(),
  /** When the last verification ended; null: none has. */
  at: z.string().nullable(),
})
export type SharedContract = z.infer<typeof sharedContract>

/** `GET /app/contracts`, and the answer to what changes it. */
export const sharedContracts = z.object({
  contracts: z.array(sharedContract),
  /** The hosts that a verification asks and may send the source to (Etherscan only with a key), named in the question to the person. */
  services: z.array(z.string()),
  etherscanKey: z.object({
    /** The stored key's last characters; null: none is stored. */
    kept: z.string().nullable(),
    /** The environment variable that can hold a key, and whether it does. */
    variable: z.string(),
    fromEnvironment: z.boolean(),
  }),
})
export type SharedContracts = z.infer<typeof sharedContracts>

/** Whether Etherscan lacks the verified source because Sourcify could not pass it on. */
export function lacksEtherscan({ explorers }: Pick<SharedContract, 'explorers'>): boolean {
  return explorers.some(({ explorer, error }) => explorer === 'etherscan' && error !== null)
}

/** The contracts for which a verification would still change something. */
export function toVerify({ contracts, etherscanKey: { kept, fromEnvironment } }: SharedContracts): SharedContract[] {
  const hasKey = kept !== null || fromEnvironment
  return contracts.filter(
    (one) =>
      one.state === 'unasked' || one.state === 'failed' || (one.state === 'verified' && hasKey && lacksEtherscan(one)),
  )
}

/** `POST /app/contracts/verify`: starts verifying a chain's (default: all) deployed contracts that are unverified or missing on Etherscan. */
export const verifyContractsRequest = z.object({ chain: z.string().max(50).optional() })

/** `PUT /app/contracts/etherscan-key`: null deletes it. */
export const etherscanKeyRequest = z.object({ key: z.string().max(500).nullable() })
