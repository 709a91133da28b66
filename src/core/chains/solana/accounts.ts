import type { LRUCache } from 'lru-cache'
import type { AccountsClient } from '../family/accounts.ts'
import type { SolanaClientOptions } from './client-options.ts'
import { accountAnswer, numberAnswer } from './rpc/answers.ts'
import type { SolanaRpc } from './rpc/rpc.ts'
import { signText } from './sign-message.ts'
import { rentOf } from './transactions/rehearse.ts'
import { isProgramsOwn } from './transactions/send-coin.ts'

export type Commitment = 'confirmed' | 'finalized'

/** A practice treasury is filled up to this when it falls below a tenth of it: 1,000 SOL, in lamports. */
const practiceFunds = 1_000_000_000_000n

/** The program that owns an account; null if there is no account. */
export async function keeperOf(
  rpc: () => Promise<SolanaRpc>,
  address: string,
  commitment: Commitment = 'confirmed',
): Promise<string | null> {
  const at = { encoding: 'base64', commitment, dataSlice: { offset: 0, length: 0 } }
  return (await (await rpc()).call('getAccountInfo', [address, at], accountAnswer)).value?.owner ?? null
}

/** The rent of an account of this many bytes, in lamports; cached for each size. */
export function knownRent(
  rpc: () => Promise<SolanaRpc>,
  rents: LRUCache<number, Promise<bigint>>,
): (bytes: number) => Promise<bigint> {
  return (bytes) => {
    const known = rents.get(bytes)
    if (known) return known
    const asked = rpc().then((node) => rentOf(node, bytes))
    rents.set(bytes, asked)
    asked.catch(() => rents.delete(bytes))
    return asked
  }
}

/** See `AccountsClient`. */
export function accountsClient(
  { rpc, give, treasury, limits }: Pick<SolanaClientOptions, 'rpc' | 'give' | 'treasury' | 'limits'>,
  rent: (bytes: number) => Promise<bigint>,
): AccountsClient {
  const balance = async (address: string): Promise<bigint> => {
    const { value } = await (await rpc()).call('getBalance', [address, { commitment: 'confirmed' }], numberAnswer)
    return BigInt(value)
  }
  return {
    treasury: (projectIndex) => treasury(projectIndex).address,
    signMessage: async (projectIndex, text) => signText(treasury(projectIndex), text),
    balance,
    kept: () => rent(0),
    ...(give
      ? {
          async faucet(address: string) {
            if ((await balance(address)) < practiceFunds / 10n) await give(address, practiceFunds)
          },
        }
      : {}),
    async inFlight() {
      return { weight: limits.weightInFlight, transactions: limits.transactionsInFlight }
    },
    contractsAmong: async () => new Set(),
    isProgramsOwn: async (address) => isProgramsOwn(address, await keeperOf(rpc, address)),
  }
}
