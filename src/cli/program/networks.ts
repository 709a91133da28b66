import type { Command } from 'commander'
import type { Run } from './arguments.ts'

export function addNetworkCommands(program: Command, run: Run): void {
  const networkCommands = () => import('../commands/networks.ts')
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
    .command('add')
    .description(
      'add an EVM network that Mintdesk does not know: it is asked what it is, and is there as custom-<name>',
    )
    .argument('<name>', 'what you call it, such as my-net')
    .option('--rpc <url>', 'the address of an RPC; repeatable, best first', collect)
    .option('--symbol <symbol>', 'of its currency; ETH if absent')
    .option('--explorer <url>', 'its explorer, where it has one')
    .option('--confirmations <number>', 'blocks after which a transaction counts as settled')
    .option('--gas-cap <gas>', 'the most gas that one transaction may take')
    .action(
      (
        name: string,
        options: { rpc?: string[]; symbol?: string; explorer?: string; confirmations?: string; gasCap?: string },
      ) => run(async (context) => (await networkCommands()).addNetwork(context, name, options)),
    )
  networks
    .command('remove')
    .description('remove a network that you added; refused while a project has something on it')
    .argument('<chain>', 'the name of the network, such as custom-my-net')
    .action((chain: string) => run(async (context) => (await networkCommands()).removeNetwork(context, chain)))
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
      run(async (context) => (await import('../commands/solana-programs.ts')).installSolanaPrograms(context, options)),
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
}
