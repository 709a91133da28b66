import {
  type Address,
  ContractFunctionZeroDataError,
  concatHex,
  getAddress,
  type Hash,
  type Hex,
  numberToHex,
  parseAbiItem,
  parseEventLogs,
  size,
  sliceHex,
  zeroAddress,
} from 'viem'
import { collection721 } from '../../../../../resources/contracts/artifacts/collection-721.ts'
import { CoreError } from '../../../lib/errors.ts'
import type { ChainBatch, TokenRange } from '../../family/collections.ts'
import { callFault } from '../rpc/fault.ts'
import type { LogReader } from '../rpc/paged-logs.ts'
import type { RpcClient } from '../rpc/rpc.ts'
import { revertData } from './faults.ts'

const { abi } = collection721
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed id)')

const purchased = parseAbiItem(
  'event Purchased(address indexed buyer, address indexed to, uint256 firstTokenId, uint256 quantity, uint256 price)',
)

/** Batches that are read at a time. */
const askedAtOnce = 500

/** The tokens of each of the first `count` batches of a collection. */
export async function batchRanges(rpc: RpcClient, contract: Address, count: number): Promise<TokenRange[]> {
  const ranges: TokenRange[] = []
  for (let from = 0; from < count; from += askedAtOnce) {
    const some = Array.from({ length: Math.min(askedAtOnce, count - from) }, (_, place) => BigInt(from + place))
    const batches = await Promise.all(
      some.map((index) => rpc.readContract({ abi, address: contract, functionName: 'batch', args: [index] })),
    )
    for (const batch of batches)
      ranges.push({ firstTokenId: Number(batch.firstTokenId), quantity: Number(batch.count) })
  }
  return ranges
}

/** Batch `index` of a collection as the chain has it. */
export async function chainBatch(
  rpc: RpcClient,
  logs: LogReader,
  contract: Address,
  index: number,
  since: number,
): Promise<ChainBatch> {
  const batch = await rpc.readContract({ abi, address: contract, functionName: 'batch', args: [BigInt(index)] })
  const firstTokenId = Number(batch.firstTokenId)
  const { txHash, block } = await mintOf(rpc, logs, contract, firstTokenId, since)
  const recipients = await recipientsOf(rpc, contract, txHash, batch)
  return { folder: batch.hosted ? '' : batch.folderDigest, firstTokenId, recipients, txHash, block }
}

/** The recipients of a batch: from the stored batch where it contains them, else from the events of its transaction. */
export async function recipientsOf(
  rpc: RpcClient,
  contract: Address,
  txHash: string,
  batch: { recipients: Hex; firstTokenId: bigint; count: bigint },
): Promise<string[]> {
  const recipients = split(batch.recipients)
  return recipients.length > 0 ? recipients : recipientsIn(rpc, contract, txHash, batch)
}

/**
 * The recipients of tokens that were minted together, by the events of their transaction: a standard collection stores only present owners.
 * @throws CoreError `network.incomplete` when the node lacks that transaction or some of its events.
 */
export async function recipientsIn(
  rpc: RpcClient,
  contract: Address,
  txHash: string,
  batch: { firstTokenId: bigint; count: bigint },
): Promise<string[]> {
  const receipt = txHash === '' ? null : await rpc.getTransactionReceipt({ hash: txHash as Hash })
  const recipients = parseEventLogs({ abi: [transfer], logs: receipt?.logs ?? [] }).flatMap(({ address, args }) => {
    const place = args.id - batch.firstTokenId
    const among = getAddress(address) === contract && args.from === zeroAddress && place >= 0n && place < batch.count
    return among ? [args.to] : []
  })
  if (recipients.length === Number(batch.count)) return recipients
  throw new CoreError(
    'network.incomplete',
    `its node does not tell the events of the mint of token ${batch.firstTokenId} in ${contract}: an archive node does.`,
  )
}

/** The batch that contains a token; null for a token that was minted alone. */
export async function batchOfToken(
  rpc: RpcClient,
  logs: LogReader,
  contract: Address,
  tokenId: number,
  since: number,
): Promise<ChainBatch | null> {
  try {
    const index = await rpc.readContract({ abi, address: contract, functionName: 'batchOf', args: [BigInt(tokenId)] })
    return await chainBatch(rpc, logs, contract, Number(index), since)
  } catch (error) {
    if (revertData(error) === null) throw error
    return null
  }
}

function split(packed: Hex): string[] {
  const recipients: string[] = []
  for (let at = 0; at < size(packed); at += 20) recipients.push(getAddress(sliceHex(packed, at, at + 20)))
  return recipients
}

/** The transaction that minted a token, by its event, and its block; '' and null when the node does not have it. */
export async function mintOf(
  rpc: RpcClient,
  logs: LogReader,
  contract: Address,
  tokenId: number,
  since: number,
): Promise<{ txHash: string; block: number | null }> {
  const args = { from: zeroAddress, id: BigInt(tokenId) }
  try {
    const pages = logs.pages(rpc, since, (range) => rpc.getLogs({ address: contract, event: transfer, args, ...range }))
    for await (const [log] of pages) if (log) return { txHash: log.transactionHash, block: Number(log.blockNumber) }
  } catch (error) {
    if (!isUntold(error)) throw error
  }
  return { txHash: '', block: null }
}

/** Whether the node just does not serve events, of this many blocks or at all. */
export function isUntold(error: unknown): boolean {
  const { kind } = callFault(error)
  const refused = error instanceof CoreError && error.code === 'network.range'
  return refused || kind === 'answer' || kind === 'unsupported'
}

/** All purchases from a collection, oldest first. */
export async function purchases(
  rpc: RpcClient,
  logs: LogReader,
  contract: Address,
  since: number,
): Promise<TokenRange[]> {
  const bought: TokenRange[] = []
  const pages = logs.pages(rpc, since, (range) => rpc.getLogs({ address: contract, event: purchased, ...range }))
  for await (const page of pages)
    for (const { args } of page)
      bought.push({ firstTokenId: Number(args.firstTokenId), quantity: Number(args.quantity) })
  return bought
}

/** The selector of `ownerOf(uint256)` (EIP-721). */
const ownerSelector = '0x6352211e'

/** The current holder of a token; null when it does not exist. Encoded by hand for speed, because every read of an NFT needs it. */
export async function ownerOf(rpc: RpcClient, contract: Address, tokenId: number): Promise<Address | null> {
  const data = concatHex([ownerSelector, numberToHex(tokenId, { size: 32 })])
  try {
    const answer = await rpc.request({ method: 'eth_call', params: [{ to: contract, data }, 'latest'] })
    if (size(answer) < 32) throw new ContractFunctionZeroDataError({ functionName: 'ownerOf' })
    return getAddress(sliceHex(answer, 12, 32))
  } catch (error) {
    if (revertData(error) === null) throw error
    return null
  }
}
