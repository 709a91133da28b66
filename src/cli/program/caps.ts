import type { Command } from 'commander'
import type { Run } from './arguments.ts'

/** Spending caps and rates. */
export function addCapsCommands(program: Command, run: Run): void {
  const capsCommands = () => import('../commands/money/caps.ts')
  const caps = program
    .command('caps')
    .description('spending caps: what the project may spend on each network')
    .helpCommand(false)
  caps
    .command('list', { isDefault: true })
    .description('list the caps of each network in use, and what was spent (default)')
    .action(() => run(async (context) => (await capsCommands()).listCaps(context)))
  caps
    .command('set')
    .description('change the caps of a network, or lift them')
    .argument('<chain>', 'polygon, solana …')
    .option('--per-run <amount>', "the most that each run may spend, in the network's coin; none: no cap")
    .option('--per-day <amount>', 'the most that the project may spend in a day (UTC); none: no cap')
    .option('--in-all <amount>', 'the most that the project may ever spend; none: no cap')
    .action((chain: string, options: import('../commands/money/caps.ts').CapsOptions) =>
      run(async (context) => (await capsCommands()).setCaps(context, chain, options)),
    )

  const rateCommands = () => import('../commands/money/rates.ts')
  const rates = program
    .command('rates')
    .description('what coins cost in money, as you set it: fees are then shown in money too')
    .helpCommand(false)
  rates
    .command('list', { isDefault: true })
    .description('list the rates (default)')
    .action(() => run(async (context) => (await rateCommands()).listRates(context)))
  rates
    .command('set')
    .description('set what a coin costs')
    .argument('<coin>', 'its symbol, such as POL')
    .argument('<rate>', 'such as 0.52; none: not set any more')
    .option('--money <money>', 'EUR, USD …; other money than before takes the other rates away')
    .action((coin: string, rate: string, options: { money?: string }) =>
      run(async (context) => (await rateCommands()).setRate(context, coin, rate, options)),
    )
}
