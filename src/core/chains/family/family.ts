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
 * What the minting engine, the API and the window ask of a chain. A family (evm, solana, aptos) implements `ChainClient` once; a
 * client belongs to one network (`practice:polygon`). The engine knows no family by name, and a family knows no database.
 */
export interface ChainClient extends NetworkClient, AccountsClient, FeesClient, TransactionsClient, CollectionsClient {
  /**
   * Everything that `read` asks of the client it is given is answered by one node, so that what it learns fits together; when that
   * node fails, the look fails as a whole. Sends are not bound to it.
   */
  observe<T>(read: (client: ChainClient) => Promise<T>): Promise<T>
  /** In an observation: the other RPCs of the list. Absent where the list has one, or there is no list: what it says is believed. */
  readonly witnesses?: Witnesses
  /** Absent where a family has no semi-fungible collections. */
  readonly copies?: CopiesClient
  /** Absent where a family's tokens are not asked for so. */
  readonly tokens?: TokensClient
  /** Absent where tokens are a contract's. */
  readonly assets?: AssetsClient
  /** Absent where nothing can be moved out of wallets (yet). */
  readonly transfers?: TransferClient
  /**
   * Absent where signed transactions are good for as long as they are not included. Whether a signer's transactions have a sequence on the
   * chain is another matter (`family.sequences`); without one, `sequence` and its like answer 0.
   */
  readonly expiry?: ExpiryClient
  /** Absent where no names are looked up: on practice networks, and where a family has no name service. */
  readonly names?: NamesClient
  /** Absent where no contract refuses a second writer. */
  readonly fence?: FenceClient
  /** Absent where a token is a number in its collection's contract (`family.tokenIds`). */
  readonly ownTokens?: OwnTokensClient
  /** Absent where a contract knows our jobs, or trees know their tokens. */
  readonly tokenList?: TokenListClient
  /** Absent where tokens cannot be compressed into trees. */
  readonly trees?: TreesClient
  /** Absent where a factory of ours lists the collections that an account made (`madeCollections`). */
  readonly history?: HistoryClient
  /** Absent where collections are no contracts of ours, and where no explorer could read them: on practice networks. */
  readonly sharedContracts?: SharedContractsClient
}

/** Another RPC of the list than the one that answers a look. */
export interface Witness {
  /** Its address without its key; no other of the list has the same. */
  readonly name: string
  /** A client that this RPC alone answers; null while it cannot be asked. */
  client(): Promise<ChainClient | null>
}

/** What comparing the words of RPCs came to, by their names. */
export interface Compared {
  agreed: readonly string[]
  /** Two others said the same, and these something else. */
  outvoted: readonly string[]
  /** No two said the same. */
  disputed: readonly string[]
}

/** The RPCs of the network's list, by which each other's words are checked. */
export interface Witnesses {
  /** The one that answers this look. */
  readonly asked: string
  /** All the others, best first, also those that cannot be used now. */
  readonly others: readonly Witness[]
  /** Who is outvoted is left out for a while; who stands against whom is told with the network. */
  compared(result: Compared): void
}

/** Finds the client of a chain for practice or live projects. */
export interface Chains {
  /** What is known of each network. */
  readonly networks: KnownNetworks
  /** @throws CoreError `network.unsupported` when there is no such network here (yet), with a sentence. */
  client(kind: 'practice' | 'live', chain: string): Promise<ChainClient>
  /** The same, to tell somebody what the chain holds now: a practice network is up when it resolves. */
  reader(kind: 'practice' | 'live', chain: string): Promise<ChainClient>
  /** Why nothing can be done on this chain now; null when it can. Cheap. */
  unavailable(kind: 'practice' | 'live', chain: string): string | null
  /** What the practice network of a chain lacks on this machine (`network.programs-missing`); absent: nothing ever. */
  practiceLacks?(chain: string): CoreError | null
  /** Why the keys of that kind are out of reach until a person unlocks the vault; null when they are not. What is asked for meanwhile waits. */
  locked(kind: 'practice' | 'live'): string | null
  close(): Promise<void>
}
