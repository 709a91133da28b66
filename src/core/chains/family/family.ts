import type { CoreError } from '../../lib/errors.ts'
import type { KnownNetworks } from '../networks.ts'
import type { AccountsClient } from './accounts.ts'
import type { AssetsClient } from './assets.ts'
import type { CollectionsClient } from './collections.ts'
import type { CopiesClient } from './copies.ts'
import type { FeesClient } from './fees.ts'
import type { FenceClient } from './fence.ts'
import type { HistoryClient } from './history.ts'
import type { TokensClient } from './holdings.ts'
import type { NamesClient } from './names.ts'
import type { NetworkClient } from './network.ts'
import type { OwnTokensClient } from './own-tokens.ts'
import type { SharedContractsClient } from './shared-contracts.ts'
import type { TokenListClient } from './token-list.ts'
import type { ExpiryClient, TransactionsClient } from './transactions.ts'
import type { TransferClient } from './transfers.ts'
import type { TreesClient } from './trees.ts'

/**
 * All that the minting engine, the API and the window need from a chain. A family (evm, solana, aptos) implements `ChainClient` once; a
 * client belongs to one network (`practice:polygon`). The engine does not distinguish families, and a family does not use the database.
 */
export interface ChainClient extends NetworkClient, AccountsClient, FeesClient, TransactionsClient, CollectionsClient {
  /**
   * Runs `read` with a client whose reads are all answered by one node, so that the answers are consistent; when that node fails, the
   * whole observation fails. Sends are not bound to that node.
   */
  observe<T>(read: (client: ChainClient) => Promise<T>): Promise<T>
  /** In an observation: the other RPCs of the list. Absent where there is none: the engine then believes the one RPC. */
  readonly witnesses?: Witnesses
  /** Absent where a family has no semi-fungible collections. */
  readonly copies?: CopiesClient
  /** Absent where a family has no token contracts to read. */
  readonly tokens?: TokensClient
  /** Absent where tokens have no addresses of their own. */
  readonly assets?: AssetsClient
  /** Absent where NFTs cannot be moved out of wallets (yet). */
  readonly transfers?: TransferClient
  /**
   * Absent where signed transactions stay valid until they are included. Whether the chain numbers a signer's transactions is a separate
   * question (`family.sequences`); where it does not, `sequence` and the related calls return 0.
   */
  readonly expiry?: ExpiryClient
  /** Absent on practice networks, and where a family has no name service. */
  readonly names?: NamesClient
  /** Absent where no contract refuses a second writer. */
  readonly fence?: FenceClient
  /** Absent where tokens are numbers in their collection's contract (`family.tokenIds`). */
  readonly ownTokens?: OwnTokensClient
  /** Absent where contracts record our jobs, or trees hold the tokens. */
  readonly tokenList?: TokenListClient
  /** Absent where tokens cannot be compressed into trees. */
  readonly trees?: TreesClient
  /** Absent where a factory of ours lists the collections that an account made (`madeCollections`). */
  readonly history?: HistoryClient
  /** Absent where collections are no contracts of ours, and on practice networks, which no explorer can read. */
  readonly sharedContracts?: SharedContractsClient
}

/** An RPC of the list other than the one that answers the observation. */
export interface Witness {
  /** Its address without its key; unique in the list. */
  readonly name: string
  /** A client that uses only this RPC; null while the RPC cannot be used. */
  client(): Promise<ChainClient | null>
}

/** The result of comparing the answers of RPCs, by their names. */
export interface Compared {
  agreed: readonly string[]
  /** Two others gave the same answer, and these a different one. */
  outvoted: readonly string[]
  /** No two gave the same answer. */
  disputed: readonly string[]
}

/** The RPCs of the network's list, for checking their answers against each other. */
export interface Witnesses {
  /** The one that answers this observation. */
  readonly asked: string
  /** All the others, best first, including those that cannot be used now. */
  readonly others: readonly Witness[]
  /** Records a result: outvoted RPCs are left out for a while; disputes appear in the network's status. */
  compared(result: Compared): void
}

/** Finds the client of a chain for practice or live projects. */
export interface Chains {
  /** The facts of each network. */
  readonly networks: KnownNetworks
  /** @throws CoreError `network.unsupported`, with a sentence, when there is no such network here (yet). */
  client(kind: 'practice' | 'live', chain: string): Promise<ChainClient>
  /** The same, for reading what the chain holds now: a practice network is up when the promise resolves. */
  reader(kind: 'practice' | 'live', chain: string): Promise<ChainClient>
  /** Why nothing can be done on this chain now; null when it can. Cheap. */
  unavailable(kind: 'practice' | 'live', chain: string): string | null
  /** What a chain's practice network lacks on this machine (`network.programs-missing`); absent: never anything. */
  practiceLacks?(chain: string): CoreError | null
  /** Why the keys of that kind cannot be used until a person unlocks the vault; null when they can. Requested work waits meanwhile. */
  locked(kind: 'practice' | 'live'): string | null
  close(): Promise<void>
}
