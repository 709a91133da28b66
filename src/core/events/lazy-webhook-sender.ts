import type { openWebhookSender, WebhookSender } from './webhook-sender.ts'

/** A sender of webhooks that is loaded with the first message: most starts send none. */
export function lazyWebhookSender(options: Parameters<typeof openWebhookSender>[0]): WebhookSender {
  let opening: Promise<WebhookSender> | undefined
  const open = async (): Promise<WebhookSender> => {
    const { openWebhookSender } = await import('./webhook-sender.ts')
    return openWebhookSender(options)
  }
  return {
    async send(...of) {
      opening ??= open()
      return await (await opening).send(...of)
    },
    async close() {
      await (await opening)?.close()
    },
  }
}
