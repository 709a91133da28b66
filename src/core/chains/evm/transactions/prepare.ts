import type { Address, Hex } from 'viem'
import type { ChainCall } from '../../family/call.ts'
import type { Fee } from '../../family/fees.ts'
import { Refusal } from '../../family/outcome.ts'
import type { WalletOwner } from '../../family/wallet-owner.ts'
import type { Work } from '../../family/work.ts'
import type { EvmClientOptions } from '../client-options.ts'
import { encodeWork } from '../contracts/calls.ts'
import { revertData, revertOutcome } from '../contracts/faults.ts'
import { signatureFor } from '../contracts/transfers.ts'
import type { RpcClient } from '../rpc/rpc.ts'
import { dataCost } from './data-fee.ts'
import type { EstimatedCall, GasEstimates } from './gas-estimates.ts'

/** The call of a piece of work, with its gas limit. @throws Refusal when it would fail */
export async function prepareWork(
  options: Pick<EvmClientOptions, 'rpc' | 'account' | 'chainId' | 'dataFee' | 'limits'>,
  estimates: GasEstimates,
  work: Work,
  projectIndex: number,
  fee?: Fee,
): Promise<ChainCall> {
  const { rpc, account } = options
  const owner = senderOf(work)
  const from = account(projectIndex, owner).address
  const signature = await signatureFor(work, options.chainId, (holder) => account(projectIndex, holder))
  const { to, data } = encodeWork(work, signature)
  const node = await rpc()
  const signed = owner === null ? {} : { owner }
  if (work.kind === 'fill') return withExtra(node, options, { to: from, data, value: '0', weight: '21000', ...signed })
  const value = work.kind === 'fund' ? BigInt(work.amount) : 0n
  const asked = { account: from, to, data, value }
  // The collection calls recipients of copies that are contracts, and these may read the fee.
  const gas =
    work.kind === 'mint-copies' && fee
      ? await estimateAt(estimates, node, asked, fee)
      : await estimate(estimates, node, asked)
  if (gas > options.limits.weightPerTransaction)
    throw new Refusal({
      kind: 'failed',
      code: 'chain.tooHeavy',
      message: `This would use ${gas} gas; a transaction may use ${options.limits.weightPerTransaction}.`,
    })
  return withExtra(node, options, { to, data, value: value.toString(), weight: gas.toString(), ...signed })
}

/** The wallet that sends a piece of work; null: the treasury. */
function senderOf(work: Work): WalletOwner {
  if (work.kind === 'fill') return work.owner ?? null
  return work.kind === 'transfer' && work.by === 'holder' ? work.owner : null
}

async function estimate(estimates: GasEstimates, node: RpcClient, call: EstimatedCall): Promise<bigint> {
  try {
    return await estimates.estimate(node, call)
  } catch (error) {
    const revert = revertData(error)
    if (revert === null) throw error
    throw new Refusal(revertOutcome(revert))
  }
}

/**
 * Estimates with the fee that will be signed. A node limits the gas to what the sender can pay at that fee, so a failure says nothing about the
 * call when the sender has too little coin. Such a call is estimated without a fee; lack of coin prevents its signing anyway.
 */
async function estimateAt(
  estimates: GasEstimates,
  node: RpcClient,
  call: EstimatedCall,
  { max, priority, legacy }: Fee,
): Promise<bigint> {
  const price = legacy ? { gasPrice: max } : { maxFeePerGas: max, maxPriorityFeePerGas: priority }
  try {
    return await estimates.estimate(node, { ...call, price })
  } catch (error) {
    const gas = await estimate(estimates, node, call)
    const revert = revertData(error)
    if (gas * max + call.value > (await node.getBalance({ address: call.account }))) return gas
    if (revert === null) throw error
    throw new Refusal(revertOutcome(revert))
  }
}

/** Adds the data fee to a call, with a quarter more, because it follows another chain's prices. */
export async function withExtra(
  node: RpcClient,
  options: Pick<EvmClientOptions, 'dataFee' | 'chainId'>,
  call: ChainCall,
): Promise<ChainCall> {
  const { to, data } = call
  const { feeAtMost } = await dataCost(node, options.dataFee, options.chainId, {
    to: to as Address | null,
    data: data as Hex,
    gas: BigInt(call.weight),
  })
  return feeAtMost === 0n ? call : { ...call, extra: ((feeAtMost * 5n) / 4n).toString() }
}
