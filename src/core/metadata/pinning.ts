import { CoreError } from '../lib/errors.ts'

/**
 * A pinning service does not do what it must, or there is none: what is to be minted waits. `storage.missing`: none is set;
 * `storage.unreachable`: it may be back in a moment; `storage.refused`, `storage.full`, `storage.wrong`: a person must do something.
 */
export class PinningError extends CoreError {
  /** How long the service asks to be left alone, ms; 0 when it does not say. */
  readonly retryAfterMs: number

  constructor(
    code: 'storage.missing' | 'storage.unreachable' | 'storage.refused' | 'storage.full' | 'storage.wrong',
    message: string,
    retryAfterMs = 0,
  ) {
    super(code, message)
    this.retryAfterMs = retryAfterMs
    this.name = 'PinningError'
  }
}

/** What a test of a pinning service found. */
export interface PinningTest {
  /** For people: "Kubo 0.39.0". */
  version: string
  /** Tells this service from another at the same address; null when it does not say. */
  identity: string | null
  /** How long the service took to answer that, ms. */
  latencyMs: number
}

/** A service that keeps content for the world to fetch. */
export interface PinningService {
  /** For people: "the IPFS node at http://127.0.0.1:5001". */
  readonly name: string
  /** How many roots one upload may have; more contents are wrapped in one directory ({@link archiveOf}). */
  readonly rootsPerUpload: number
  /** A person uploads what it is given: all that belongs to a root is given at once, so that they are asked once. */
  readonly byHand?: true
  /**
   * Keeps the files and folders that the content store holds under these CIDs, each seen to be kept under that very CID. Repeatable.
   * @throws PinningError
   */
  pin(cids: readonly string[]): Promise<void>
  /** Stores a few bytes, and sees that they are kept under the CID that was computed here. @throws PinningError */
  test(): Promise<PinningTest>
  /** What {@link PinningTest} calls identity, alone. @throws PinningError */
  identity(): Promise<string | null>
  close(): Promise<void>
}
