import { type Command, Option } from 'commander'
import { type Run, readGasPrice } from './arguments.ts'

export function addMintCommand(program: Command, run: Run): void {
  program
    .command('mint')
    .description('check a spreadsheet, say the price, and mint it')
    .argument('<file>', 'the spreadsheet (.csv, .tsv, .txt, .xlsx, .xlsm, .ods)')
    .option('--collection <id>', 'the collection to mint into', 'default-polygon')
    .option('--media <path>', 'a folder or a .zip with the images and other files that the spreadsheet names')
    .option('--sheet <name>', 'the sheet of a workbook; without it the one in view when the workbook was saved')
    .addOption(
      new Option('--hidden <choice>', 'what becomes of hidden rows and columns of a workbook').choices([
        'mint',
        'skip',
      ]),
    )
    .option('--dry-run', 'check and say the price, mint nothing')
    .option('--yes', 'mint without asking')
    .option('--skip-errors', 'leave rows with errors out and mint the others')
    .option('--again', 'also mint rows that were minted into this collection before')
    .option(
      '--traits <columns>',
      'columns of other names that become traits: all (not those that look personal), none, or names with commas between them (default: as chosen in the window for such a header line, else none)',
    )
    .option('--uncompressed', 'on Solana: NFTs that are not compressed, where the spreadsheet does not say it')
    .option(
      '--max-fee <price>',
      'pay at most this for a unit of gas, in gwei (on Aptos in octas): while more is asked, the run waits (not on Solana, which has no gas)',
      readGasPrice,
    )
    .option('--results <file>', 'write what came of each row to this file (CSV, or a workbook where it ends in .xlsx)')
    .option('--findings <file>', 'write everything that was found in the check to this file (CSV, or .xlsx)')
    .addHelpText(
      'after',
      '\nExit codes: 0 all minted, 2 the file has errors, 3 some mints failed,\n130 interrupted (see runs resume), 1 anything else.',
    )
    .action((file: string, options: import('../mint-options.ts').MintOptions) =>
      run(async (context) => (await import('../commands/mint.ts')).mint(context, file, options)),
    )
}
