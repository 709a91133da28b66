import { Argument, type Command, Option } from 'commander'
import { type StorageKind, storageKinds, uriForms } from '../../shared/api-schemas/storage.ts'
import type { StorageOptions } from '../commands/storage-request.ts'
import type { Run } from './arguments.ts'

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
    .description('test a storage and use it')
    .addArgument(
      new Argument(
        '<kind>',
        'kubo (an IPFS node, or what speaks its RPC), filebase, pinata, s3 (a bucket with a public address), folder (files that you upload), arweave (through Turbo, for Solana)',
      ).choices(storageKinds),
    )
    .argument(
      '[place]',
      'the address of the node or service, or the folder; filebase, pinata and arweave have their own',
    )
    .option(
      '--auth <auth>',
      'token or secret key (kubo: bearer:<token>, basic:<user>:<password>); - reads it from standard input',
    )
    .option('--bucket <name>', 's3: the bucket')
    .option('--region <region>', 's3: its region; auto when absent')
    .option('--key-id <id>', 's3: the id of the access key, of which --auth is the secret')
    .option('--public-url <url>', 's3, folder: where everybody reads the files')
    .addOption(
      new Option(
        '--uris <form>',
        's3, folder: what NFTs name: https, that public address; ipfs, where it is a gateway of IPFS',
      ).choices(uriForms),
    )
    .action((kind: StorageKind, place: string | undefined, options: StorageOptions) =>
      run(async (context) => (await storageCommands()).setStorage(context, kind, place, options)),
    )
  storage
    .command('test')
    .description('store a few bytes in the storage that is set')
    .action(() => run(async (context) => (await storageCommands()).testStorage(context)))
  storage
    .command('seen')
    .description('ask for a small file of the storage as the world does, through public gateways')
    .action(() => run(async (context) => (await storageCommands()).storageSeen(context)))
  storage
    .command('off')
    .description('use no storage; what one keeps stays there')
    .action(() => run(async (context) => (await storageCommands()).dropStorage(context)))
}
