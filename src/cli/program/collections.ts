import { type Command, Option } from 'commander'
import { type Run, readCount, readCountOrNone } from './arguments.ts'

export function addCollectionCommands(program: Command, run: Run): void {
  const collectionCommands = () => import('../commands/collections.ts')
  const collections = program
    .command('collections')
    .description('the collections, and what can be changed of them on chain')
    .helpCommand(false)
  collections
    .command('list', { isDefault: true })
    .description('list the collections: id, chain, minted, limit (default)')
    .action(() => run(async (context) => (await collectionCommands()).listCollections(context)))
  collections
    .command('show')
    .description('say what a collection is, and what its contract says')
    .argument('<id>', 'the id of the collection')
    .action((id: string) => run(async (context) => (await collectionCommands()).showCollection(context, id)))
  collections
    .command('visible')
    .description('say what others see of a live collection: contract, metadata, picture, source')
    .argument('<id>', 'the id of the collection')
    .action((id: string) =>
      run(async (context) => (await import('../commands/visible.ts')).visibleCollection(context, id)),
    )
  collections
    .command('resume')
    .description(
      'go on with a collection that was stopped, because its chain holds batches whose lists cannot be read, or lost what was minted: its reason is in collections show',
    )
    .argument('<id>', 'the id of the collection')
    .action((id: string) => run(async (context) => (await collectionCommands()).resumeCollection(context, id)))
  collections
    .command('take-over')
    .description(
      'go on with a collection into which another copy of Mintdesk mints with the same keys; close that one first',
    )
    .argument('<id>', 'the id of the collection')
    .action((id: string) => run(async (context) => (await collectionCommands()).takeOver(context, id)))
  const ownershipCommands = () => import('../commands/money/ownership.ts')
  collections
    .command('owner')
    .description('say who owns a collection, and how far giving it away is')
    .argument('<id>', 'the id of the collection')
    .action((id: string) => run(async (context) => (await ownershipCommands()).showOwner(context, id)))
  collections
    .command('offer')
    .description('offer a collection to a wallet or a multisig, which then asks for it on chain; nothing is sent')
    .argument('<id>', 'the id of the collection')
    .option('--to <address>', 'who is to own it')
    .option('--again <address>', 'the same address, typed a second time (else it is asked for)')
    .option('--back', 'take the offer back')
    .action((id: string, options: import('../commands/money/ownership.ts').OfferOptions) =>
      run(async (context) => (await ownershipCommands()).offer(context, id, options)),
    )
  collections
    .command('give')
    .description('give a collection to whom it is offered to, who asked for it on chain; Mintdesk goes on minting')
    .argument('<id>', 'the id of the collection')
    .option('--yes', 'give it without asking')
    .action((id: string, options: { yes?: boolean }) =>
      run(async (context) => (await ownershipCommands()).give(context, id, options)),
    )
  collections
    .command('create')
    .description('make a collection, and wait until its contract is on chain')
    .argument('<name>', 'what it is called')
    .option('--chain <chain>', 'the chain, such as base', 'polygon')
    .option('--id <id>', 'an id of your own: made once, whatever happens (else a new one)')
    .option('--symbol <symbol>', 'a few letters, as explorers show it')
    .option('--description <text>', 'what it is about')
    .option('--image <url>', 'the address of its picture')
    .option(
      '--kind <kind>',
      'economy (least to mint) or standard (least to transfer); on Solana certified (least to mint) or core',
    )
    .option(
      '--semi-fungible',
      'mint copies of templates (ERC-1155): rows with the same metadata are one token; EVM chains',
    )
    .option('--supply-limit <n>', 'the most NFTs there can ever be', readCount)
    .option('--price <amount>', "sell NFTs to anybody for so much of the chain's own coin")
    .option('--payee <address>', 'who is paid for what is sold')
    .option('--sale-supply <n>', 'how many are set aside for sale', readCount)
    .action((name: string, options: import('../commands/collections.ts').CreateOptions) =>
      run(async (context) => (await collectionCommands()).createCollection(context, name, options)),
    )
  collections
    .command('set')
    .description('change a collection on chain, and wait until that is done')
    .argument('<id>', 'the id of the collection')
    .option('--supply-limit <n>', 'the most NFTs there can ever be; none: no limit', readCountOrNone)
    .option('--price <amount>', "sell NFTs to anybody for so much of the chain's own coin; none: end the sale")
    .option('--payee <address>', 'who is paid for what is sold')
    .option('--sale-supply <n>', 'how many are set aside for sale from now on', readCount)
    .option('--royalty <percent>', 'what marketplaces are asked to pay on a sale, such as 5 or 2.5; none: nothing')
    .option('--royalty-to <address>', 'who royalties go to (else as before)')
    .option('--base-uri <url>', 'where the metadata of NFTs without their own is: <url>/<token id>')
    .addOption(new Option('--transferable <state>', 'whether holders can transfer their NFTs').choices(['on', 'off']))
    .option('--description <text>', 'what it is about; none: nothing')
    .option('--image <url>', 'the address of its picture; none: none')
    .option('--banner <url>', 'the address of the wide picture that marketplaces show above it; none: none')
    .option('--link <url>', 'a page about it; none: none')
    .action((id: string, options: import('../commands/collections/set.ts').SetOptions) =>
      run(async (context) => (await import('../commands/collections/set.ts')).setCollection(context, id, options)),
    )
}
