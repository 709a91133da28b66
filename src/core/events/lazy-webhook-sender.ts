import { lazy } from '../lib/lazy.ts'
import type { openWebhookSender, WebhookSender } from './webhook-sender.ts'

/** A sender of webhooks that is loaded with the first message: most starts send none. */
export function lazyWebhookSender(options: Parameters<typeof openWebhookSender>[0]): WebhookSender {
  let opening: Promise<WebhookSender> | undefined
  const sender = (): Promise<WebhookSender> => {
    opening ??= import('./webhook-sender.ts').then(({ openWebhookSender }) => openWebhookSender(options))
    return opening
  }
  return {
    ...lazy(sender, ['send']),
    async close() {
      await (await opening)?.close()
    },
  }
}
