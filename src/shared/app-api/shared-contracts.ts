/** Whether explorers know the source of the contracts that all collections of a network share. */
import { z } from 'zod'

export const sharedContract = z.object({
  chain: z.string(),
  /** As the source names it: `Collection721`. */
  name: z.string(),
  address: z.string(),
  /**
   * `missing`: no collection has needed it on this network yet; `unreachable`: the network does not answer; `unasked`: nobody here has asked for
   * its verification.
   */
  state: z.enum(['missing', 'unreachable', 'unasked', 'verifying', 'verified', 'failed']),
  /** Who verified it. */
  via: z.enum(['sourcify', 'etherscan']).nullable(),
  /** `exact`: comments and names, too; null where it was not said. */
  match: z.enum(['exact', 'partial']).nullable(),
  /** Where people read the source. */
  url: z.string().nullable(),
  explorers: z.array(z.object({ explorer: z.string(), url: z.string().nullable(), error: z.string().nullable() })),
  /** Why it failed, or what did not work on the way. */
  message: z.string().nullable(),
  /** When that was. */
  at: z.string().nullable(),
})
export type SharedContract = z.infer<typeof sharedContract>

/** `GET /app/contracts`, and the answer to what changes it. */
export const sharedContracts = z.object({
  contracts: z.array(sharedContract),
  /** Who is told what: a host each, as a person is asked before. */
  services: z.array(z.string()),
  etherscanKey: z.object({
    /** Its last characters; null: none is kept. */
    kept: z.string().nullable(),
    /** The environment variable that it may stand in, and whether it does. */
    variable: z.string(),
    fromEnvironment: z.boolean(),
  }),
})
export type SharedContracts = z.infer<typeof sharedContracts>

/** Whether Etherscan does not show what is verified, as Sourcify could not hand it on. */
export function lacksEtherscan({ explorers }: Pick<SharedContract, 'explorers'>): boolean {
  return explorers.some(({ explorer, error }) => explorer === 'etherscan' && error !== null)
}

/** Contracts of which a verification would still do something. */
export function toVerify({ contracts, etherscanKey: { kept, fromEnvironment } }: SharedContracts): SharedContract[] {
  const hasKey = kept !== null || fromEnvironment
  return contracts.filter(
    (one) =>
      one.state === 'unasked' || one.state === 'failed' || (one.state === 'verified' && hasKey && lacksEtherscan(one)),
  )
}

/** `POST /app/contracts/verify`: begins with those of a chain, or of all, that are on chain and not verified, or that Etherscan lacks. */
export const verifyContractsRequest = z.object({ chain: z.string().max(50).optional() })

/** `PUT /app/contracts/etherscan-key`: null forgets it. */
export const etherscanKeyRequest = z.object({ key: z.string().max(500).nullable() })
