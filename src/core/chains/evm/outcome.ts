import { type Address, getAddress, type Hex, type RpcTransactionReceipt, toEventSelector } from 'viem'
import { collection721 } from '../../../../resources/contracts/artifacts/collection-721.ts'
import type { Outcome, Receipt, Work } from '../family.ts'
import { encodeWork } from './calls.ts'
import { revertData, revertOutcome } from './faults.ts'
import type { RpcClient } from './rpc.ts'

const { abi } = collection721
const transfer = toEventSelector('Transfer(address,address,uint256)')

/**
 * What an included transaction did, by its events and by the contract itself: a mint counts only when the contract knows its job
 * and every recipient got a token in order.
 */
export async function outcomeOf(rpc: RpcClient, work: Work, receipt: Receipt): Promise<Outcome> {
  if (!receipt.ok) return failure(rpc, work, receipt)
  if (work.kind !== 'mint-batch' && work.kind !== 'mint-uris' && work.kind !== 'mint-single') return { kind: 'done' }
  const recipients = work.kind === 'mint-single' ? [work.recipient] : work.recipients
  const detail = receipt.detail as RpcTransactionReceipt
  const contract = getAddress(work.contract)
  const minted = transfersOf(detail.logs, contract)
  const known = Number(
    await rpc.readContract({ abi, address: contract, functionName: 'jobs', args: [work.jobId as Hex] }),
  )
  const firstTokenId = Number(minted[0]?.id ?? 0n)
  const whole =
    known > 0 &&
    known === firstTokenId &&
    minted.length === recipients.length &&
    minted.every(({ id, to }, place) => id === BigInt(firstTokenId + place) && to === recipients[place]?.toLowerCase())
  if (whole) return { kind: 'minted', firstTokenId }
  return {
    kind: 'failed',
    code: 'chain.unexpected',
    message: `The transaction ${receipt.hash} succeeded, but what it minted is not what was asked for. Nothing more is done with these NFTs; look at the transaction in an explorer.`,
  }
}

/** Recipient, in lower case, and token of each transfer that the contract told. Its topics hold all of it, so nothing else is decoded. */
function transfersOf(logs: RpcTransactionReceipt['logs'], contract: Address): { to: string; id: bigint }[] {
  const address = contract.toLowerCase()
  return logs.flatMap((log) => {
    const [name, , to, id] = log.topics
    if (name !== transfer || to === undefined || id === undefined || log.address.toLowerCase() !== address) return []
    // A topic is 32 bytes; an address is the last 20 of them.
    return [{ to: `0x${to.slice(-40).toLowerCase()}`, id: BigInt(id) }]
  })
}

/** Why a transaction reverted: the same call at its block says so again. */
async function failure(rpc: RpcClient, work: Work, receipt: Receipt): Promise<Outcome> {
  const detail = receipt.detail as RpcTransactionReceipt
  const { to, data } = encodeWork(work)
  try {
    await rpc.call({
      account: detail.from as Address,
      to: to ?? (detail.from as Address),
      data,
      gas: BigInt(detail.gasUsed) * 2n,
      blockNumber: BigInt(receipt.blockNumber),
    })
  } catch (error) {
    const revert = revertData(error)
    if (revert === null) throw error
    return revertOutcome(revert)
  }
  return {
    kind: 'failed',
    code: 'chain.outOfGas',
    message:
      'The transaction ran out of gas: the network charges more than it estimated. Nothing was minted by it; retry.',
  }
}
