import {
  type Address,
  concatHex,
  encodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  stringToHex,
  zeroHash,
} from 'viem'
import { collection721 } from '../../../../resources/contracts/artifacts/collection-721.ts'
import type { Work } from '../family.ts'
import { encodeLimit, encodeMintCopies } from './copies.ts'
import { leafDigest } from './leaf-digest.ts'

const { abi } = collection721

/** The call that does a piece of work: its target (null: the signer itself) and data. */
export function encodeWork(work: Work): { to: Address | null; data: Hex } {
  if (work.kind === 'fill') return { to: null, data: '0x' }
  return { to: getAddress(work.contract), data: encode(work) }
}

function encode(work: Exclude<Work, { kind: 'fill' }>): Hex {
  switch (work.kind) {
    case 'mint-batch':
      return encodeFunctionData({
        abi,
        functionName: work.sorted ? 'mintBatchSorted' : 'mintBatch',
        args: [work.jobId as Hex, work.folder as Hex, packed(work.recipients)],
      })
    case 'mint-uris':
      return encodeFunctionData({
        abi,
        // What ascends is searched instead of read through, and counts for no limit.
        functionName: ascends(work.recipients) ? 'mintBatchUrisSorted' : 'mintBatchUris',
        args: [work.jobId as Hex, packed(work.recipients), packedUris(work.uris)],
      })
    case 'mint-single': {
      const digest = leafDigest(work.uri)
      return encodeFunctionData({
        abi,
        functionName: 'mint',
        args: [work.jobId as Hex, getAddress(work.recipient), digest ?? zeroHash, digest ? '' : work.uri],
      })
    }
    case 'mint-copies':
      return encodeMintCopies(work)
    case 'limit-template':
      return encodeLimit(work)
    // Collection1155 has these two by the same names.
    case 'update': {
      const digest = leafDigest(work.uri)
      return digest
        ? encodeFunctionData({ abi, functionName: 'setTokenDigests', args: [[BigInt(work.tokenId)], [digest]] })
        : encodeFunctionData({ abi, functionName: 'setTokenURI', args: [BigInt(work.tokenId), work.uri] })
    }
    case 'burn':
      return encodeFunctionData({ abi, functionName: 'burn', args: [BigInt(work.tokenId)] })
  }
}

function ascends(recipients: readonly string[]): boolean {
  return recipients.every(
    (one, place) => place === 0 || (recipients[place - 1] ?? '').toLowerCase() <= one.toLowerCase(),
  )
}

function packed(recipients: readonly string[]): Hex {
  return concatHex(recipients.map((recipient) => recipient as Hex))
}

/** Ends of two bytes, then text: what every URI begins with, once, and the rest of each (Collection721.mintBatchUris). */
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

/** Of hex texts, in whole bytes. */
function commonPrefix(texts: readonly string[]): string {
  let prefix = texts[0] ?? ''
  for (const text of texts) while (!text.startsWith(prefix)) prefix = prefix.slice(0, -2)
  return prefix
}
