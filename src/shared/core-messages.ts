/**
 * What the desktop shell and the core's process say to each other over `process.parentPort`.
 *
 * The shell starts `out/main/core.js` with MINTDESK_HOME (the data folder) and MINTDESK_PORT (the port to listen on, 0 for any;
 * absent for the usual one or the next that is free) in its environment. The core answers `ready` or `failed` once, and a `ticket` for each request of one.
 * The other way round, the core asks the shell for the system's keychain, which exists in Electron's main process alone.
 */
import { z } from 'zod'

/**
 * What is under way over all projects: NFTs of runs that are settled, of so many; and whether there is anything else, which programs asked for
 * or a hand-over does.
 */
export const work = z.object({ runs: z.int().nonnegative(), done: z.int(), total: z.int(), others: z.boolean() })
export type Work = z.infer<typeof work>

/** From the core to the shell. */
export const coreMessage = z.discriminatedUnion('type', [
  /** It listens: `url` is `http://127.0.0.1:<port>` without a slash at its end, `ticket` lets one window in. */
  z.object({ type: z.literal('ready'), url: z.url(), ticket: z.string().min(1) }),
  /** The answer to a request of a ticket, good for one window. */
  z.object({ type: z.literal('ticket'), ticket: z.string().min(1) }),
  /**
   * Asks the system's keychain: whether it can be used (`state`), to seal bytes (`wrap`) or to open sealed ones (`unwrap`). `value` is
   * base64, empty with `state`. The answer bears the same `id`.
   */
  z.object({
    type: z.literal('keychain'),
    id: z.int(),
    ask: z.enum(['state', 'wrap', 'unwrap']),
    value: z.string(),
  }),
  /** The answer to an offered file: the id under which the page gets it. */
  z.object({ type: z.literal('offered'), id: z.uuid() }),
  /** What is under way changed; null: nothing is. */
  z.object({ type: z.literal('work'), work: work.nullable() }),
  /** It cannot start; `message` is the sentence a person is shown. */
  z.object({ type: z.literal('failed'), message: z.string().min(1) }),
])
export type CoreMessage = z.infer<typeof coreMessage>

/** From the shell to the core: asks for a ticket, or to put everything in order and exit with 0; answers for the keychain. */
export const shellMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ticket') }),
  /** A file that a person opened with Mintdesk. */
  z.object({ type: z.literal('offer'), path: z.string().min(1) }),
  z.object({ type: z.literal('close') }),
  /** `value`: base64; with `state` a sentence that says why there is none, or nothing. */
  z.object({ type: z.literal('keychain'), id: z.int(), ok: z.boolean(), value: z.string() }),
])
export type ShellMessage = z.infer<typeof shellMessage>
export type KeychainAsk = Extract<CoreMessage, { type: 'keychain' }>
