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
   * Each URL is fetched once per scope: a run's id, or the collection's for mints of the API, where it is fetched again after a while. Null: a scope
   * of its own, for this once.
   */
  id: string | null
  importId: string | null
  /** What goes before the CIDs of what is stored: the collection's (`prefixOf`); absent: `ipfs://`. */
  uriPrefix?: string
}

/** Metadata of mints: files, addresses, pinning. What it makes is stored here; `publish` has it pinned before it is signed for. */
export interface MintMetadata {
  /**
   * The metadata (canonical JSON, given and answered) with its linked files stored and replaced; without `reupload` only those of the dropped folder.
   * @throws CoreError with the reason for a person.
   */
  resolve(scope: LinkScope, json: string, reupload: boolean): Promise<string>
  /** Lets links that could not be had be fetched again at once: a person who retries a run may have put them right. */
  forgetLinks(scopeId: string): Promise<void>
  /** Folder of `0.json`… (`json` as `resolve` gave it) and `mints.json`, which tells by place which mint it is; its 0x-hex digest. */
  storeFolder(project: EngineProject, members: readonly { identity: string; json: string | null }[]): Promise<string>
  /** A lone mint's metadata; its URI with the collection's prefix. */
  storeJson(json: string, uriPrefix: string): Promise<string>
  /** The tags of a batch on chain by place; null when its folder cannot be read. */
  readTags(digest: string): Promise<string[] | null>
  /**
   * The contract's own metadata (ERC-7572); its URI, from which the collection's prefix follows: that of the storage which is set now.
   * `sealed`: whose id it is to hold for `mintdesk recover` (sealed-id.ts).
   */
  storeContract(
    /** `anyAddress`: the chain's (`Family`). */
    project: Pick<EngineProject, 'kind'> & { anyAddress: boolean },
    metadata: { name: string; description: string; image: string; symbol: string; banner?: string; link?: string },
    reupload: boolean,
    sealed?: { project: EngineProject; id: string },
    /** Of a collection that is there: its own. */
    uriPrefix?: string,
  ): Promise<string>
  /**
   * Whether the project's pinning service keeps what these name (digests of folders, URIs of ours) and all that their metadata links
   * to; what is hosted elsewhere counts as kept. What the service lacks is on its way there when the answer is false: ask again.
   * A practice project's content is served from here, so there it is always true.
   * @param uriPrefix the collection's
   * @param isNeeded false: it is useful alone, so a storage that does not answer keeps nobody from going on with what it had
   * @throws PinningError when no service is set, it does not do its work, or serves content elsewhere
   */
  publish(project: EngineProject, named: readonly string[], uriPrefix: string, isNeeded?: boolean): Promise<boolean>
}

export interface MintIdentity {
  /** HMAC-SHA-256, hex, of a mint's identity under the project's key: tells our own mints on chain, and nobody else. */
  tag(project: EngineProject, identity: string): string
  /** The id of a job of the project, under a key of its own: tags are published, ids of jobs never before they are signed for. */
  job(project: EngineProject, work: string): JobId
  /** Address of an e-mail address' or user's wallet, entered into the project's wallets. `locator` as the API takes it. */
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
  /** Told at each named point of the journal (`before commit`, `after send` …); crash tests end the process there. */
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
  /** Collections that agree with their contracts, with the writer under which each is minted into. */
  sessions: Sessions
  /** Kept by the signer queue from round to round. */
  anchor?: Anchor
  /** Whose account signs: null for the treasury's. */
  owner: WalletOwner
  /** Wakes the signer queue of another signer of the project on this network. */
  wake(signer: string): void
}

/** Whose spending caps hold for what the queue signs; null for a user's wallet: its coin counted when the treasury gave it. */
export function spenderOf({
  project,
  client,
  owner,
}: Pick<QueueContext, 'project' | 'client' | 'owner'>): Spender | null {
  return owner === null ? { projectId: project.id, chain: client.chain } : null
}

/** Names the jobs of a project. */
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
