/** What a core is opened with, and what it is then. */
import type { Logger } from 'pino'
import type { Work } from '../shared/core-messages.ts'
import type { ServerSettings } from './api/http/public-address.ts'
import type { Trial } from './trial.ts'
import type { Keychain } from './wallets/keychain.ts'

export interface CoreOptions {
  /** The data folder; made when it is missing. */
  dataDir: string
  /** The port that was asked for (0: any free one). Undefined: 3000, or the next free one. */
  port?: number | undefined
  version: string
  /** Absolute path of the built window, `out/renderer`. */
  webRoot: string
  /** Absolute path of `resources`, which lies in the root of the checkout or the packaged app. */
  resourcesDir: string
  /** Where the core tells what a person need not know; standard error from `warn` on when absent. */
  log?: Logger | undefined
  /** `process.env`: MINTDESK_ALLOW_HOSTS, MINTDESK_LIVE_SEED, MINTDESK_LOG, MINTDESK_PASSPHRASE, MINTDESK_RPC_ANSWER_MIB. */
  env: Readonly<Record<string, string | undefined>>
  /** The system's keychain, where there is one to be used. */
  keychain?: Keychain | undefined
  /** Told of what is being minted over all projects, when it changes; null: nothing is. */
  onWork?: ((work: Work | null) => void) | undefined
  /** How other machines reach it; only this computer does when absent. */
  server?: ServerSettings | undefined
  /** For tests: what the networks and the engine do otherwise than usual. */
  trial?: Trial | undefined
}

export interface Core {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  readonly url: string
  /** Where people sign in, where it is a server: `https://mint.example`. */
  readonly publicUrl: string | undefined
  /** For a person, when the usual port was taken, or the data folder lies on a network. */
  readonly notice: string | undefined
  /** A sentence for a person while the vault is there and locked. */
  readonly locked: string | undefined
  /** A ticket that lets one window in, for a minute: `<url>/?ticket=<ticket>`. */
  ticket(): string
  /** A page in the data folder, for this user alone, that leads on to the window with a ticket. @returns its path */
  ticketPage(): Promise<string>
  /** Offers a file of this computer to the window, which a person opened with Mintdesk. @returns the id under which the window gets it */
  offerFile(path: string): string
  /** Ends everything in order; what is in flight is in the journal and goes on at the next start. Safe to call again. */
  close(): Promise<void>
}
