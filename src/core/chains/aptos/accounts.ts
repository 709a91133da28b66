import type { AccountsClient } from '../family/accounts.ts'
import type { AptosClientOptions } from './client-options.ts'
import { accountAnswer, balanceAnswer } from './rpc/answers.ts'
import { isAbsent } from './rpc/fault.ts'
import type { AptosRpc } from './rpc/rpc.ts'
import { signText } from './sign-message.ts'

/** A practice treasury is filled up to this when it falls below a tenth of it: 1,000 APT, in octas. */
const practiceFunds = 100_000_000_000n

/** See `AccountsClient`. */
export function accountsClient({
  rpc,
  give,
  treasury,
  limits,
}: Pick<AptosClientOptions, 'rpc' | 'give' | 'treasury' | 'limits'>): AccountsClient {
  const balance = async (address: string) => balanceOf(await rpc(), address)
  return {
    treasury: (projectIndex) => treasury(projectIndex).address,
    signMessage: async (projectIndex, text) => signText(treasury(projectIndex), text),
    balance,
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
  }
}

/** An account's APT in octas, whether as coin or as fungible asset. */
export async function balanceOf(node: AptosRpc, address: string): Promise<bigint> {
  try {
    return (await node.ask(`/accounts/${address}/balance/0x1::aptos_coin::AptosCoin`, balanceAnswer)).value
  } catch (error) {
    if (isAbsent(error)) return 0n
    throw error
  }
}

/**
 * How many transactions an account has on the ledger at a version; absent: at the newest.
 * @throws AptosRpcError if the node does not keep that version
 */
export async function sequenceOf(node: AptosRpc, address: string, version?: number): Promise<number> {
  const at = version === undefined ? '' : `?ledger_version=${version}`
  try {
    return (await node.ask(`/accounts/${address}${at}`, accountAnswer)).value.sequence_number
  } catch (error) {
    // The account was never used.
    if (isAbsent(error)) return 0
    throw error
  }
}
