import type { Command } from 'commander'
import type { Run } from './arguments.ts'

export function addDoctorCommand(program: Command, run: Run): void {
  program
    .command('doctor')
    .description('say what is missing, broken or slow, and what to do about it')
    .option('--live', 'before a live project mints for others: the steps of the window’s checklist')
    .option('--chain <chain>', 'with --live: the network that the project begins with, such as base')
    .option('--hosted-metadata', 'with --live: every spreadsheet names metadata that you host: no storage is needed')
    .action(({ live = false, ...options }: { live?: boolean; chain?: string; hostedMetadata?: boolean }) =>
      run(async (context) =>
        live
          ? (await import('../commands/doctor.ts')).checkLive(context, options)
          : (await import('../doctor/check-all.ts')).checkAll(context, process.env),
      ),
    )
}
