import { type Hex, hexToBigInt, numberToHex, pad, toEventSelector } from 'viem'
import type { TokenMove, TransferFilter } from '../../family/holdings.ts'
import { tellingRefusals } from '../rpc/paged-logs.ts'
import type { RpcClient } from '../rpc/rpc.ts'

const transfer = toEventSelector('Transfer(address,address,uint256)')
const single = toEventSelector('TransferSingle(address,address,address,uint256,uint256)')
const batch = toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])')

interface RawLog {
  address: Hex
  topics: Hex[]
  data: Hex
  blockNumber: Hex | null
  logIndex: Hex | null
  removed?: boolean
}

type GetLogs = { Method: 'eth_getLogs'; Parameters: [unknown]; ReturnType: RawLog[] }

/** Ours: an event of a foreign contract may contain any number of ids. */
const idsPerEvent = 10_000

/**
 * The transfers in the blocks from..to, in the order of the chain, without `Transfer` events of fungible tokens, which have one topic less, and
 * events that do not follow the standards.
 * @throws RangeRefused when these are too many blocks or results for the node
 */
export async function transfers(
  rpc: RpcClient,
  filter: TransferFilter,
  from: number,
  to: number,
): Promise<TokenMove[]> {
  const where = {
    fromBlock: numberToHex(from),
    toBlock: numberToHex(to),
    ...('contracts' in filter ? { address: filter.contracts } : {}),
  }
  const found = await tellingRefusals(() =>
    Promise.all(
      topicsOf(filter).map((topics) => rpc.request<GetLogs>({ method: 'eth_getLogs', params: [{ ...where, topics }] })),
    ),
  )
  const moves = new Map<string, { at: number; place: number; moves: TokenMove[] }>()
  for (const log of found.flat()) {
    if (log.removed || log.blockNumber === null || log.logIndex === null) continue
    const [at, place] = [Number(log.blockNumber), Number(log.logIndex)]
    moves.set(`${at} ${place}`, { at, place, moves: movesOf(log, at) })
  }
  return [...moves.values()].sort((a, b) => a.at - b.at || a.place - b.place).flatMap((log) => log.moves)
}

/**
 * Topics that match a holder as sender or recipient: topic 1 or 2 in ERC-721, topic 2 or 3 in ERC-1155. The null at the end requires four
 * topics, so that the node itself leaves out most fungible tokens.
 */
function topicsOf(filter: TransferFilter): (Hex | Hex[] | null)[][] {
  if ('contracts' in filter) return [[[transfer, single, batch]]]
  const holder = pad(filter.holder.toLowerCase() as Hex)
  return [
    [transfer, holder, null, null],
    [[transfer, single, batch], null, holder, null],
    [[single, batch], null, null, holder],
  ]
}

function movesOf({ address, topics: [kind, one, two, three], data }: RawLog, block: number): TokenMove[] {
  if (one === undefined || two === undefined || three === undefined) return []
  const contract = address.toLowerCase()
  if (kind === transfer)
    return [{ contract, standard: 'erc-721', tokenId: idOf(three), from: addressOf(one), to: addressOf(two), block }]
  const move = { contract, standard: 'erc-1155' as const, from: addressOf(two), to: addressOf(three), block }
  if (kind === single) return data.length === 2 + 128 ? [{ ...move, tokenId: idOf(data.slice(2, 66)) }] : []
  return kind === batch ? idsIn(data).map((tokenId) => ({ ...move, tokenId })) : []
}

/** The first of two ABI-encoded arrays of numbers; empty where the data is no such encoding. */
function idsIn(data: Hex): string[] {
  const word = (at: number): string => data.slice(2 + 2 * at, 2 + 2 * at + 64)
  const start = smallNumber(word(0))
  const length = start === null ? null : smallNumber(word(start))
  if (start === null || length === null || length > idsPerEvent || data.length < 2 + 2 * (start + 32 * (length + 1)))
    return []
  return Array.from({ length }, (_, place) => idOf(word(start + 32 * (place + 1))))
}

function smallNumber(word: string): number | null {
  if (word.length !== 64) return null
  const number = BigInt(`0x${word}`)
  return number <= 10_000_000n ? Number(number) : null
}

function idOf(word: string): string {
  return hexToBigInt(word.startsWith('0x') ? (word as Hex) : `0x${word}`).toString()
}

function addressOf(topic: Hex): string {
  return `0x${topic.slice(-40).toLowerCase()}`
}
