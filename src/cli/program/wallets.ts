import type { Command } from 'commander'
import { type Run, readUnits } from './arguments.ts'

export function addWalletCommands(program: Command, run: Run): void {
  const wallet = program
    .command('wallet')
    .description('what wallets hold, and coin of the fee balance')
    .helpCommand(false)
  wallet
    .command('show', { isDefault: true })
    .description('list the NFTs that a wallet holds (default)')
    .argument('<locator>', 'polygon:0x…, email:<e-mail>:polygon, userId:<id>:polygon, or the address or e-mail alone')
    .option('--scan', 'look through the whole live network first: everything that ever came to the wallet')
    .option('--stop', 'stop such a scan where it is')
    .option('--forget', 'stop such a scan and forget how far it was')
    .action((locator: string, options: import('../commands/wallet.ts').WalletOptions) =>
      run(async (context) => (await import('../commands/wallet.ts')).showWallet(context, locator, options)),
    )

  const withdrawals = () => import('../commands/money/withdraw.ts')
  wallet
    .command('withdraw')
    .description('send coin of the fee balance to a wallet of your own')
    .argument('<chain>', 'polygon, solana …')
    .argument('<amount>', "in the network's coin, such as 0.5; all: everything, less the fee")
    .requiredOption('--to <address>', 'where it goes')
    .option('--again <address>', 'the same address, typed a second time (else it is asked for)')
    .option('--to-contract', 'the address is a contract wallet or a multisig of yours, which takes coin')
    .option('--anyway', 'also where what is under way then waits for coin')
    .option('--yes', 'send without asking')
    .action((chain: string, amount: string, options: import('../commands/money/withdraw.ts').WithdrawOptions) =>
      run(async (context) => (await withdrawals()).withdraw(context, chain, amount, options)),
    )
  wallet
    .command('sign')
    .description('sign a text with the key of the fee balance, where a market asks who owns a collection')
    .argument('<chain>', 'polygon, solana …')
    .argument('<message>', 'the text, exactly as the market shows it')
    .action((chain: string, message: string) =>
      run(async (context) => (await import('../commands/money/sign.ts')).signMessage(context, chain, message)),
    )
  wallet
    .command('withdrawals')
    .description('list what was withdrawn, newest first')
    .option('--cancel <id>', 'give up one that is not signed yet')
    .action((options: { cancel?: string }) =>
      run(async (context) => (await withdrawals()).listWithdrawals(context, options)),
    )

  program
    .command('transfer')
    .description('move an NFT out of a wallet of the project')
    .argument(
      '<nft>',
      'polygon:<contract>:<token id>, solana:<mint hash> or aptos:<token address>; the chain of --from where it names none',
    )
    .requiredOption('--from <wallet>', 'who holds it: email:<e-mail>, userId:<id>, or the address of such a wallet')
    .requiredOption('--to <recipient>', 'who gets it: an address, email:<e-mail> or userId:<id>')
    .option('--quantity <n>', 'how many units, of an ERC-1155 token (else 1)', readUnits)
    .addHelpText('after', '\nThe project needs enterprise access: mintdesk projects enterprise on.')
    .action((nft: string, options: import('../commands/transfer.ts').TransferOptions) =>
      run(async (context) => (await import('../commands/transfer.ts')).transfer(context, nft, options)),
    )

  program
    .command('burn')
    .description('burn an NFT that a wallet of the project holds, for good')
    .argument(
      '<nft>',
      'polygon:<contract>:<token id>, solana:<mint hash> or aptos:<token address>, of a collection of the project',
    )
    .option('--yes', 'burn without asking')
    .action((nft: string, options: { yes?: boolean }) =>
      run(async (context) => (await import('../commands/burn.ts')).burn(context, nft, options)),
    )
}
