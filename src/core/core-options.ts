/** Options for opening a core, and the interface of an open one. */
import type { Logger } from 'pino'
import type { Work } from '../shared/core-messages.ts'
import type { ServerSettings } from './api/http/public-address.ts'
import type { Trial } from './trial.ts'
import type { Keychain } from './wallets/keychain.ts'

export interface CoreOptions {
  /** The data folder; created when it is missing. */
  dataDir: string
  /** The port (0: any free one). Undefined: 3000, or the next free one. */
  port?: number | undefined
  version: string
  /** Absolute path of the built window, `out/renderer`. */
  webRoot: string
  /** Absolute path of `resources`, which lies in the root of the checkout or the packaged app. */
  resourcesDir: string
  /** The log, for what a person need not know; absent: standard error, from `warn` on. */
  log?: Logger | undefined
  /** `process.env`: MINTDESK_ALLOW_HOSTS, MINTDESK_LIVE_SEED, MINTDESK_LOG, MINTDESK_PASSPHRASE, MINTDESK_RPC_ANSWER_MIB. */
  env: Readonly<Record<string, string | undefined>>
  /** The system's keychain, where it can be used. */
  keychain?: Keychain | undefined
  /** Called when the work in progress over all projects changes; null: nothing is being minted. */
  onWork?: ((work: Work | null) => void) | undefined
  /** How other machines reach the core; absent: only this computer does. */
  server?: ServerSettings | undefined
  /** For tests: changes to how the networks and the engine work. */
  trial?: Trial | undefined
}

export interface Core {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string
  /** The address at which people sign in, if the core is a server: `https://mint.example`. */
  readonly publicUrl: string | undefined
  /** A message for a person when the usual port was taken, or the data folder is on a network file system. */
  readonly notice: string | undefined
  /** A sentence for a person while the vault exists and is locked. */
  readonly locked: string | undefined
  /** A ticket that lets one window in, for a minute: `<url>/?ticket=<ticket>`. */
  ticket(): string
  /** Writes a page into the data folder, readable by this user only, that opens the window with a ticket. @returns its path */
  ticketPage(): Promise<string>
  /** Offers the window a file of this computer that a person opened with Mintdesk. @returns the id by which the window gets it */
  offerFile(path: string): string
  /** Closes all parts in order; what is in flight is in the journal and goes on at the next start. Safe to call again. */
  close(): Promise<void>
}
