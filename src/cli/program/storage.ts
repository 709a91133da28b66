import { Argument, type Command } from 'commander'
import type { Run } from './arguments.ts'

/** The storage of live projects’ metadata. */
export function addStorageCommands(program: Command, run: Run): void {
  const storageCommands = () => import('../commands/storage.ts')
  const storage = program
    .command('storage')
    .description('where live projects keep metadata and media for the world')
    .helpCommand(false)
  storage
    .command('show', { isDefault: true })
    .description('say which storage is set, and what it keeps (default)')
    .action(() => run(async (context) => (await storageCommands()).showStorage(context)))
  storage
    .command('set')
    .description('test an IPFS node and use it')
    .addArgument(new Argument('<kind>', 'kubo: a Kubo node, or any that speaks its RPC').choices(['kubo']))
    .argument('<url>', 'the address of its RPC, such as http://127.0.0.1:5001')
    .option('--auth <auth>', 'bearer:<token>, basic:<user>:<password>, or - to read that from standard input')
    .action((_kind: string, url: string, options: { auth?: string }) =>
      run(async (context) => (await storageCommands()).setStorage(context, url, options)),
    )
  storage
    .command('test')
    .description('store a few bytes in the storage that is set')
    .action(() => run(async (context) => (await storageCommands()).testStorage(context)))
  storage
    .command('off')
    .description('use no storage; what one keeps stays there')
    .action(() => run(async (context) => (await storageCommands()).dropStorage(context)))
}
