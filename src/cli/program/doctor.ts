import type { Command } from 'commander'
import type { Run } from './arguments.ts'

/** What is missing before something works. */
export function addDoctorCommand(program: Command, run: Run): void {
  program
    .command('doctor')
    .description('say what is missing, and what to do about it')
    .requiredOption('--live', 'before a live project mints for others: the steps of the window’s checklist')
    .option('--chain <chain>', 'the network that the project begins with, such as base')
    .option('--hosted-metadata', 'every spreadsheet names metadata that you host: no storage is needed')
    .action((options: { chain?: string; hostedMetadata?: boolean }) =>
      run(async (context) => (await import('../commands/doctor.ts')).checkLive(context, options)),
    )
}
