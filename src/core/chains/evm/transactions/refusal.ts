import {
  type Address,
  BaseError,
  decodeAbiParameters,
  getAddress,
  type Hex,
  RpcRequestError,
  type RpcTransactionReceipt,
  sliceHex,
} from 'viem'
import { collection721 } from '../../../../../resources/contracts/artifacts/collection-721.ts'
import type { Mark } from '../../family/fence.ts'
import type { Receipt } from '../../family/transactions.ts'
import type { Work } from '../../family/work.ts'
import { type Failure, revertData, revertOutcome } from '../contracts/faults.ts'
import { markOf } from '../contracts/marks.ts'
import type { RpcClient } from '../rpc/rpc.ts'

const { abi } = collection721

/** A transaction as it was included. */
interface Sent {
  from: Address
  to: Address
  data: Hex
  value: bigint
  /** Its gas limit. */
  gas: bigint
}

type Mint = Extract<Work, { kind: 'mint-batch' | 'mint-uris' | 'mint-single' | 'mint-copies' }>

/** Why an included transaction failed. Replaying the call at its block usually shows it. */
export async function refusal(rpc: RpcClient, work: Work, receipt: Receipt): Promise<Failure> {
  const sent = await sentCall(rpc, receipt)
  const again = await replayed(rpc, work, sent, receipt)
  if (isMint(work)) return mintRefusal(rpc, work, sent, again, receipt)
  // Before `again`: the permission may have been used since, and nodes with and without that block's state must give the same answer.
  if (await isUsedUp(rpc, work)) return { kind: 'already-minted', firstTokenId: 0 }
  if (again !== null) return again
  return usedAll(receipt, sent) ? outOfGas : unexplained
}

/**
 * Why a mint was refused. Other transactions of its block may have run before or after it, so the minter's mark is read at that block and at
 * its parent: where either mark refuses the fence, the mints have not failed. A replay that succeeds does not explain the failure.
 */
async function mintRefusal(
  rpc: RpcClient,
  work: Mint,
  sent: Sent,
  again: Failure | null,
  receipt: Receipt,
): Promise<Failure> {
  // Both stay true once they are true.
  if (again?.kind === 'already-minted' || again?.kind === 'replaced-minted') return again
  const fenced = await fencedOff(rpc, sent, receipt.blockNumber)
  if (fenced !== 'unknown' && fenced !== null) return fenced
  // A batch is stored as a contract. Without gas for that, the revert only says that its creation failed.
  if (usedAll(receipt, sent)) return outOfGas
  if (again !== null && fenced === null) return again
  // Nodes prune old state. Whether the job was done before is still visible, and must be checked, because it is no failure.
  const firstTokenId = Number(
    await rpc.readContract({ abi, address: sent.to, functionName: 'jobs', args: [work.jobId as Hex] }),
  )
  if (firstTokenId > 0) return { kind: 'already-minted', firstTokenId }
  return {
    kind: 'unclear',
    message: `The network does not tell why the contract ${sent.to} refused the transaction ${receipt.hash}. Nothing was minted by it.`,
  }
}

function isMint(work: Work): work is Mint {
  return ['mint-batch', 'mint-uris', 'mint-single', 'mint-copies'].includes(work.kind)
}

/** Whether it used up its gas. An inner call or creation leaves 1/64 unused (EIP-150), which is refunded. */
function usedAll({ used }: Receipt, { gas }: Sent): boolean {
  return used * 64n >= gas * 63n
}

const outOfGas: Failure = {
  kind: 'failed',
  code: 'chain.outOfGas',
  message:
    'The transaction ran out of gas: the network charges more than it estimated. Nothing was minted by it; try again.',
}

const unexplained: Failure = {
  kind: 'failed',
  code: 'chain.reverted',
  message:
    'The contract refused the transaction, and the network cannot say why any more. Nothing was changed by it; try again.',
}

async function sentCall(rpc: RpcClient, { hash, detail }: Receipt): Promise<Sent> {
  const from = getAddress((detail as RpcTransactionReceipt).from)
  const { to, input, value, gas } = await rpc.getTransaction({ hash: hash as Hex })
  return { from, to: to === null ? from : getAddress(to), data: input, value, gas }
}

/** The failure of the same call with the same gas on the state after its block; null when it succeeds, or when the node cannot run it there. */
async function replayed(rpc: RpcClient, work: Work, sent: Sent, receipt: Receipt): Promise<Failure | null> {
  const { from: account, ...call } = sent
  const detail = receipt.detail as RpcTransactionReceipt
  // A recipient contract may read the gas price.
  const price = work.kind === 'mint-copies' ? { gasPrice: BigInt(detail.effectiveGasPrice) } : {}
  try {
    await rpc.call({ account, ...call, ...price, blockNumber: BigInt(receipt.blockNumber) })
    return null
  } catch (error) {
    const revert = revertData(error)
    if (revert !== null) return revertOutcome(revert)
    if (isAnswer(error)) return null
    throw error
  }
}

/** Whether the node itself returned the error, instead of being unreachable. */
function isAnswer(error: unknown): boolean {
  return error instanceof BaseError && Boolean(error.walk((cause) => cause instanceof RpcRequestError))
}

/** The first arguments of every minting call (Jobs.sol). */
const beginning = [
  { type: 'bytes32', name: 'jobId' },
  {
    type: 'tuple',
    name: 'fence',
    components: [
      { type: 'uint32', name: 'expected' },
      { type: 'uint32', name: 'writer' },
      { type: 'uint224', name: 'trail' },
      { type: 'bytes32[]', name: 'replaced' },
    ],
  },
] as const

/** How the minter's mark refuses a mint, at the mint's block or the one before; null where neither does; `unknown` without that state. */
async function fencedOff(rpc: RpcClient, { from, to, data }: Sent, block: number): Promise<Failure | null | 'unknown'> {
  const [, { expected, writer, trail }] = decodeAbiParameters(beginning, sliceHex(data, 4))
  const refusedBy = (mark: Mark): Failure | null => {
    if (mark.writer !== expected) return { kind: 'another-writer', stored: mark.writer }
    return expected !== writer && BigInt(mark.trail) !== trail ? { kind: 'another-history' } : null
  }
  try {
    return refusedBy(await markOf(rpc, to, from, block)) ?? refusedBy(await markOf(rpc, to, from, block - 1))
  } catch (error) {
    if (isAnswer(error)) return 'unknown'
    throw error
  }
}

/** Whether the permission that a burn or transfer needs is used. */
async function isUsedUp(rpc: RpcClient, work: Work): Promise<boolean> {
  if (work.kind !== 'burn' && !(work.kind === 'transfer' && work.by === 'treasury')) return false
  return await rpc.readContract({
    abi,
    address: getAddress(work.contract),
    functionName: 'usedPermits',
    args: [getAddress(work.holder), work.jobId as Hex],
  })
}
