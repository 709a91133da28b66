import type { Logger } from 'pino'
import type { ChainName } from '../../shared/chains.ts'
import type { CollectionFacts } from '../chains/family/collections.ts'
import type { ChainClient, Chains } from '../chains/family/family.ts'
import type { WalletOwner } from '../chains/family/wallet-owner.ts'
import type { BatchLists } from '../metadata/batch-lists.ts'
import { initialOf } from '../store/collections/settings.ts'
import type { SignedMarks } from '../store/journal/signed-marks.ts'
import type { CollectionRow } from '../store/journal/signer-queue.ts'
import type { Spender } from '../store/journal/spending.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { JobId, JobKey } from './job-id.ts'
import type { Clock, MintingEvents } from './minting.ts'
import type { Anchor, Sessions } from './queue-memory.ts'

/** A project as the engine needs it. */
export interface EngineProject {
  id: string
  kind: 'practice' | 'live'
  index: number
}

/** Where a mint's linked files may come from. */
export interface LinkScope {
  /**
   * Each URL is fetched once per scope: a run's id, or the collection's for mints of the API, which fetches again after a while. Null: a scope for
   * this call alone.
   */
  id: string | null
  importId: string | null
  /** The prefix of the CIDs of stored content: the collection's (`prefixOf`); absent: `ipfs://`. */
  uriPrefix?: string
}

/** Metadata of mints: files, addresses, pinning. Content is stored on this computer; `publish` pins it before anything that names it is signed. */
export interface MintMetadata {
  /**
   * Stores linked files and returns the metadata with their links replaced (canonical JSON in and out); without `reupload` only files of the dropped
   * folder.
   * @throws CoreError with a reason for the person
   */
  resolve(scope: LinkScope, json: string, reupload: boolean): Promise<string>
  /** Lets links that failed be fetched again at once: the person who retries a run may have repaired them. */
  forgetLinks(scopeId: string): Promise<void>
  /**
   * Stores a folder of `0.json`… (`json` as `resolve` returned it) and `mints.json`, which names the mint at each place; returns its 0x-hex digest.
   */
  storeFolder(project: EngineProject, members: readonly { identity: string; json: string | null }[]): Promise<string>
  /** Stores a lone mint's metadata; returns its URI with the collection's prefix. */
  storeJson(json: string, uriPrefix: string): Promise<string>
  /** The tags of a batch on chain by place; null when its folder cannot be read. */
  readTags(digest: string): Promise<string[] | null>
  /**
   * Stores the contract's own metadata (ERC-7572); returns its URI, whose prefix becomes the collection's: that of the storage which is set now.
   * `sealed`: the collection id that it holds, encrypted, for `mintdesk recover` (sealed-id.ts).
   */
  storeContract(
    /** `anyAddress`: the chain's (`Family`). */
    project: Pick<EngineProject, 'kind'> & { anyAddress: boolean },
    metadata: { name: string; description: string; image: string; symbol: string; banner?: string; link?: string },
    reupload: boolean,
    sealed?: { project: EngineProject; id: string },
    /** For a collection that exists: its own prefix. */
    uriPrefix?: string,
  ): Promise<string>
  /**
   * Whether the project's storage keeps what `named` names (digests of folders, URIs of ours) and all that this metadata links to; content that
   * others host counts as kept. If not, what the storage lacks is being uploaded: ask again. This computer serves the content of practice projects,
   * so for these it is always true.
   * @param uriPrefix the collection's
   * @param isNeeded false: nothing depends on the content, so a storage that does not answer holds up nothing that it already had
   * @throws PinningError when no service is set, it does not do its work, or serves content elsewhere
   */
  publish(project: EngineProject, named: readonly string[], uriPrefix: string, isNeeded?: boolean): Promise<boolean>
}

export interface MintIdentity {
  /** HMAC-SHA-256, hex, of a mint's identity under the project's key: only the owner of the key recognises the project's mints on chain by it. */
  tag(project: EngineProject, identity: string): string
  /** A job id of the project, under a key of its own: tags are published, but a job id never before it is signed for. */
  job(project: EngineProject, work: string): JobId
  /** The address of a recipient. A derived wallet is entered into the project's wallets. `locator` as the API takes it. */
  recipientAddress(project: EngineProject, locator: string, chain: ChainName): Promise<string>
}

export interface EngineDeps {
  db: Store
  chains: Chains
  metadata: MintMetadata
  identity: MintIdentity
  lists: BatchLists
  marks: SignedMarks
  events: MintingEvents
  clock: Clock
  log: Logger
  /** Called at each named point of the journal (`before commit`, `after send` …); crash tests end the process there. */
  point(name: string): void
  /** The batching window of mints of the API, ms; and how often an open signer queue observes its chain, ms. */
  timing: { groupMs: number; pollMs: number }
}

/** What every step of one signer queue works with. */
export interface QueueContext {
  deps: EngineDeps
  project: EngineProject
  client: ChainClient
  queue: { network: string; signer: string }
  /** Collections that a person said to go on with, though the chain holds batches that nobody can read. */
  accepted?: ReadonlySet<number>
  /** Collections that a person said to go on with, though the chain reverted what the journal calls minted: each goes on once. */
  reverted?: Set<number>
  /** How often a person had resumed each collection when this look began: it halts none that was resumed since. */
  resumes?: ReadonlyMap<number, number>
  /** The sessions of the collections that agree with their contracts. */
  sessions: Sessions
  /** Kept by the signer queue from round to round. */
  anchor?: Anchor
  /** Whose account signs: null for the treasury's. */
  owner: WalletOwner
  /** Wakes the signer queue of another signer of the project on this network. */
  wake(signer: string): void
}

/** Whose spending caps hold for what the queue signs; null for a user's wallet: its coin counted when the treasury sent it. */
export function spenderOf({
  project,
  client,
  owner,
}: Pick<QueueContext, 'project' | 'client' | 'owner'>): Spender | null {
  return owner === null ? { projectId: project.id, chain: client.chain } : null
}

/** Computes the job ids of a project. */
export function jobKeyOf({ deps, project }: Pick<QueueContext, 'deps' | 'project'>): JobKey {
  return (work) => deps.identity.job(project, work)
}

/** The facts of a collection that its contract is made from; the same at every start. */
export function collectionFacts(project: EngineProject, collection: CollectionRow): CollectionFacts {
  const metadata = JSON.parse(collection.metadata) as { name: string; symbol: string; description: string }
  const { supplyLimit, payments } = initialOf(collection)
  return {
    projectIndex: project.index,
    id: collection.id,
    name: metadata.name,
    symbol: metadata.symbol,
    description: metadata.description,
    contractUri: collection.contract_uri ?? '',
    contractKind: collection.contract_kind,
    contractVersion: collection.contract_version,
    supplyLimit: supplyLimit ?? 0,
    sale: payments && { price: payments.price, payee: payments.payee, supply: payments.setAside },
  }
}
