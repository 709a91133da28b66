/**
 * The messages between the desktop shell and the core's process over `process.parentPort`.
 *
 * The shell starts `out/main/core.js` with MINTDESK_HOME (the data folder) and MINTDESK_PORT (the port to listen on, 0 for any;
 * absent for the usual one or the next free one) in its environment. The core answers `ready` or `failed` once, and a `ticket` to each
 * request for one. In the other direction, the core asks the shell for the system's keychain, which only Electron's main process can use.
 */
import { z } from 'zod'

/**
 * Work in progress over all projects: the number of `runs`, how many of their NFTs are settled (`done` of `total`), and whether there is
 * other work, from API requests or hand-overs.
 */
export const work = z.object({ runs: z.int().nonnegative(), done: z.int(), total: z.int(), others: z.boolean() })
export type Work = z.infer<typeof work>

/** From the core to the shell. */
export const coreMessage = z.discriminatedUnion('type', [
  /** The core listens: `url` is `http://127.0.0.1:<port>` without a trailing slash, `ticket` lets one window in. */
  z.object({ type: z.literal('ready'), url: z.url(), ticket: z.string().min(1) }),
  /** The answer to a request for a ticket, which is valid for one window. */
  z.object({ type: z.literal('ticket'), ticket: z.string().min(1) }),
  /**
   * A request to the system's keychain: whether it can be used (`state`), to encrypt bytes (`wrap`) or to decrypt them (`unwrap`). `value` is
   * base64, empty with `state`. The answer has the same `id`.
   */
  z.object({
    type: z.literal('keychain'),
    id: z.int(),
    ask: z.enum(['state', 'wrap', 'unwrap']),
    value: z.string(),
  }),
  /** The answer to `offer`: the id by which the page loads the file. */
  z.object({ type: z.literal('offered'), id: z.uuid() }),
  /** Work in progress changed; null: there is none. */
  z.object({ type: z.literal('work'), work: work.nullable() }),
  /** The core cannot start; `message` is a sentence for the person. */
  z.object({ type: z.literal('failed'), message: z.string().min(1) }),
])
export type CoreMessage = z.infer<typeof coreMessage>

/** From the shell to the core: asks for a ticket, offers a file, asks for an orderly exit with 0 (`close`), answers for the keychain. */
export const shellMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ticket') }),
  /** A file that a person opened with Mintdesk. */
  z.object({ type: z.literal('offer'), path: z.string().min(1) }),
  z.object({ type: z.literal('close') }),
  /** `value`: base64; with `state` a sentence that says why there is no keychain, or ''. */
  z.object({ type: z.literal('keychain'), id: z.int(), ok: z.boolean(), value: z.string() }),
])
export type ShellMessage = z.infer<typeof shellMessage>
export type KeychainAsk = Extract<CoreMessage, { type: 'keychain' }>
