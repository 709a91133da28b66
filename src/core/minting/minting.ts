import type { Notice } from './notices.ts'

/** What the rest of the core asks of the minting engine. Work is put into the database; the engine is then woken. */
export interface Minting {
  /** Takes up what the database holds, unsettled transactions first. */
  start(): Promise<void>
  /** Says that a collection, a mint, an action or a run of this collection has changed in the database. */
  wake(collectionPk: number): void
  /** Says that something of a project on a chain has changed that belongs to no collection. */
  wakeChain(projectId: string, chain: string): void
  /** Says that there is a new transfer. */
  wakeTransfer(transferPk: number): void
  /** Why a project's work on a chain, or this run of it, waits now, or a remark; null where there is neither. The work goes on by itself. */
  notice(projectId: string, chain: string, runId?: string): Notice | null
  /** Goes on with a halted collection: batches on chain whose lists cannot be read count as unrecognised mints. */
  resumeCollection(collectionPk: number): Promise<void>
  /**
   * Goes on with a collection into which another copy of the app minted: a person says that that copy is closed.
   * @throws CoreError `collection.running` when there is none
   */
  takeOver(collectionPk: number): Promise<void>
  /** Replaces the treasury's transactions in the mempool that the database does not know by empty ones; false when there are none. */
  replaceExternalUse(projectId: string, chain: string): boolean
  /** Stops between two steps; everything in flight is in the journal and goes on at the next start. */
  close(): Promise<void>
}

/** The engine's events: keys in the database, sent after the commit that they report. */
export interface MintingEvents {
  /** Mints of this run changed, or the run did; or the reason changed why the hand-over of this id waits. */
  runChanged(runId: string): void
  /** Mints outside runs that ended. */
  mintsEnded(mintPks: readonly number[]): void
  /** An action other than a mint ended. */
  actionEnded(actionPk: number): void
  transferEnded(transferPk: number): void
  collectionChanged(collectionPk: number): void
}

export type Clock = () => number
