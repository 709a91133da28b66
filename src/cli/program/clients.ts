import type { Command } from 'commander'
import { type Run, readCount, readCountOrNone } from './arguments.ts'

/** Access and notifications of other programs. */
export function addClientCommands(program: Command, run: Run): void {
  const keyCommands = () => import('../commands/keys.ts')
  const keys = program.command('keys').description('the keys that programs use the API with').helpCommand(false)
  keys
    .command('list', { isDefault: true })
    .description('list the keys: id, name, scopes, last use (default)')
    .action(() => run(async (context) => (await keyCommands()).listKeys(context)))
  keys
    .command('create')
    .description('make a key and print it; it is shown this once')
    .option('--scopes <list>', 'scopes with commas between them, or all (else all but wallets:nfts.transfer)')
    .option('--name <name>', 'what you call it')
    .option('--requests-per-minute <n>', 'the most requests it may send in a minute (else no limit)', readCount)
    .option('--mints-per-day <n>', 'the most NFTs it may mint in a day (else no limit)', readCount)
    .action((options: { scopes?: string; name?: string } & import('../commands/keys.ts').LimitOptions) =>
      run(async (context) => (await keyCommands()).createKey(context, options)),
    )
  keys
    .command('limit')
    .description('bound what a key may do, or lift that')
    .argument('<id>', 'the id of the key')
    .option('--requests-per-minute <n>', 'the most requests it may send in a minute; none: no limit', readCountOrNone)
    .option('--mints-per-day <n>', 'the most NFTs it may mint in a day (UTC); none: no limit', readCountOrNone)
    .action((id: string, options: import('../commands/keys.ts').LimitOptions) =>
      run(async (context) => (await keyCommands()).limitKey(context, id, options)),
    )
  keys
    .command('rename')
    .description('call a key otherwise')
    .argument('<id>', 'the id of the key')
    .argument('<name>', 'what you call it from now on')
    .action((id: string, name: string) => run(async (context) => (await keyCommands()).renameKey(context, id, name)))
  keys
    .command('revoke')
    .description('make a key worthless')
    .argument('<id>', 'the id of the key')
    .action((id: string) => run(async (context) => (await keyCommands()).revokeKey(context, id)))

  const webhookCommands = () => import('../commands/webhooks.ts')
  const webhooks = program
    .command('webhooks')
    .description('servers that are told when a mint or another action ends')
    .helpCommand(false)
  const webhookId = ['<id>', 'the id of a webhook, or its beginning'] as const
  webhooks
    .command('list', { isDefault: true })
    .description('list the webhooks: id, state, deliveries, events, address (default)')
    .action(() => run(async (context) => (await webhookCommands()).listWebhooks(context)))
  webhooks
    .command('create')
    .description('make a webhook and print its secret; it is shown this once')
    .argument('<url>', 'where to send it, such as http://127.0.0.1:8000/hook')
    .option('--events <list>', 'events with commas between them, such as nfts.create.succeeded (else all)')
    .option('--allow-private', 'let it lead into the private network of this machine')
    .action((url: string, options: import('../commands/webhooks.ts').CreateWebhookOptions) =>
      run(async (context) => (await webhookCommands()).createWebhook(context, url, options)),
    )
  webhooks
    .command('deliveries')
    .description('list what was sent to a webhook, newest first')
    .argument(...webhookId)
    .action((id: string) => run(async (context) => (await webhookCommands()).listDeliveries(context, id)))
  webhooks
    .command('resend')
    .description('send a delivery again, or all that were given up')
    .argument(...webhookId)
    .argument('[delivery]', 'the id of one delivery (else all that were given up)')
    .action((id: string, delivery: string | undefined) =>
      run(async (context) => (await webhookCommands()).resendWebhook(context, id, delivery)),
    )
  webhooks
    .command('enable')
    .description('turn a webhook on again that failed for five days')
    .argument(...webhookId)
    .action((id: string) => run(async (context) => (await webhookCommands()).enableWebhook(context, id)))
  webhooks
    .command('delete')
    .description('delete a webhook with what waits for it')
    .argument(...webhookId)
    .action((id: string) => run(async (context) => (await webhookCommands()).deleteWebhook(context, id)))

  program
    .command('audit')
    .description('list what was done that can move money: when, who, what, how much')
    .option('--limit <n>', 'how many, newest first', readCount, 50)
    .action((options: { limit: number }) =>
      run(async (context) => (await import('../commands/audit.ts')).listAudit(context, options)),
    )

  const originCommands = () => import('../commands/origins.ts')
  const origins = program
    .command('origins')
    .description('web pages of other origins that may call the API')
    .helpCommand(false)
  const origin = ['<origin>', 'such as https://shop.example or http://localhost:5173'] as const
  origins
    .command('list', { isDefault: true })
    .description('list the origins that are let in; none by default (default)')
    .action(() => run(async (context) => (await originCommands()).listOrigins(context)))
  origins
    .command('allow')
    .description('let pages of an origin call the API')
    .argument(...origin)
    .action((named: string) => run(async (context) => (await originCommands()).changeOrigin(context, named, true)))
  origins
    .command('remove')
    .description('let them in no more')
    .argument(...origin)
    .action((named: string) => run(async (context) => (await originCommands()).changeOrigin(context, named, false)))
}
