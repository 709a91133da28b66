import {
  getAddress,
  type Hex,
  numberToHex,
  pad,
  parseAbiItem,
  type RpcTransactionReceipt,
  toEventSelector,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { collection1155 } from '../../../../../resources/contracts/artifacts/collection-1155.ts'
import type { Effect, TransferClient } from '../../family/transfers.ts'
import type { Work } from '../../family/work.ts'
import { callFault } from '../rpc/fault.ts'
import type { LogReader } from '../rpc/paged-logs.ts'
import type { RpcClient } from '../rpc/rpc.ts'

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed id)')
const singleEvent = parseAbiItem(
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 amount)',
)

const shown = {
  transfer: toEventSelector(transferEvent),
  single: toEventSelector(singleEvent),
  update: toEventSelector('MetadataUpdate(uint256)'),
  uri: toEventSelector('URI(string,uint256)'),
}

/** Selectors of calls that name the permission that they use: such a call with another id used another permission. */
const bySignature = [
  'transferBySignature(bytes32 permit, address from, address to, uint256 id, bytes signature)',
  'transferBySignature(bytes32 permit, address from, address to, uint256 id, uint256 amount, bytes signature)',
].map((call) => toFunctionSelector(call))

type Permitted = Extract<Work, { kind: 'burn' | 'transfer' }>

/** `since`: a block before the permission was made; `through`: the last block that counts as final. */
type Blocks = Parameters<NonNullable<TransferClient['effect']>>[1]
type Range = { fromBlock: bigint; toBlock: bigint }

interface Move {
  hash: Hex
  block: number
}

/**
 * Whether a burn or transfer took effect whose permission the contract reports as used: by the contract's events of the token, because
 * the permission may have been used for anything that its holder signed.
 */
export async function effectOf(rpc: RpcClient, logs: LogReader, work: Permitted, blocks: Blocks): Promise<Effect> {
  const moves = await (isCopy(work) ? copiesMoved : lastMove)(rpc, logs, work, blocks)
  if (moves === null) return { kind: 'unknown' }
  const final = moves.find(({ block }) => block <= blocks.through)
  if (final) return { kind: 'there', doneBy: final.hash }
  return { kind: moves.length > 0 ? 'unconfirmed' : 'absent' }
}

function isCopy(work: Permitted): boolean {
  return work.kind === 'burn' ? work.quantity !== undefined : work.standard === 'erc-1155'
}

function recipientOf(work: Permitted): string {
  return work.kind === 'burn' ? zeroAddress : getAddress(work.to)
}

/** Whether the receipt has the contract's event of a burn or an update; true for all other work. */
export function isShown(work: Work, { logs }: Pick<RpcTransactionReceipt, 'logs'>): boolean {
  if (work.kind !== 'burn' && work.kind !== 'update') return true
  const token = numberToHex(work.tokenId, { size: 32 })
  const own = logs.filter(({ address }) => getAddress(address) === getAddress(work.contract))
  if (work.kind === 'update')
    return own.some(
      ({ topics: [name, id], data }) =>
        (name === shown.update && data === token) || (name === shown.uri && id === token),
    )
  const [holder, nobody] = [work.holder, zeroAddress].map((address) => pad(address.toLowerCase() as Hex))
  return own.some(({ topics: [name, first, second, third], data }) =>
    work.quantity === undefined
      ? name === shown.transfer && first === holder && second === nobody && third === token
      : name === shown.single && second === holder && third === nobody && data.startsWith(token),
  )
}

/** The token's last move, at the head or by the final block, if it went to the recipient; else the moves there by this permission. */
async function lastMove(rpc: RpcClient, logs: LogReader, work: Permitted, blocks: Blocks): Promise<Move[] | null> {
  const [address, to] = [getAddress(work.contract), recipientOf(work)]
  const args = { id: BigInt(work.tokenId) }
  const moves: (Move & { to: string | undefined })[] = []
  const ask = (range: Range) => rpc.getLogs({ ...range, address, event: transferEvent, args })
  for await (const page of logs.pages(rpc, blocks.since, ask))
    for (const { args, transactionHash: hash, blockNumber } of page)
      moves.push({ hash, block: Number(blockNumber), to: args.to })
  const found = moves.filter((move) => move.to === to)
  const standing = [moves.at(-1), moves.findLast(({ block }) => block <= blocks.through)]
  const there = found.filter((move) => standing.includes(move))
  return there.length > 0 ? there : await permitted(rpc, work, found)
}

/**
 * Those of the moves that used the permission. Nobody knew its id before it was signed, so a transaction whose input contains the id used it.
 * A contract may have stored it and used it in a transaction without the id: then the moves in the block of that use count. Null: the node
 * has pruned that state.
 */
async function permitted(rpc: RpcClient, work: Permitted, moves: readonly Move[]): Promise<Move[] | null> {
  const sent = await Promise.all(moves.map(({ hash }) => rpc.getTransaction({ hash })))
  const naming = moves.filter((_, place) => sent[place]?.input.includes(work.jobId.slice(2)))
  if (naming.length > 0) return naming
  try {
    const block = await usedIn(rpc, work, moves)
    const namesAnother = (input: Hex = '0x'): boolean => bySignature.some((selector) => input.startsWith(selector))
    return moves.filter((one, place) => one.block === block && !namesAnother(sent[place]?.input))
  } catch (error) {
    if (callFault(error).kind === 'unsupported') return null
    throw error
  }
}

/** The block of these moves in which the permission became used. Newest first, because nodes prune old state. */
async function usedIn(rpc: RpcClient, work: Permitted, moves: readonly Move[]): Promise<number | undefined> {
  const isUsed = (block: number): Promise<boolean> =>
    rpc.readContract({
      abi: collection1155.abi,
      address: getAddress(work.contract),
      functionName: 'usedPermits',
      args: [getAddress(work.holder), work.jobId as Hex],
      blockNumber: BigInt(block),
    })
  for (const block of [...new Set(moves.map((one) => one.block))].sort((one, other) => other - one)) {
    if (!(await isUsed(block))) return undefined
    if (!(await isUsed(block - 1))) return block
  }
  return undefined
}

/** Copies are interchangeable, so balances prove nothing: only a move of the same quantity by this permission counts. */
async function copiesMoved(
  rpc: RpcClient,
  logs: LogReader,
  work: Permitted,
  { since }: Blocks,
): Promise<Move[] | null> {
  const address = getAddress(work.contract)
  const args = { from: getAddress(work.holder), to: getAddress(recipientOf(work)) }
  const found: Move[] = []
  const ask = (range: Range) => rpc.getLogs({ ...range, address, event: singleEvent, args })
  for await (const page of logs.pages(rpc, since, ask))
    for (const { args, transactionHash: hash, blockNumber } of page)
      if (args.id === BigInt(work.tokenId) && args.amount === BigInt(work.quantity ?? 1))
        found.push({ hash, block: Number(blockNumber) })
  return await permitted(rpc, work, found)
}
