import { type Address, type Hex, numberToHex } from 'viem'
import { collection721 } from '../../../../../resources/contracts/artifacts/collection-721.ts'
import { type Mark, type MintedJob, type MintFence, noTrail } from '../../family/fence.ts'
import type { LogReader } from '../rpc/paged-logs.ts'
import type { RpcClient } from '../rpc/rpc.ts'

/** All contract kinds share these functions (Jobs.sol). */
const { abi } = collection721

/** A fence in the form of the contract's argument; zeros for none. */
export function encodedFence({ expected, writer, trail, replaced }: MintFence = noFence) {
  return { expected, writer, trail: BigInt(trail), replaced: replaced.map((job) => job as Hex) }
}

const noFence: MintFence = { expected: 0, writer: 0, trail: noTrail, replaced: [] }

/** A minter's mark on a contract: zeros at first, and while there is no contract. @param block the head where absent */
export async function markOf(rpc: RpcClient, address: Address, minter: Address, block?: number): Promise<Mark> {
  const at = block === undefined ? {} : { blockNumber: BigInt(block) }
  if (((await rpc.getCode({ address, ...at })) ?? '0x') === '0x') return { writer: 0, trail: noTrail }
  const [writer, trail] = await rpc.readContract({ abi, address, functionName: 'marks', args: [minter], ...at })
  return { writer, trail: numberToHex(trail, { size: 28 }) }
}

/**
 * The jobs that a minter minted, in order, by the contract's events.
 * @param between `since`: a block before which it minted none; `through`: the last block that counts
 */
export async function mintedJobs(
  rpc: RpcClient,
  logs: LogReader,
  address: Address,
  between: { minter: Address; since: number; through: number },
): Promise<MintedJob[]> {
  const { minter, since, through } = between
  const pages = logs.pages(rpc, since, (range) =>
    rpc.getContractEvents({ abi, address, eventName: 'JobMinted', args: { minter }, ...range }),
  )
  const jobs: MintedJob[] = []
  for await (const page of pages)
    for (const { args, blockNumber } of page)
      if (args.jobId !== undefined && args.first !== undefined && blockNumber <= BigInt(through))
        jobs.push({ jobId: args.jobId, firstTokenId: Number(args.first) })
  return jobs
}

/**
 * The block of a writer's last entry for a minter, and its time (ms since 1970); null where the node has no event of it.
 * @param since a block before which it did not enter
 */
export async function writerEntry(
  rpc: RpcClient,
  logs: LogReader,
  address: Address,
  entered: { minter: Address; writer: number },
  since: number,
): Promise<{ block: number; time: number } | null> {
  const { minter, writer } = entered
  const pages = logs.pages(rpc, since, (range) =>
    rpc.getContractEvents({ abi, address, eventName: 'WriterEntered', args: { minter }, ...range }),
  )
  let last: bigint | null = null
  for await (const page of pages)
    for (const { args, blockNumber } of page) if (args.writer === writer) last = blockNumber
  if (last === null) return null
  const { timestamp } = await rpc.getBlock({ blockNumber: last })
  return { block: Number(last), time: Number(timestamp) * 1000 }
}
