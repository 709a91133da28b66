import { type Command, InvalidArgumentError } from 'commander'
import type { ServerSettings } from '../../core/api/http/public-address.ts'
import type { ServeOptions } from '../commands/serve.ts'
import { CommandError } from '../failure.ts'
import type { Run } from './arguments.ts'

/** The service, its window and its sessions. */
export function addServeCommands(program: Command, run: Run): void {
  program
    .command('serve')
    .description('run Mintdesk: its window in the browser, and its API')
    .option('--port <port>', 'the port to listen on (else MINTDESK_PORT, else 3000 or the next free one)', readPort)
    .option('--open', 'open the window in the browser')
    .option(
      '--host <address>',
      'also listen on an address of this machine, or 0.0.0.0 for all (else this computer alone)',
    )
    .option('--public-url <url>', 'the https address that people open; a proxy in front speaks TLS, and people sign in')
    .option('--proxy <addresses...>', 'the proxies in front, where they are on other machines: addresses or ranges')
    .action((options: Omit<ServeOptions, 'server'> & ServerSettings & { proxy?: string[] }) =>
      run(async (context) => {
        const named = process.env.MINTDESK_PORT
        const port = options.port ?? (named ? namedPort(named) : undefined)
        const { serve } = await import('../commands/serve.ts')
        const { open, host, publicUrl, proxy: proxies } = options
        return serve(context, { open, port, server: { host, publicUrl, proxies } })
      }),
    )

  program
    .command('open')
    .description('open the window of the Mintdesk that runs, with a fresh link')
    .option('--print', 'only print the link')
    .action((options: { print?: boolean }) =>
      run(async (context) => (await import('../commands/serve.ts')).openWindow(context, options)),
    )

  program
    .command('sign-out')
    .description('end the sessions of all windows, in every browser and in the desktop app; nothing that runs stops')
    .action(() => run(async (context) => (await import('../commands/serve.ts')).signOut(context)))
}

function readPort(text: string): number {
  const port = portOf(text)
  if (port === undefined) throw new InvalidArgumentError('A port is a number from 0 to 65535.')
  return port
}

function namedPort(text: string): number {
  const port = portOf(text)
  if (port !== undefined) return port
  throw new CommandError(
    'port.invalid',
    `MINTDESK_PORT is ${JSON.stringify(text)}, but a port is a number from 0 to 65535.`,
  )
}

function portOf(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined
}
