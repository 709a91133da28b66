import { type Address, type Hex, keccak256 } from 'viem'
import type { ChainCall } from '../../family/call.ts'
import type { Fee } from '../../family/fees.ts'
import type { SignedAttempt } from '../../family/transactions.ts'
import type { EvmClientOptions } from '../client-options.ts'

/** See `TransactionsClient.sign`. */
export async function signCall(
  { chainId, account }: Pick<EvmClientOptions, 'chainId' | 'account'>,
  call: ChainCall,
  projectIndex: number,
  sequence: number,
  fee: Fee,
): Promise<SignedAttempt> {
  const what = {
    chainId,
    nonce: sequence,
    gas: BigInt(call.weight),
    to: call.to as Address | null,
    data: call.data as Hex,
    value: BigInt(call.value),
  }
  const raw = await account(projectIndex, call.owner ?? null).signTransaction(
    fee.legacy
      ? { ...what, type: 'legacy', gasPrice: fee.max }
      : { ...what, type: 'eip1559', maxFeePerGas: fee.max, maxPriorityFeePerGas: fee.priority },
  )
  return { hash: keccak256(raw), raw, fee }
}
