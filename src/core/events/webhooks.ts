/**
 * Delivers webhooks. The transaction that ends an action also enters it in the outbox (store/migrations, triggers). Here each entry
 * becomes a message, once, and each message is sent until it is taken or given up. Memory holds at most a page of either.
 */
import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import { oneByOne } from '../lib/one-by-one.ts'
import {
  type AttemptEnd,
  addMessages,
  type DueDelivery,
  dueDeliveries,
  type EndedAction,
  endedActions,
  forgetMessages,
  nextDue,
  noteAttempts,
} from '../store/outbox/webhook-deliveries.ts'
import { activeWebhooks, disableWebhook, findWebhook, type StoredWebhook } from '../store/outbox/webhooks.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { WebhookSender } from './webhook-sender.ts'
import { newMessageId } from './webhook-signature.ts'

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes
const days = 24 * hours

/** docs/webhooks.md: the waits after each failed attempt. */
const waits = [5 * seconds, 5 * minutes, 30 * minutes, 2 * hours, 5 * hours, 10 * hours, 10 * hours]
/** docs/webhooks.md: a later answer counts as none. */
const patience = 15 * seconds
/** docs/webhooks.md: a webhook that has failed for so long is turned off. */
const failingAtMost = 5 * days
/** Ours: more than any wait. If nothing was sent for so long, an earlier failure says nothing about now. */
const quietAtMost = 1 * days
/** Ours: no webhook is turned off so soon after a start: after days off, the machine's neighbours may start later. */
const settling = 1 * hours
/** Ours: ended actions composed at a time, a webhook's messages read and sent at a time, and the delay before attempts are recorded. */
const composedAtOnce = 100
const readAtOnce = 64
const sentAtOnce = 8
const notedWithin = 1 * seconds
/** Ours: how long messages are kept, how many delivered ones are, how often old ones are removed, and after how many new ones. */
const keptFor = 30 * days
const keptTaken = 10_000
const tidyEvery = 6 * hours
const tidyAfter = 5_000
/** Timers cannot exceed 24 days, and are late on a machine that slept. */
const longestAlarm = 1 * hours

/** An ended action: its project, its type, and its JSON. */
export interface Composed {
  projectId: string
  /** `nfts.create.succeeded` */
  type: string
  /** `{type, …the action}` */
  body: string
}

export interface WebhooksDeps {
  db: Store
  clock: () => number
  /** Calls `call` after so many milliseconds, unless the returned function is called before. */
  alarm: (milliseconds: number, call: () => void) => () => void
  sender: WebhookSender
  /** The ended actions in the form of the API, without those that no longer exist. */
  compose(ended: readonly EndedAction[]): Promise<Composed[]>
  /** Called when a webhook's deliveries progressed, or it was turned off. */
  onChange(webhook: { id: string; projectId: string; turnedOff: boolean }): void
  log: Logger
}

export interface Webhooks {
  /** Continues with what the database holds. */
  start(): void
  /** Call it when an action has ended. */
  wake(): void
  /** Call it when a webhook was made, turned on, or has messages to resend. */
  look(webhookId: string): void
  /** Resolves when nothing is running; everything left waits for its time. */
  idle(): Promise<void>
  /** Aborts running attempts; their messages are sent again at the next start. */
  close(): Promise<void>
}

