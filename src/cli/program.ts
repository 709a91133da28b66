/** The commands with their arguments and flags. What they do is imported when it is asked for, so that `--help` is instant. */
import { Argument, Command, InvalidArgumentError } from 'commander'
import { type ProviderKind, providerKinds } from '../shared/provider-kinds.ts'
import type { Context } from './context.ts'
import { CommandError, type ExitCode } from './failure.ts'
import { type Run, readGwei } from './program/arguments.ts'
import { addClientCommands } from './program/clients.ts'
import { addCollectionCommands } from './program/collections.ts'
import { nameOwnHelp } from './program/refusals.ts'
import { addRunCommands } from './program/runs.ts'
import { addWalletCommands } from './program/wallets.ts'

export interface GlobalOptions {
  data?: string
  project?: string
  json?: boolean
  passphraseFile?: string
}

export interface ProgramOptions {
  version: string
  /** Makes what a command works with, from the flags that all have. */
  open(options: GlobalOptions): Context
  /** Told how the command ended. */
  ended(code: ExitCode): void
}

/** What was typed, parsed by commander; throws `CommanderError` for what it refuses, and for `--help` and `--version`. */
export function createProgram({ version, open, ended }: ProgramOptions): Command {
  const program = new Command('mintdesk')
    .description('Mints NFTs in bulk from a spreadsheet, with keys that never leave this machine.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .option('--data <dir>', 'the data folder (else MINTDESK_HOME, else the one of the desktop app)')
    .option('--project <name>', 'the project that is meant, by its name or id (else the first)')
    .option(
      '--passphrase-file <file>',
      'a file whose first line opens the vault (else MINTDESK_PASSPHRASE, else it is asked for)',
    )
    .option('--json', 'print one JSON object on standard output, and text for people on standard error')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()

  const run: Run = async (work) => {
    ended(await work(open(program.opts<GlobalOptions>())))
  }

  program
    .command('serve')
    .description('run Mintdesk: its window in the browser, and its API')
    .option('--port <port>', 'the port to listen on (else MINTDESK_PORT, else 3000 or the next free one)', readPort)
    .option('--open', 'open the window in the browser')
    .action((options: { port?: number; open?: boolean }) =>
      run(async (context) => {
        const named = process.env.MINTDESK_PORT
        const port = options.port ?? (named ? namedPort(named) : undefined)
        const { serve } = await import('./commands/serve.ts')
        return serve(context, { ...options, ...(port === undefined ? {} : { port }) })
      }),
    )

  program
    .command('open')
    .description('open the window of the Mintdesk that runs, with a fresh link')
    .option('--print', 'only print the link')
    .action((options: { print?: boolean }) =>
      run(async (context) => (await import('./commands/serve.ts')).openWindow(context, options)),
    )

  program
    .command('sign-out')
    .description('end the sessions of all windows, in every browser and in the desktop app; nothing that runs stops')
    .action(() => run(async (context) => (await import('./commands/serve.ts')).signOut(context)))

  program
    .command('mint')
    .description('check a spreadsheet, say the price, and mint it')
    .argument('<file>', 'the spreadsheet (.csv, .tsv, .txt)')
    .option('--collection <id>', 'the collection to mint into', 'default-polygon')
    .option('--media <path>', 'a folder or a .zip with the images and other files that the spreadsheet names')
    .option('--dry-run', 'check and say the price, mint nothing')
    .option('--yes', 'mint without asking')
    .option('--skip-errors', 'leave rows with errors out and mint the others')
    .option('--again', 'also mint rows that were minted into this collection before')
    .option('--uncompressed', 'on Solana: NFTs that are not compressed, where the spreadsheet does not say it')
    .option(
      '--max-fee <gwei>',
      'pay at most this for a unit of gas: while more is asked, the run waits (not on Solana, which has no gas)',
      readGwei,
    )
    .option('--results <file>', 'write what came of each row to this file (CSV)')
    .option('--findings <file>', 'write everything that was found in the check to this file (CSV)')
    .addHelpText(
      'after',
      '\nExit codes: 0 all minted, 2 the file has errors, 3 some mints failed,\n130 interrupted (see runs resume), 1 anything else.',
    )
    .action((file: string, options: import('./mint-options.ts').MintOptions) =>
      run(async (context) => (await import('./commands/mint.ts')).mint(context, file, options)),
    )

  addRunCommands(program, run)
  addClientCommands(program, run)
  addWalletCommands(program, run)
  addCollectionCommands(program, run)

  const storageCommands = () => import('./commands/storage.ts')
  const storage = program
    .command('storage')
    .description('where live projects keep metadata and media for the world')
    .helpCommand(false)
  storage
    .command('show', { isDefault: true })
    .description('say which storage is set, and what it keeps (default)')
    .action(() => run(async (context) => (await storageCommands()).showStorage(context)))
  storage
    .command('set')
    .description('test an IPFS node and use it')
    .addArgument(new Argument('<kind>', 'kubo: a Kubo node, or any that speaks its RPC').choices(['kubo']))
    .argument('<url>', 'the address of its RPC, such as http://127.0.0.1:5001')
    .option('--auth <auth>', 'bearer:<token>, basic:<user>:<password>, or - to read that from standard input')
    .action((_kind: string, url: string, options: { auth?: string }) =>
      run(async (context) => (await storageCommands()).setStorage(context, url, options)),
    )
  storage
    .command('test')
    .description('store a few bytes in the storage that is set')
    .action(() => run(async (context) => (await storageCommands()).testStorage(context)))
  storage
    .command('off')
    .description('use no storage; what one keeps stays there')
    .action(() => run(async (context) => (await storageCommands()).dropStorage(context)))

  const providerCommands = () => import('./commands/providers.ts')
  const providers = program
    .command('providers')
    .description('who else is asked what wallets hold on live networks')
    .helpCommand(false)
  providers
    .command('list', { isDefault: true })
    .description('say which providers are set, and which networks each knows (default)')
    .action(() => run(async (context) => (await providerCommands()).listProviders(context)))
  const network = ['--network <name>', 'for one network alone, such as base (else for all that it knows)'] as const
  providers
    .command('set')
    .description('test a provider and use it')
    .addArgument(new Argument('<provider>', 'whose index is asked').choices(providerKinds))
    .option(...network)
    .option('--key <key>', 'its API key, or - to read that from standard input (else the one that is there)')
    .action((kind: ProviderKind, options: import('./commands/providers.ts').ProviderOptions) =>
      run(async (context) => (await providerCommands()).setProvider(context, kind, options)),
    )
  providers
    .command('test')
    .description('ask the provider that is set')
    .option(...network)
    .action((options: import('./commands/providers.ts').ProviderOptions) =>
      run(async (context) => (await providerCommands()).testProvider(context, options)),
    )
  providers
    .command('off')
    .description('ask no provider')
    .option(...network)
    .action((options: import('./commands/providers.ts').ProviderOptions) =>
      run(async (context) => (await providerCommands()).dropProvider(context, options)),
    )
  providers
    .command('gateways')
    .description('where IPFS content of other people is asked for, in turn')
    .argument('[url...]', 'gateways such as https://ipfs.io, best first')
    .option('--default', 'go back to the usual ones')
    .action((urls: string[], options: { default?: boolean }) =>
      run(async (context) => (await providerCommands()).setGateways(context, urls, options)),
    )

  const projectCommands = () => import('./commands/projects.ts')
  const projects = program
    .command('projects')
    .description('practice projects and live ones, each with its own keys, collections and wallets')
    .helpCommand(false)
  projects
    .command('list', { isDefault: true })
    .description('list the projects: name, kind, enterprise access, id (default)')
    .action(() => run(async (context) => (await projectCommands()).listProjects(context)))
  projects
    .command('create')
    .description('make a project')
    .argument('<name>', 'what it is called')
    .option('--live', 'for live networks; needs the vault (see vault create)')
    .action((name: string, options: { live?: boolean }) =>
      run(async (context) => (await projectCommands()).createProject(context, name, options)),
    )
  projects
    .command('rename')
    .description('call the project otherwise that is meant (--project, else the first)')
    .argument('<name>', 'what it is called from now on')
    .action((name: string) => run(async (context) => (await projectCommands()).renameProject(context, name)))
  projects
    .command('enterprise')
    .description('let the API’s transfers in, or not')
    .addArgument(new Argument('<state>', 'on or off').choices(['on', 'off']))
    .argument('[project]', 'name or id of the project (else the first)')
    .action((state: string, named: string | undefined) =>
      run(async (context) => (await projectCommands()).setEnterprise(context, state === 'on', named)),
    )

  const vaultCommands = () => import('./commands/vault.ts')
  const vault = program
    .command('vault')
    .description('the seed of the live projects: 24 words, sealed on this computer')
    .helpCommand(false)
  vault
    .command('status', { isDefault: true })
    .description('say whether there is a vault, and whether it is locked (default)')
    .action(() => run(async (context) => (await vaultCommands()).showVault(context)))
  vault
    .command('create')
    .description('make the vault with a new seed, show its 24 words, and ask for three of them')
    .action(() => run(async (context) => (await vaultCommands()).createVault(context)))
  vault
    .command('unlock')
    .description('let the Mintdesk that runs use the seed')
    .action(() => run(async (context) => (await vaultCommands()).unlockVault(context)))
  vault
    .command('lock')
    .description('let the Mintdesk that runs forget the seed until it is unlocked')
    .action(() => run(async (context) => (await vaultCommands()).lockVault(context)))
  vault
    .command('backup')
    .description('show the 24 words again, and ask for three of them')
    .action(() => run(async (context) => (await vaultCommands()).backUpVault(context)))
  vault
    .command('restore')
    .description('make the vault from its 24 words, which are read from the terminal or standard input')
    .action(() => run(async (context) => (await vaultCommands()).restoreVault(context)))
  vault
    .command('passphrase')
    .description('change the passphrase')
    .option('--new-passphrase-file <file>', 'a file whose first line is the new one (else it is asked for)')
    .action((options: { newPassphraseFile?: string }) =>
      run(async (context) => (await vaultCommands()).changePassphrase(context, options)),
    )

  const networkCommands = () => import('./commands/networks.ts')
  const networks = program
    .command('networks')
    .description('the networks, and the RPCs of the live ones')
    .helpCommand(false)
  networks
    .command('list', { isDefault: true })
    .description('list the networks of the project: name, chain id, RPC, state (default)')
    .option('--live', 'the live networks, whatever the project')
    .action((options: { live?: boolean }) =>
      run(async (context) => (await networkCommands()).listNetworks(context, options)),
    )
  const collect = (url: string, before: string[] = []): string[] => [...before, url]
  networks
    .command('set')
    .description('set the RPCs of a live network')
    .argument('<chain>', 'the name of the network, such as base')
    .option('--rpc <url>', 'an RPC address; repeated, best first', collect)
    .option('--default', 'go back to the public ones that Mintdesk knows')
    .action((chain: string, options: { rpc?: string[]; default?: boolean }) =>
      run(async (context) => (await networkCommands()).setNetwork(context, chain, options)),
    )
  networks
    .command('solana')
    .description('the practice network for Solana')
    .helpCommand(false)
    .command('install-programs')
    .description('get the programs of Metaplex that it runs (about 7.5 MB), and check them')
    .option('--from <folder>', 'from a folder that holds them as <name>.so')
    .option('--rpc <url>', 'from this RPC of mainnet, in place of the public one')
    .option('--accept-new', 'also take programs that were upgraded since this version of Mintdesk')
    .action((options: { from?: string; rpc?: string; acceptNew?: boolean }) =>
      run(async (context) => (await import('./commands/solana-programs.ts')).installSolanaPrograms(context, options)),
    )
  networks
    .command('free')
    .description(
      'put empty transactions in the places of those that wait on a network, hold the project’s treasury up, and are not Mintdesk’s',
    )
    .argument('<chain>', 'the name of the network, such as base')
    .action((chain: string) => run(async (context) => (await networkCommands()).freeNetwork(context, chain)))
  networks
    .command('reset')
    .description('begin a practice network afresh: its collections, NFTs and runs go, in all practice projects')
    .argument('<chain>', 'the name of the network, such as polygon')
    .option('--yes', 'ask nothing')
    .action((chain: string, options: { yes?: boolean }) =>
      run(async (context) => (await networkCommands()).resetNetwork(context, chain, options)),
    )
  networks
    .command('fund')
    .description('give an account of a practice network coin, for a wallet or an SDK of your own')
    .argument('<chain>', 'the name of the network, such as base')
    .argument('<address>', 'who gets it')
    .argument('[amount]', 'in coins, such as 0.5; 100 if absent, 1000 at most')
    .action((chain: string, address: string, amount: string | undefined) =>
      run(async (context) => (await networkCommands()).fundOnNetwork(context, chain, address, amount)),
    )
  networks
    .command('test')
    .description('see whether the RPCs of a live network work')
    .argument('<chain>', 'the name of the network, such as base')
    .option('--rpc <url>', 'test this address instead of the list; repeatable', collect)
    .action((chain: string, options: { rpc?: string[] }) =>
      run(async (context) => (await networkCommands()).testNetwork(context, chain, options)),
    )

  program
    .command('recover')
    .description('rebuild collections and NFTs from the seed and the chains, when the database is lost')
    .option('--dry-run', 'only look')
    .option(
      '--collection <id...>',
      'ids of collections whose contracts do not keep them: where recover says that an id is not known',
    )
    .action((options: import('./commands/recover.ts').RecoverOptions) =>
      run(async (context) => (await import('./commands/recover.ts')).recover(context, options)),
    )

  nameOwnHelp(program)
  return program
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
