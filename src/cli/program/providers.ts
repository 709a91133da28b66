import { Argument, type Command } from 'commander'
import { type ProviderKind, providerKinds } from '../../shared/provider-kinds.ts'
import type { Run } from './arguments.ts'

export function addProviderCommands(program: Command, run: Run): void {
  const providerCommands = () => import('../commands/providers.ts')
  const providers = program
    .command('providers')
    .description('who else is asked what wallets hold on live networks, and on Cardano')
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
    .option('--url <url>', 'a server of your own for Aptos or Cardano ("" goes back to the public one)')
    .action((kind: ProviderKind, options: import('../commands/providers.ts').ProviderOptions) =>
      run(async (context) => (await providerCommands()).setProvider(context, kind, options)),
    )
  providers
    .command('test')
    .description('ask the provider that is set')
    .option(...network)
    .action((options: import('../commands/providers.ts').ProviderOptions) =>
      run(async (context) => (await providerCommands()).testProvider(context, options)),
    )
  providers
    .command('off')
    .description('ask no provider')
    .option(...network)
    .action((options: import('../commands/providers.ts').ProviderOptions) =>
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
}
