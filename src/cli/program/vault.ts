import type { Command } from 'commander'
import type { Run } from './arguments.ts'

export function addVaultCommands(program: Command, run: Run): void {
  const vaultCommands = () => import('../commands/vault.ts')
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
}
