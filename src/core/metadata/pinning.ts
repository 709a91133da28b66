import { CoreError } from '../lib/errors.ts'

/**
 * A pinning service fails, or none is set: what is to be minted waits. `storage.missing`: none is set;
 * `storage.unreachable`: it may work again in a moment; `storage.refused`, `storage.full`, `storage.wrong`: the person must act.
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

/** The result of a test of a pinning service. */
export interface PinningTest {
  /** For people: "Kubo 0.39.0". */
  version: string
  /** Distinguishes this service from another at the same address; null when the service does not say. */
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
  /** The person uploads the content by hand: one call gets all content that belongs to a root, so that the person is asked once. */
  readonly byHand?: true
  /**
   * Pins the files and folders of the content store with these CIDs, and verifies that each is kept under its CID. Repeatable.
   * @throws PinningError
   */
  pin(cids: readonly string[]): Promise<void>
  /** Stores a few bytes and verifies that they are kept under the CID computed here. @throws PinningError */
  test(): Promise<PinningTest>
  /** Returns only {@link PinningTest}'s `identity`. @throws PinningError */
  identity(): Promise<string | null>
  close(): Promise<void>
}
