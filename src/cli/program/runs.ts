import type { Command } from 'commander'
import type { CorrectOptions } from '../commands/correct.ts'
import { type Run, readGasPriceOrNone } from './arguments.ts'

export function addRunCommands(program: Command, run: Run): void {
  const commands = () => import('../commands/runs.ts')
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
    .command('correct')
    .description('give a failed NFT of a run another recipient, name or picture, and try it again')
    .argument(...runId)
    .argument(
      '<row>',
      'the row of the file, as a spreadsheet program shows it, or the id of the NFT: id:7 where the id is a number',
    )
    .option('--recipient <recipient>', 'who gets it: an address, an e-mail address, or a locator')
    .option('--name <name>', 'its name')
    .option('--image <image>', 'its picture: an address, or a file that was given along')
    .option('--yes', 'mint it for its price without being asked')
    .action((id: string, row: string, options: CorrectOptions) =>
      run(async (context) => (await import('../commands/correct.ts')).correctRow(context, id, row, options)),
    )
  runs
    .command('set')
    .description('change what a run may pay')
    .argument(...runId)
    .requiredOption(
      '--max-fee <price>',
      'pay at most this for a unit of gas, in gwei, on Aptos in octas (not on Solana, which has no gas); none: whatever is asked',
      readGasPriceOrNone,
    )
    .action((id: string, options: { maxFee: string }) =>
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
    .description('write what came of each row of a run (CSV, or a workbook where the file ends in .xlsx)')
    .argument(...runId)
    .argument('<file>', 'the file to write')
    .action((id: string, file: string) => run(async (context) => (await commands()).saveResults(context, id, file)))
}
