import { z } from 'zod'
import { handOver } from './hand-overs.ts'
import { importState } from './imports.ts'
import { network } from './networks.ts'
import { run } from './runs.ts'
import { walletScan } from './wallets.ts'

/**
 * `GET /app/events`: `text/event-stream`, read with `fetch`; resumed with `Last-Event-ID`. Each event is `{id, event: type, data}`.
 * A reader that was disconnected too long gets `reset` and must reload everything.
 */
export const appEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('import'), import: importState }),
  z.object({ type: z.literal('run'), run }),
  z.object({ type: z.literal('handOver'), handOver }),
  z.object({ type: z.literal('network'), network }),
  /** An action of the API ended: `collections.create.succeeded` and so on; `action` has the shape of the API's action. */
  z.object({ type: z.literal('action'), kind: z.string(), action: z.unknown() }),
  /** A collection was created or halted, or continues. */
  z.object({ type: z.literal('collection'), id: z.string() }),
  /** Deliveries of a webhook changed; `notice` is a sentence if the webhook was just turned off. */
  z.object({ type: z.literal('webhook'), id: z.string(), notice: z.string().nullable() }),
  /** The vault was made, locked, unlocked or changed. */
  z.object({ type: z.literal('vault') }),
  /** A backup began or ended; `notice` is a sentence if it failed for a new reason. */
  z.object({ type: z.literal('backup'), notice: z.string().nullable() }),
  /** The log of requests has grown. */
  z.object({ type: z.literal('requests') }),
  /** A scan for what a wallet holds made progress. */
  z.object({ type: z.literal('scan'), scan: walletScan }),
  z.object({ type: z.literal('reset') }),
])
export type AppEvent = z.infer<typeof appEvent>
