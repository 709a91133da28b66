/** The commands with their arguments and flags. Their code is imported only when a command runs, so that `--help` is instant. */
import { Command } from 'commander'
import type { Context } from './context.ts'
import type { ExitCode } from './failure.ts'
import type { Run } from './program/arguments.ts'
import { addBackupCommands } from './program/backups.ts'
import { addCapsCommands } from './program/caps.ts'
import { addClientCommands } from './program/clients.ts'
import { addCollectionCommands } from './program/collections.ts'
import { addContractCommands } from './program/contracts.ts'
import { addDoctorCommand } from './program/doctor.ts'
import { addHandOverCommands } from './program/hand-over.ts'
import { addMcpCommand } from './program/mcp.ts'
import { addMintCommand } from './program/mint.ts'
import { addNetworkCommands } from './program/networks.ts'
import { addProjectCommands } from './program/projects.ts'
import { addProviderCommands } from './program/providers.ts'
import { addRecoverCommand } from './program/recover.ts'
import { nameOwnHelp } from './program/refusals.ts'
import { addRunCommands } from './program/runs.ts'
import { addServeCommands } from './program/serve.ts'
import { addStorageCommands } from './program/storage.ts'
import { addUserCommands } from './program/users.ts'
import { addVaultCommands } from './program/vault.ts'
import { addWalletCommands } from './program/wallets.ts'

export interface GlobalOptions {
  data?: string
  project?: string
  json?: boolean
  passphraseFile?: string
}

export interface ProgramOptions {
  version: string
  /** Makes a command's context from the global flags. */
  open(options: GlobalOptions): Context
  /** Called with the exit code of the command. */
  ended(code: ExitCode): void
}

/** The commander program. Its parsing throws `CommanderError` for refused arguments, and for `--help` and `--version`. */
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

  addServeCommands(program, run)
  addMintCommand(program, run)
  addRunCommands(program, run)
  addClientCommands(program, run)
  addWalletCommands(program, run)
  addCapsCommands(program, run)
  addHandOverCommands(program, run)
  addCollectionCommands(program, run)
  addStorageCommands(program, run)
  addContractCommands(program, run)
  addProviderCommands(program, run)
  addProjectCommands(program, run)
  addVaultCommands(program, run)
  addBackupCommands(program, run)
  addUserCommands(program, run)
  addNetworkCommands(program, run)
  addRecoverCommand(program, run)
  addDoctorCommand(program, run)
  addMcpCommand(program, run)
  nameOwnHelp(program)
  return program
}
