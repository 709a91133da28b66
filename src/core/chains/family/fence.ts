import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { JobRecord } from './job-record.ts'

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

/** A job that a minter minted. */
export interface MintedJob {
  jobId: string
  /** Its first token; of semi-fungible collections the number of its batch. */
  firstTokenId: number
}

/** What is asked of contracts that let one writer mint at a time. `since`: a block before which nothing of what is asked for happened. */
export interface FenceClient {
  /** What the contract holds for a minter, at `block` or at the head; zeros before its first mint. */
  mark(contract: string, minter: string, block?: number): Promise<Mark>
  /** The jobs that a minter minted up to the block `through`, in their order. */
  mintedJobs(contract: string, minter: string, since: number, through: number): Promise<MintedJob[]>
  /** The block, and its time (ms since 1970), in which a writer last entered for a minter; null where no event tells of it. */
  writerEntry(
    contract: string,
    minter: string,
    writer: number,
    since: number,
  ): Promise<{ block: number; time: number } | null>
  /**
   * What the contract, at `block` or at the head, and its events hold for a job; null where it was not minted.
   * @throws CoreError `network.incomplete` when the node does not keep events that alone tell it
   */
  jobRecord(contract: string, jobId: string, since: number, block?: number): Promise<JobRecord | null>
}
