import type { FastifyRequest } from 'fastify'
import type { Network, Project, RecoveryOptions, RecoveryState } from '../../../shared/app-api.ts'
import type { PracticeChain } from '../../../shared/chains.ts'
import type { Backups } from '../../backup/backups.ts'
import type { CustomNetworks } from '../../chains/custom-networks.ts'
import type { LiveNetworks } from '../../chains/live.ts'
import type { Hub } from '../../events/hub.ts'
import type { Webhooks } from '../../events/webhooks.ts'
import type { Providers } from '../../holdings/provider-settings.ts'
import type { Imports } from '../../imports/imports.ts'
import type { LinkTrials } from '../../imports/links/link-trials.ts'
import type { OpenedFiles } from '../../lib/opened-files.ts'
import type { ProjectKind } from '../../lib/project-kind.ts'
import type { Fetcher } from '../../metadata/fetch-file.ts'
import type { Thumbnails } from '../../metadata/thumbnails/thumbnails.ts'
import type { HandOvers } from '../../minting/hand-overs/hand-overs.ts'
import type { RunControl } from '../../minting/runs/control.ts'
import type { Entering } from '../../minting/runs/entering.ts'
import type { Passkeys } from '../../people/passkeys.ts'
import type { People } from '../../people/people.ts'
import type { SignIn } from '../../people/sign-in.ts'
import type { Verifications } from '../../verification/verifications.ts'
import type { Vault } from '../../wallets/vault.ts'
import type { CoreContext } from '../http/context.ts'
import type { Origins } from '../http/origins.ts'
import type { PublicAddress } from '../http/public-address.ts'
import type { RequestLog } from '../http/request-log.ts'
import type { Sessions } from './sessions/sessions.ts'

/** What the routes under `/app` use, beyond what those of `/api` do. */
export interface AppContext extends CoreContext {
  readonly events: Hub
  readonly sessions: Sessions
  readonly people: People
  /** How other machines reach this one; undefined if it is no server. */
  readonly server: PublicAddress | undefined
  /** Signing in at a server; undefined if this is none. */
  readonly signIn: SignIn | undefined
  readonly passkeys: Passkeys | undefined
  readonly origins: Origins
  readonly requestLog: Pick<RequestLog, 'dropped'>
  readonly webhooks: Pick<Webhooks, 'look'>
  readonly imports: Imports
  /** Files that a person opened with the desktop app. */
  readonly openedFiles: Pick<OpenedFiles, 'take'>
  /** Tries to fetch the linked pictures of imports. */
  readonly linkTrials: Pick<LinkTrials, 'look' | 'forget'>
  readonly runControl: RunControl
  /** Adds the rows of runs to the mints. */
  readonly entering: Pick<Entering, 'wake'>
  /** See `Trial.point`. */
  point(name: string): void
  readonly handOvers: HandOvers
  /** When this core was opened, in milliseconds since 1970. */
  readonly openedAt: number
  /** Reports progress of a run, for the window. */
  runChanged(runId: string): void
  /** Services that are asked what wallets hold. */
  readonly providers: Providers
  /** Has explorers verify the source of the contracts that collections share. */
  readonly verifications: Verifications
  /** Fetches media of unknown hosts, from public addresses only. */
  readonly fetcher: Fetcher
  /** Makes small pictures of media. */
  readonly thumbnails: Pick<Thumbnails, 'get'>
  /** Every network of that kind, with its current state; asking starts none. */
  networks(kind: ProjectKind): Network[]
  /** See `EngineParts.resetPractice`. */
  resetPractice(chain: PracticeChain): Promise<void>
  /** Gives an account of a practice network coin out of nothing. @param amount in its smallest unit */
  fundPractice(chain: PracticeChain, address: string, amount: bigint): Promise<void>
  /** To be called after the programs of Solana's practice network are installed. */
  programsInstalled(): Promise<void>
  readonly vault: Vault
  readonly backups: Omit<Backups, 'close'>
  /** Remembers the seed of the live projects, so that another one is refused from then on. */
  keepLiveSeed(): Promise<void>
  /** Networks that a person adds. */
  readonly custom: CustomNetworks
  /** The live networks' RPC lists. */
  readonly rpcs: Pick<LiveNetworks, 'list' | 'set' | 'test'>
  readonly recovery: { start(options: RecoveryOptions): Promise<void>; state(): RecoveryState }
  /** Absolute path of `resources`. */
  readonly resourcesDir: string
}

/** The project of a request, which was set when its token or key was accepted. */
export type ProjectOf = (request: FastifyRequest) => Project
