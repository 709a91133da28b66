/** The commands with their arguments and flags. What they do is imported when it is asked for, so that `--help` is instant. */
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { parseGwei } from '../shared/gas-price.ts'
import { type ProviderKind, providerKinds } from '../shared/provider-kinds.ts'
import type { Context } from './context.ts'
import { CommandError, type ExitCode } from './failure.ts'

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
    .showHelpAfterError('See mintdesk --help.')

  /** Runs a command with its context; `work` imports what it needs. */
  const run = async (work: (context: Context) => Promise<ExitCode>): Promise<void> => {
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
    .command('mint')
    .description('check a spreadsheet, say the price, and mint it')
    .argument('<file>', 'the spreadsheet (.csv, .tsv, .txt)')
    .option('--collection <id>', 'the collection to mint into', 'default-polygon')
    .option('--media <dir>', 'a folder with the images and other files that the spreadsheet names')
    .option('--dry-run', 'check and say the price, mint nothing')
    .option('--yes', 'mint without asking')
    .option('--skip-errors', 'leave rows with errors out and mint the others')
    .option('--again', 'also mint rows that were minted into this collection before')
    .option('--max-fee <gwei>', 'pay at most this for a unit of gas: while more is asked, the run waits', readGwei)
    .option('--results <file>', 'write what came of each row to this file (CSV)')
    .option('--findings <file>', 'write everything that was found in the check to this file (CSV)')
    .addHelpText(
      'after',
      '\nExit codes: 0 all minted, 2 the file has errors, 3 some mints failed,\n130 interrupted (see runs resume), 1 anything else.',
    )
    .action((file: string, options: import('./commands/mint.ts').MintOptions) =>
      run(async (context) => (await import('./commands/mint.ts')).mint(context, file, options)),
    )

  const commands = () => import('./commands/runs.ts')
  const runs = program.command('runs').description('see and steer what was minted').helpCommand(false)
  runs
    .command('list', { isDefault: true })
    .description('list the runs, newest first (default)')
    .action(() => run(async (context) => (await commands()).listRuns(context)))
  const runId = ['<id>', 'the id of a run, or its beginning'] as const
  runs
    .command('show')
    .description('say how far a run is, and what failed')
    .argument(...runId)
    .action((id: string) => run(async (context) => (await commands()).showRun(context, id)))
  runs
    .command('resume')
    .description('let a run go on, and follow it to its end')
    .argument(...runId)
    .action((id: string) => run(async (context) => (await commands()).resumeRun(context, id)))
  runs
    .command('retry')
    .description('try again what failed of a run, and follow it to its end')
    .argument(...runId)
    .action((id: string) => run(async (context) => (await commands()).retryRun(context, id)))
  runs
    .command('set')
    .description('change what a run may pay')
    .argument(...runId)
    .requiredOption('--max-fee <gwei>', 'pay at most this for a unit of gas; none: whatever is asked', readGweiOrNone)
    .action((id: string, options: { maxFee: bigint | 'none' }) =>
      run(async (context) => (await commands()).setRun(context, id, options)),
    )
  runs
    .command('pause')
    .description('send nothing more of a run for now')
    .argument(...runId)
    .action((id: string) => run(async (context) => (await commands()).orderRun(context, 'pause', id)))
  runs
    .command('cancel')
    .description('give up what of a run is not sent yet')
    .argument(...runId)
    .action((id: string) => run(async (context) => (await commands()).orderRun(context, 'cancel', id)))
  runs
    .command('results')
    .description('write what came of each row of a run (CSV)')
    .argument(...runId)
    .argument('<file>', 'the file to write')
    .action((id: string, file: string) => run(async (context) => (await commands()).saveResults(context, id, file)))

  const keyCommands = () => import('./commands/keys.ts')
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
    .action((options: { scopes?: string; name?: string } & import('./commands/keys.ts').LimitOptions) =>
      run(async (context) => (await keyCommands()).createKey(context, options)),
    )
  keys
    .command('limit')
    .description('bound what a key may do, or lift that')
    .argument('<id>', 'the id of the key')
    .option('--requests-per-minute <n>', 'the most requests it may send in a minute; none: no limit', readCountOrNone)
    .option('--mints-per-day <n>', 'the most NFTs it may mint in a day (UTC); none: no limit', readCountOrNone)
    .action((id: string, options: import('./commands/keys.ts').LimitOptions) =>
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

  const webhookCommands = () => import('./commands/webhooks.ts')
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
    .action((url: string, options: import('./commands/webhooks.ts').CreateWebhookOptions) =>
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
      run(async (context) => (await import('./commands/audit.ts')).listAudit(context, options)),
    )

  const originCommands = () => import('./commands/origins.ts')
  const origins = program
    .command('origins')
    .description('web pages of elsewhere that may call the API')
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

  program
    .command('wallet')
    .description('list the NFTs that a wallet holds')
    .argument('<locator>', 'polygon:0x…, email:<e-mail>:polygon, userId:<id>:polygon, or the address or e-mail alone')
    .option('--scan', 'look through the whole live network first: everything that ever came to the wallet')
    .option('--stop', 'stop such a scan where it is')
    .option('--forget', 'stop such a scan and forget how far it was')
    .action((locator: string, options: import('./commands/wallet.ts').WalletOptions) =>
      run(async (context) => (await import('./commands/wallet.ts')).showWallet(context, locator, options)),
    )

  const collectionCommands = () => import('./commands/collections.ts')
  const collections = program
    .command('collections')
    .description('the collections, and what can be changed of them on chain')
    .helpCommand(false)
  collections
    .command('list', { isDefault: true })
    .description('list the collections: id, chain, minted, limit (default)')
    .action(() => run(async (context) => (await collectionCommands()).listCollections(context)))
  collections
    .command('show')
    .description('say what a collection is, and what its contract says')
    .argument('<id>', 'the id of the collection')
    .action((id: string) => run(async (context) => (await collectionCommands()).showCollection(context, id)))
  collections
    .command('resume')
    .description('go on with a collection that was stopped, because the chain holds batches whose lists cannot be read')
    .argument('<id>', 'the id of the collection')
    .action((id: string) => run(async (context) => (await collectionCommands()).resumeCollection(context, id)))
  collections
    .command('create')
    .description('make a collection, and wait until its contract is on chain')
    .argument('<name>', 'what it is called')
    .option('--chain <chain>', 'the chain, such as base', 'polygon')
    .option('--id <id>', 'an id of your own: made once, whatever happens (else a new one)')
    .option('--symbol <symbol>', 'a few letters, as explorers show it')
    .option('--description <text>', 'what it is about')
    .option('--image <url>', 'the address of its picture')
    .option(
      '--kind <kind>',
      'economy (least to mint) or standard (least to transfer); on Solana certified (least to mint) or core',
    )
    .option('--supply-limit <n>', 'the most NFTs there can ever be', readCount)
    .option('--price <amount>', "sell NFTs to anybody for so much of the chain's own coin")
    .option('--payee <address>', 'who is paid for what is sold')
    .option('--sale-supply <n>', 'how many are set aside for sale', readCount)
    .action((name: string, options: import('./commands/collections.ts').CreateOptions) =>
      run(async (context) => (await collectionCommands()).createCollection(context, name, options)),
    )
  collections
    .command('set')
    .description('change a collection on chain, and wait until that is done')
    .argument('<id>', 'the id of the collection')
    .option('--supply-limit <n>', 'the most NFTs there can ever be; none: no limit', readCountOrNone)
    .option('--price <amount>', "sell NFTs to anybody for so much of the chain's own coin; none: end the sale")
    .option('--payee <address>', 'who is paid for what is sold')
    .option('--sale-supply <n>', 'how many are set aside for sale from now on', readCount)
    .option('--royalty <percent>', 'what marketplaces are asked to pay on a sale, such as 5 or 2.5; none: nothing')
    .option('--royalty-to <address>', 'who royalties go to (else as before)')
    .option('--base-uri <url>', 'where the metadata of NFTs without their own is: <url>/<token id>')
    .addOption(new Option('--transferable <state>', 'whether holders can transfer their NFTs').choices(['on', 'off']))
    .action((id: string, options: import('./commands/collections.ts').SetOptions) =>
      run(async (context) => (await collectionCommands()).setCollection(context, id, options)),
    )

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

  return program
}

function readGwei(text: string): bigint {
  const price = parseGwei(text)
  if (price === undefined) throw new InvalidArgumentError('A fee is a number of gwei above 0, such as 50 or 0.5.')
  return price
}

function readGweiOrNone(text: string): bigint | 'none' {
  return text === 'none' ? text : readGwei(text)
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a whole number from 1.')
}

function readCountOrNone(text: string): number | 'none' {
  return text === 'none' ? text : readCount(text)
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
