import type { Command } from 'commander'
import { type Run, readCeilings } from './arguments.ts'

export function addHandOverCommands(program: Command, run: Run): void {
  program
    .command('hand-over')
    .description("move what the project's wallets hold for people to the people's own wallets")
    .argument('<file>', 'a spreadsheet with the columns email or userId, and address (.csv, .tsv, .txt)')
    .option('--collection <id...>', 'only NFTs of these collections (else all that a person holds)')
    .option('--dry-run', 'check and say the price, move nothing')
    .option('--yes', 'move without asking')
    .option('--skip-errors', 'leave rows with errors out and move the others')
    .option(
      '--max-fee <price>',
      'pay at most this for a unit of gas, in gwei (on Aptos in octas): while more is asked, it waits (not on Solana, which has no gas); where several chains are meant, once for each: --max-fee polygon=40 --max-fee aptos=150',
      readCeilings,
    )
    .option('--results <file>', 'write what came of each NFT to this file (CSV)')
    .addHelpText(
      'after',
      "\nThe project must allow moving people's NFTs: mintdesk projects enterprise on.\nExit codes: 0 all moved, 2 the file has errors, 3 some NFTs stayed,\n130 interrupted (see hand-overs resume), 1 anything else.",
    )
    .action((file: string, options: import('../commands/hand-over.ts').HandOverOptions) =>
      run(async (context) => (await import('../commands/hand-over.ts')).handOver(context, file, options)),
    )

  const handOvers = program.command('hand-overs').description('what was handed over, and what is under way')
  handOvers
    .command('list')
    .description('list the hand-overs, newest first')
    .action(() => run(async (context) => (await import('../commands/hand-overs.ts')).listHandOvers(context)))
  for (const [order, description] of [
    ['resume', 'go on with a hand-over that was paused or left, and watch it'],
    ['retry', 'try what failed again, and watch it'],
  ] as const)
    handOvers
      .command(order)
      .description(description)
      .argument('<id>', 'its id, or the beginning of it')
      .action((id: string) =>
        run(async (context) => (await import('../commands/hand-overs.ts')).followHandOver(context, order, id)),
      )
  for (const [order, description] of [
    ['pause', 'send nothing more of a hand-over'],
    ['cancel', 'give up what is not sent yet'],
  ] as const)
    handOvers
      .command(order)
      .description(description)
      .argument('<id>', 'its id, or the beginning of it')
      .action((id: string) =>
        run(async (context) => (await import('../commands/hand-overs.ts')).orderHandOver(context, order, id)),
      )
  handOvers
    .command('results')
    .description('write what came of each NFT to a file (CSV)')
    .argument('<id>', 'its id, or the beginning of it')
    .argument('<file>', 'where to')
    .action((id: string, file: string) =>
      run(async (context) => (await import('../commands/hand-overs.ts')).saveHandOverResults(context, id, file)),
    )
}
