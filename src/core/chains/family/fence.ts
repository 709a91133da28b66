import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

/**
 * What a minting call tells the contract of its minter, so that two programs with one key cannot mint the same thing under two jobs (EVM;
 * Jobs.sol). A writer is a number of 32 bits; the contract keeps one for each minter, 0 at first.
 */
export interface MintFence {
  /** The writer that the contract holds before the call; else the call is refused (`another-writer`). */
  expected: number
  /** The writer that it holds afterwards; another than `expected` makes the call an entry. */
  writer: number
  /** 0x-hex, 28 bytes. Of an entry: the trail that the contract holds before the call; else it is refused (`another-history`). */
  trail: string
  /** At most 16 jobs; the call is refused when one of them was minted (`replaced-minted`). */
  replaced: readonly string[]
}

/** What a contract holds for a minter. */
export interface Mark {
  writer: number
  /** 0x-hex, 28 bytes: folded over all jobs that the minter minted, in order (`foldTrail`). */
  trail: string
}

/** The trail of a minter that minted nothing. */
export const noTrail = `0x${'00'.repeat(28)}`

/**
 * The trail after one more job: the lowest 224 bits of keccak256(abi.encode(uint256(trail), jobId)), as the contract folds it.
 * @param trail 0x-hex, 28 bytes
 * @param jobId 0x-hex, 32 bytes
 */
export function foldTrail(trail: string, jobId: string): string {
  const word = concatBytes(new Uint8Array(4), hexToBytes(trail.slice(2)), hexToBytes(jobId.slice(2)))
  return `0x${bytesToHex(keccak_256(word).slice(4))}`
}
