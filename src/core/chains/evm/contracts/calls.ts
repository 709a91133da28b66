import {
  type Address,
  concatHex,
  encodeFunctionData,
  getAddress,
  type Hex,
  hexToBytes,
  numberToHex,
  stringToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { collection721 } from '../../../../../resources/contracts/artifacts/collection-721.ts'
import type { Sale } from '../../family/collections.ts'
import type { Work } from '../../family/work.ts'
import { encodeLimit, encodeMintCopies } from './copies.ts'
import { leafDigest } from './leaf-digest.ts'
import { encodedFence } from './marks.ts'
import { burnOfNothing, encodeTransfer } from './transfers.ts'

const { abi } = collection721

/** Sale supply of an unlimited sale: the rest of 2^48 - 1, the most tokens of a collection, is left for minting. */
export const boundlessSale = 2n ** 47n

/**
 * The call that does a piece of work: its target (null: the signer itself) and data.
 * @param signature the holder's, for work that needs one
 */
export function encodeWork(work: Work, signature: Hex = '0x'): { to: Address | null; data: Hex } {
  if (work.kind === 'fill') return { to: null, data: '0x' }
  if (work.kind === 'fund') return { to: getAddress(work.account), data: '0x' }
  if (work.kind === 'revoke') return encodeWork(burnOfNothing(work.transfer), signature)
  return { to: getAddress(work.contract), data: encode(work, signature) }
}

function encode(work: Exclude<Work, { kind: 'fill' | 'fund' | 'revoke' }>, signature: Hex): Hex {
  switch (work.kind) {
    case 'mint-batch':
      if (work.base)
        return encodeFunctionData({
          abi,
          functionName: 'mintBatchBase',
          args: [work.jobId as Hex, encodedFence(work.fence), work.folder as Hex, packed(work.recipients), work.sorted],
        })
      return encodeFunctionData({
        abi,
        functionName: work.sorted ? 'mintBatchSorted' : 'mintBatch',
        args: [work.jobId as Hex, encodedFence(work.fence), work.folder as Hex, packed(work.recipients)],
      })
    case 'mint-uris':
      return encodeFunctionData({
        abi,
        // `balanceOf` searches sorted batches instead of scanning them; the limit does not apply to them.
        functionName: ascends(work.recipients) ? 'mintBatchUrisSorted' : 'mintBatchUris',
        args: [work.jobId as Hex, encodedFence(work.fence), packed(work.recipients), packedUris(work.uris)],
      })
    case 'mint-single': {
      const digest = leafDigest(work)
      return encodeFunctionData({
        abi,
        functionName: 'mint',
        args: [
          work.jobId as Hex,
          encodedFence(work.fence),
          getAddress(work.recipient),
          digest ?? zeroHash,
          digest ? '' : work.uri,
        ],
      })
    }
    case 'mint-tokens':
      throw new Error('contracts have no trees')
    case 'mint-copies':
      return encodeMintCopies(work)
    case 'limit-template':
      return encodeLimit(work)
    // Collection1155 has the same two functions.
    case 'update': {
      const digest = leafDigest(work)
      return digest
        ? encodeFunctionData({ abi, functionName: 'setTokenDigests', args: [[BigInt(work.tokenId)], [digest]] })
        : encodeFunctionData({ abi, functionName: 'setTokenURI', args: [BigInt(work.tokenId), work.uri] })
    }
    case 'burn':
    case 'transfer':
      return encodeTransfer(work, signature)
    case 'set-supply-limit':
      return encodeFunctionData({ abi, functionName: 'setSupplyLimit', args: [BigInt(work.supplyLimit ?? 0)] })
    case 'set-payments':
      return encodeFunctionData({ abi, functionName: 'setPayments', args: paymentsOf(work.sale) })
    case 'set-royalty': {
      const { receiver = zeroAddress, basisPoints = 0 } = work.royalty ?? {}
      return encodeFunctionData({
        abi,
        functionName: 'setDefaultRoyalty',
        args: [getAddress(receiver), BigInt(basisPoints)],
      })
    }
    case 'set-base-uri':
      return encodeFunctionData({ abi, functionName: 'setBaseURI', args: [work.uri] })
    case 'set-metadata':
      return encodeFunctionData({ abi, functionName: 'setContractURI', args: [work.uri] })
    case 'hand-over':
      return encodeFunctionData({ abi, functionName: 'completeOwnershipHandover', args: [getAddress(work.to)] })
    case 'set-transferable':
      return encodeFunctionData({ abi, functionName: 'setTransferable', args: [work.transferable] })
  }
}

/** Price, payee and sale supply; zeros for no sale. */
export function paymentsOf(sale: Sale | null): [price: bigint, payee: Address, saleSupply: bigint] {
  if (sale === null) return [0n, zeroAddress, 0n]
  return [BigInt(sale.price), getAddress(sale.payee), sale.supply === null ? boundlessSale : BigInt(sale.supply)]
}

function ascends(recipients: readonly string[]): boolean {
  return recipients.every(
    (one, place) => place === 0 || (recipients[place - 1] ?? '').toLowerCase() <= one.toLowerCase(),
  )
}

function packed(recipients: readonly string[]): Hex {
  return concatHex(recipients.map((recipient) => recipient as Hex))
}

/** End offsets of two bytes each, then text: the common prefix of all URIs once, and the rest of each (Collection721.mintBatchUris). */
export function packedUris(uris: readonly string[]): Hex {
  const bytes = uris.map((uri) => stringToHex(uri).slice(2))
  const common = commonPrefix(bytes)
  const rests = bytes.map((text) => text.slice(common.length))
  const ends: Hex[] = [numberToHex(common.length / 2, { size: 2 })]
  let end = common.length / 2
  for (const rest of rests) {
    end += rest.length / 2
    ends.push(numberToHex(end, { size: 2 }))
  }
  return concatHex([...ends, `0x${common}`, ...rests.map((rest): Hex => `0x${rest}`)])
}

/** The inverse of `packedUris`. */
export function unpackedUris(block: Hex, count: number): string[] {
  const bytes = hexToBytes(block)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const text = (from: number, to: number): string =>
    new TextDecoder().decode(bytes.subarray((count + 1) * 2 + from, (count + 1) * 2 + to))
  const common = text(0, view.getUint16(0))
  return Array.from(
    { length: count },
    (_, place) => common + text(view.getUint16(place * 2), view.getUint16(place * 2 + 2)),
  )
}

/** The common prefix of hex texts, in whole bytes. */
function commonPrefix(texts: readonly string[]): string {
  let prefix = texts[0] ?? ''
  for (const text of texts) while (!text.startsWith(prefix)) prefix = prefix.slice(0, -2)
  return prefix
}
