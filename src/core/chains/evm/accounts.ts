import { type Address, getAddress } from 'viem'
import type { AccountsClient } from '../family/accounts.ts'
import type { EvmClientOptions } from './client-options.ts'
import { contractsAmong } from './code-probe.ts'

/** EIP-7702: the prefix of the code of an account that delegates to a contract. */
const delegation = '0xef0100'

/** See `AccountsClient`. */
export function accountsClient(options: EvmClientOptions, treasury: (projectIndex: number) => Address): AccountsClient {
  const { rpc } = options
  return {
    treasury,
    // EIP-191: the hashed bytes begin with a prefix that no transaction and no typed data has.
    async signMessage(projectIndex, message) {
      const signature = await options.account(projectIndex).signMessage({ message })
      return { message, signature, publicKey: null }
    },
    async balance(address) {
      return (await rpc()).getBalance({ address: getAddress(address) })
    },
    ...(options.faucet ? { faucet: options.faucet } : {}),
    async inFlight(address) {
      const node = await rpc()
      const [block, code] = await Promise.all([
        node.getBlock({ blockTag: 'latest' }),
        node.getCode({ address: getAddress(address) }),
      ])
      const { weightInFlight, weightPerTransaction, transactionsInFlight } = options.limits
      const halfBlock = options.wholeBlocks ? weightInFlight : min(block.gasLimit / 2n, weightInFlight)
      return {
        // One transaction must always fit, or nothing would ever be sent.
        weight: halfBlock > weightPerTransaction ? halfBlock : weightPerTransaction,
        // EIP-7702: nodes keep one pending transaction of an account that another account's transaction could empty.
        transactions: code?.startsWith(delegation) ? 1 : transactionsInFlight,
      }
    },
    contractsAmong: async (addresses) => contractsAmong(await rpc(), addresses),
  }
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
