import type { Command } from 'commander'
import type { Run } from './arguments.ts'

/** The contracts that all collections of a network share, and their source on explorers. */
export function addContractCommands(program: Command, run: Run): void {
  const contractCommands = () => import('../commands/contracts.ts')
  const contracts = program
    .command('contracts')
    .description('the contracts that all collections of a network share, and whether explorers know their source')
    .helpCommand(false)
  contracts
    .command('list', { isDefault: true })
    .description('list them for the networks of a live project (default)')
    .action(() => run(async (context) => (await contractCommands()).listContracts(context)))
  contracts
    .command('verify')
    .description('have their source verified by Sourcify, which hands it on to Etherscan, Blockscout and Routescan')
    .option('--chain <chain>', 'on one network alone, such as base (else on all of the project)')
    .option('--yes', 'without being asked')
    .action((options: { chain?: string; yes?: boolean }) =>
      run(async (context) => (await contractCommands()).verifyContracts(context, options)),
    )
  contracts
    .command('etherscan-key')
    .description('keep a key of Etherscan, for where Sourcify cannot hand the source on')
    .argument('[key]', 'the key, or - to read it from standard input')
    .option('--forget', 'forget it')
    .action((key: string | undefined, options: { forget?: boolean }) =>
      run(async (context) => (await contractCommands()).setEtherscanKey(context, key, options)),
    )
}
