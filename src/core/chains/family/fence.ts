import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { JobRecord } from './job-record.ts'

/**
 * What a minting call passes to the contract so that two programs with the same key cannot mint the same thing under two jobs (EVM;
 * Jobs.sol). A writer is a 32-bit number; the contract stores one for each minter, 0 at first.
 */
export interface MintFence {
  /** The writer that the contract must hold before the call; else it refuses the call (`another-writer`). */
  expected: number
  /** The writer that the contract holds afterwards; the call is an entry where this differs from `expected`. */
  writer: number
  /** 0x-hex, 28 bytes. For an entry: the trail that the contract must hold before the call; else it refuses it (`another-history`). */
  trail: string
  /** At most 16 jobs; the contract refuses the call when one of them was minted (`replaced-minted`). */
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
  /** Its first token; in semi-fungible collections the number of its batch. */
  firstTokenId: number
}

/** Reads contracts that let one writer mint at a time. `since`: a block before which nothing of what is asked for happened. */
export interface FenceClient {
  /** A minter's mark, at `block` or at the head; zeros before its first mint. */
  mark(contract: string, minter: string, block?: number): Promise<Mark>
  /** The jobs that a minter minted up to and including the block `through`, in order. */
  mintedJobs(contract: string, minter: string, since: number, through: number): Promise<MintedJob[]>
  /** The block of a writer's last entry for a minter, and its time (ms since 1970); null where the node has no event of it. */
  writerEntry(
    contract: string,
    minter: string,
    writer: number,
    since: number,
  ): Promise<{ block: number; time: number } | null>
  /**
   * What the contract, at `block` or at the head, and its events say of a job; null where it was not minted.
   * @throws CoreError `network.incomplete` when the node lacks events that the record needs
   */
  jobRecord(contract: string, jobId: string, since: number, block?: number): Promise<JobRecord | null>
}