export function openWebhooks({ db, clock, alarm, sender, compose, onChange, log }: WebhooksDeps): Webhooks {
  let stopped = false
  const underway = new Set<AbortController>()
  const alarms = new Map<string, () => void>()
  const startedAt = clock()
  let composedSinceTidy = 0
  let starting: Promise<void> = Promise.resolve()

  function ringAt(key: string, time: number, call: () => void): void {
    alarms.get(key)?.()
    const cancel = alarm(Math.min(Math.max(0, time - clock()), longestAlarm), () => {
      alarms.delete(key)
      if (!stopped) call()
    })
    alarms.set(key, cancel)
  }

  /** Turns outbox entries into messages, page by page. */
  async function composeAll(): Promise<void> {
    while (!stopped) {
      // Statements return at once, so a long backlog would otherwise block the event loop.
      await setImmediate()
      const ended = await endedActions(db, composedAtOnce)
      if (ended.length === 0) return
      const listening = await activeWebhooks(db)
      const messages = (await compose(ended)).flatMap(({ projectId, type, body }) => {
        const webhookIds = listening.filter((webhook) => hears(webhook, projectId, type)).map(({ id }) => id)
        return webhookIds.length === 0 ? [] : [{ id: newMessageId(), type, body, webhookIds }]
      })
      await addMessages(
        db,
        messages,
        ended.map(({ seq }) => seq),
        clock(),
      )
      for (const id of new Set(messages.flatMap(({ webhookIds }) => webhookIds))) deliveries.ask(id)
      composedSinceTidy += messages.length
      if (composedSinceTidy >= tidyAfter) tidying.ask('')
    }
  }

  /** Sends the due messages of one webhook; it delays no other webhook. */
  async function deliver(id: string): Promise<void> {
    while (!stopped) {
      const webhook = await findWebhook(db, id)
      if (!webhook || webhook.disabledAt !== null) return
      const due = await dueDeliveries(db, id, clock(), readAtOnce)
      if (due.length === 0) {
        const next = await nextDue(db, id)
        if (next !== null) ringAt(id, next, () => deliveries.ask(id))
        return
      }
      const left = due.values()
      // The attempts of a page are recorded together, since a commit waits for the disk, but each within a second.
      let ended: AttemptEnd[] = []
      let notedAt = clock()
      const note = async (): Promise<void> => {
        const noted = ended
        ended = []
        notedAt = clock()
        if (noted.length > 0) await noteAttempts(db, id, noted, { quiet: quietAtMost })
      }
      const sendSome = async (): Promise<void> => {
        for (const one of left) {
          const end = stopped ? undefined : await attempt(webhook, one)
          if (end) ended.push(end)
          if (clock() - notedAt >= notedWithin) await note()
        }
      }
      await Promise.all(Array.from({ length: sentAtOnce }, sendSome))
      await note()
      const turnedOff = await turnOffIfHopeless(id)
      onChange({ id, projectId: webhook.projectId, turnedOff })
    }
  }

  /** Sends one message; undefined when the core's end aborted it, which does not count as an attempt. */
  async function attempt(
    webhook: StoredWebhook,
    { pk, id, body, attempts }: DueDelivery,
  ): Promise<AttemptEnd | undefined> {
    const late = new AbortController()
    underway.add(late)
    const cancel = alarm(patience, () => late.abort())
    const { status, error } = await sender.send(webhook, { id, body }, clock(), late.signal)
    cancel()
    underway.delete(late)
    if (stopped && error !== null) return undefined
    const at = clock()
    const wait = waits[attempts]
    return { pk, attempts, status, error, at, nextAt: error === null || wait === undefined ? null : at + wait }
  }

  async function turnOffIfHopeless(id: string): Promise<boolean> {
    const now = clock()
    const webhook = await findWebhook(db, id)
    if (!webhook || webhook.failingSince === null || now - webhook.failingSince < failingAtMost) return false
    if (now - startedAt < settling) return false
    if (!(await disableWebhook(db, id, 'The webhook was turned off before it was sent.', now))) return false
    log.warn({ webhook: id }, 'a webhook was turned off: everything sent to it has failed for five days')
    return true
  }

  async function tidy(): Promise<void> {
    composedSinceTidy = 0
    const limit = 1_000
    let gone = limit
    while (gone === limit && !stopped) {
      await setImmediate()
      gone = await forgetMessages(db, { time: clock() - keptFor, kept: keptTaken, limit })
    }
    if (!stopped) ringAt('tidy', clock() + tidyEvery, () => tidying.ask(''))
  }

  /** Handles an error such as a database that cannot be written: repeats the work later. */
  function failed(error: unknown, again: () => void, name: string): void {
    if (stopped) return
    log.error({ err: error }, 'webhooks could not be seen to')
    ringAt(name, clock() + 1 * minutes, again)
  }

  const composing = oneByOne(composeAll, (error) => failed(error, () => composing.ask(''), 'compose'))
  const deliveries = oneByOne(deliver, (error, id) => failed(error, () => deliveries.ask(id), id))
  const tidying = oneByOne(tidy, (error) => failed(error, () => tidying.ask(''), 'tidy'))
  const everything = [composing, deliveries, tidying]

  async function idle(): Promise<void> {
    await starting
    // Composing starts deliveries and tidying, which start nothing else.
    for (const part of everything) await part.settled()
  }

  return {
    start() {
      tidying.ask('')
      composing.ask('')
      starting = activeWebhooks(db).then(
        (all) => {
          for (const { id } of all) deliveries.ask(id)
        },
        (error: unknown) => log.error({ err: error }, 'webhooks could not be taken up'),
      )
    },
    wake: () => composing.ask(''),
    look: (id) => deliveries.ask(id),
    idle,
    async close() {
      stopped = true
      for (const late of underway) late.abort()
      for (const cancel of alarms.values()) cancel()
      await idle()
      await sender.close()
    },
  }
}

function hears({ projectId, events }: StoredWebhook, project: string, type: string): boolean {
  return projectId === project && (events.length === 0 || events.includes(type))
}
