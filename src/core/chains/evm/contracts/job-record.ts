import { type Address, decodeFunctionData, getAddress, type Hash, type Hex, zeroHash } from 'viem'
import { collection721 } from '../../../../../resources/contracts/artifacts/collection-721.ts'
import { collection1155 } from '../../../../../resources/contracts/artifacts/collection-1155.ts'
import { leafCidOf } from '../../../lib/cid.ts'
import type { CopiesRecord, JobRecord, TokensRecord } from '../../family/job-record.ts'
import type { LogReader } from '../rpc/paged-logs.ts'
import type { RpcClient } from '../rpc/rpc.ts'
import { unpackedUris } from './calls.ts'
import { itemsIn } from './copies.ts'
import { revertData } from './faults.ts'
import { isUntold, recipientsIn, recipientsOf } from './views.ts'

const { abi } = collection721
/** The interface id of ERC-1155 (EIP-165). */
const copiesInterface = '0xd9b67a26'

/** A job's `JobMinted` event; '', 0 and null where the node does not have it. */
interface JobEvent {
  minter: Address | null
  txHash: string
  logIndex: number
  count: number
  block: number | null
}

const untold: JobEvent = { minter: null, txHash: '', logIndex: 0, count: 0, block: null }

interface Asked {
  rpc: RpcClient
  logs: LogReader
  address: Address
  jobId: Hex
  /** A block before which the job was not minted. */
  since: number
  /** The block whose state is read; the head where absent. */
  block?: number
}

/**
 * What a contract and its events say of a job; null where it was not minted (at that block).
 * @throws CoreError `network.incomplete` when the node lacks events that the record needs
 */
export async function jobRecord({ rpc, logs, address, jobId, since, block }: Asked): Promise<JobRecord | null> {
  const at = block === undefined ? {} : { blockNumber: BigInt(block) }
  if (((await rpc.getCode({ address, ...at })) ?? '0x') === '0x') return null
  const call = { abi, address, ...at } as const
  const [first, isCopies] = await Promise.all([
    rpc.readContract({ ...call, functionName: 'jobs', args: [jobId] }),
    rpc.readContract({ ...call, functionName: 'supportsInterface', args: [copiesInterface] }),
  ])
  if (first === 0n) return null
  const event = await jobEvent(rpc, logs, address, jobId, since)
  const record = await (isCopies ? copiesRecord : tokensRecord)(rpc, address, jobId, Number(first), event, at)
  return { ...record, minter: event.minter, txHash: event.txHash === '' ? null : event.txHash, block: event.block }
}

async function jobEvent(
  rpc: RpcClient,
  logs: LogReader,
  address: Address,
  jobId: Hex,
  since: number,
): Promise<JobEvent> {
  const pages = logs.pages(rpc, since, (range) =>
    rpc.getContractEvents({ abi, address, eventName: 'JobMinted', args: { jobId }, ...range }),
  )
  try {
    for await (const [log] of pages)
      if (log)
        return {
          minter: log.args.minter ?? null,
          txHash: log.transactionHash,
          logIndex: log.logIndex,
          count: Number(log.args.count),
          block: Number(log.blockNumber),
        }
  } catch (error) {
    if (!isUntold(error)) throw error
  }
  return untold
}

type At = { blockNumber?: bigint }

async function copiesRecord(
  rpc: RpcClient,
  address: Address,
  _jobId: Hex,
  number: number,
  { txHash, logIndex }: JobEvent,
  at: At,
): Promise<CopiesRecord> {
  const { tagsFolder, count } = await rpc.readContract({
    abi: collection1155.abi,
    address,
    functionName: 'batch',
    args: [BigInt(number - 1)],
    ...at,
  })
  const items = await itemsIn(rpc, address, number, { count: Number(count), txHash, logIndex })
  return { kind: 'copies', number, items, folder: tagsFolder }
}

async function tokensRecord(
  rpc: RpcClient,
  address: Address,
  jobId: Hex,
  firstTokenId: number,
  { txHash }: JobEvent,
  at: At,
): Promise<TokensRecord> {
  const index = await batchIndex(rpc, address, firstTokenId, at)
  if (index === null) {
    const recipients = await recipientsIn(rpc, address, txHash, { firstTokenId: BigInt(firstTokenId), count: 1n })
    const uri = await loneUri(rpc, address, jobId, txHash)
    return { kind: 'tokens', firstTokenId, recipients, metadata: { kind: 'single', uri } }
  }
  const batch = await rpc.readContract({ abi, address, functionName: 'batch', args: [index], ...at })
  return {
    kind: 'tokens',
    firstTokenId,
    recipients: await recipientsOf(rpc, address, txHash, batch),
    metadata: batch.hosted
      ? { kind: 'uris', uris: unpackedUris(batch.uris, Number(batch.count)) }
      : { kind: 'folder', folder: batch.folderDigest, base: batch.base },
  }
}

/** The index of the batch that contains a token; null for a token that was minted alone. */
async function batchIndex(rpc: RpcClient, address: Address, tokenId: number, at: At): Promise<bigint | null> {
  try {
    return await rpc.readContract({ abi, address, functionName: 'batchOf', args: [BigInt(tokenId)], ...at })
  } catch (error) {
    if (revertData(error) === null) throw error
    return null
  }
}

/** The original URI of a lone token; its present URI may differ. Null where the transaction is no direct `mint` call. */
async function loneUri(rpc: RpcClient, address: Address, jobId: Hex, txHash: string): Promise<string | null> {
  const { to, input } = await rpc.getTransaction({ hash: txHash as Hash })
  if (to === null || getAddress(to) !== address) return null
  try {
    const call = decodeFunctionData({ abi, data: input })
    if (call.functionName !== 'mint' || call.args[0] !== jobId) return null
    const [, , , digest, uri] = call.args
    return digest === zeroHash ? uri : `ipfs://${leafCidOf(digest)}`
  } catch {
    return null
  }
}
