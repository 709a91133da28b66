import type { CollectionSummary } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import { count } from '../../shared/format.ts'
import { endOfAction } from '../await-action.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { facts, table } from '../table.ts'
import { factsOf } from './collections/facts.ts'

interface SaleOptions {
  price?: string
  payee?: string
  saleSupply?: number
}

export interface CreateOptions extends SaleOptions {
  chain: string
  id?: string
  symbol?: string
  description?: string
  image?: string
  kind?: string
  semiFungible?: boolean
  supplyLimit?: number
}

export interface SetOptions extends SaleOptions {
  supplyLimit?: number | 'none'
  royalty?: string
  royaltyTo?: string
  baseUri?: string
  transferable?: 'on' | 'off'
  description?: string
  image?: string
  banner?: string
  link?: string
}

export async function listCollections(context: Context): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const collections = await api.collections()
    terminal.result({ collections }, collectionTable(collections, terminal.columns))
    return exitCodes.done
  })
}

/** Goes on with a collection that was stopped: what that means was said with the reason. */
export async function resumeCollection(context: Context, id: string): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    await api.resumeCollection(id)
    terminal.result({ collectionId: id, resumed: true }, [
      `${id} goes on. Batches that the chain does not hold have failed and can be retried; what is asked for again with the recipient and the metadata address of an NFT on chain that nobody here knows counts as that one.`,
    ])
    return exitCodes.done
  })
}

/** Goes on with a collection into which another copy of Mintdesk mints: that one is closed, says the person. */
export async function takeOver(context: Context, id: string): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    await api.takeOver(id)
    terminal.result({ collectionId: id, takenOver: true }, [
      `This copy of Mintdesk mints into ${id} from now on. What the other one minted is read from the chain first; if that one goes on, it stops at its next batch.`,
    ])
    return exitCodes.done
  })
}

/** Collections, and below them why nothing can be minted into some at the moment. */
function collectionTable(collections: readonly CollectionSummary[], width: number): string[] {
  const lines = table(
    [
      { header: 'id', most: 36 },
      { header: 'chain' },
      { header: 'minted', right: true },
      { header: 'limit', right: true },
      { header: 'name' },
    ],
    collections.map(({ id, chain, minted, supplyLimit, metadata, unavailable }) => [
      id,
      chain,
      count(minted),
      supplyLimit === null ? '-' : count(supplyLimit),
      unavailable === null ? metadata.name : `${metadata.name} (not now)`,
    ]),
    width,
  )
  const why = collections.flatMap(({ id, unavailable }): [string, string][] =>
    unavailable === null ? [] : [[id, unavailable]],
  )
  return why.length === 0 ? lines : [...lines, '', ...facts(why, width)]
}

export async function showCollection(context: Context, id: string): Promise<ExitCode> {
  return withApi(context, async (api) => {
    await show(context, api, id)
    return exitCodes.done
  })
}

/** Makes a collection and waits for its contract. */
export async function createCollection(context: Context, name: string, options: CreateOptions): Promise<ExitCode> {
  const payments = paymentsOf(options)
  const { chain, supplyLimit, kind } = options
  const input = {
    chain,
    metadata: {
      name,
      ...(options.symbol === undefined ? {} : { symbol: options.symbol }),
      ...(options.description === undefined ? {} : { description: options.description }),
      ...(options.image === undefined ? {} : { imageUrl: options.image }),
    },
    ...(supplyLimit === undefined ? {} : { supplyLimit }),
    ...(kind === undefined ? {} : { contractKind: kind }),
    ...(options.semiFungible ? { fungibility: 'semi-fungible' } : {}),
    ...(payments ? { payments } : {}),
  }
  return withApi(context, async (api) => {
    const made = await (options.id === undefined ? api.createCollection(input) : api.putCollection(options.id, input))
    context.terminal.note(`The collection ${made.id} is made; it is put on chain.`)
    await endOfAction(context, api, made.actionId)
    await show(context, api, made.id)
    return exitCodes.done
  })
}

/** Changes a collection, one change after the other, and waits for each. */
export async function setCollection(context: Context, id: string, options: SetOptions): Promise<ExitCode> {
  const payments = paymentsOf(options)
  const { supplyLimit, royalty, baseUri, transferable } = options
  const shown = shownIn(options)
  if ([payments, supplyLimit, royalty, baseUri, transferable, shown].every((one) => one === undefined))
    throw new CommandError(
      'collection.nothing',
      'Nothing to change was named: use --supply-limit, --price, --royalty, --base-uri, --transferable, --description, --image, --banner or --link.',
    )
  return withApi(context, async (api) => {
    const actions: string[] = []
    if (supplyLimit !== undefined || payments !== undefined)
      actions.push(
        await api.patchCollection(id, {
          ...(supplyLimit === undefined ? {} : { supplyLimit: supplyLimit === 'none' ? null : supplyLimit }),
          ...(payments === undefined ? {} : { payments }),
        }),
      )
    if (royalty !== undefined) {
      const recipients = await recipientsOf(api, id, royalty, options.royaltyTo)
      actions.push(await api.writeSetting(id, 'royalties', recipients))
    }
    if (baseUri !== undefined) actions.push(await api.writeSetting(id, 'base-uri', { uri: baseUri }))
    if (transferable !== undefined)
      actions.push(await api.writeSetting(id, 'transferable', { value: transferable === 'on' }))
    if (shown !== undefined) actions.push(await api.changeMetadata(id, shown))
    context.terminal.note('Accepted; waiting until it is on chain.')
    for (const action of actions) await endOfAction(context, api, action)
    await show(context, api, id)
    return exitCodes.done
  })
}

/** null ends a sale; undefined leaves it as it is. @throws CommandError for half a sale */
function paymentsOf({ price, payee, saleSupply }: SaleOptions) {
  if (price === 'none') return null
  if (price === undefined && payee === undefined && saleSupply === undefined) return undefined
  if (price === undefined || payee === undefined)
    throw new CommandError('collection.sale', 'A sale needs both --price and --payee.')
  return { price, recipientAddress: payee, ...(saleSupply === undefined ? {} : { saleSupply }) }
}

/** What of the metadata is to change; undefined: nothing. */
function shownIn({
  description,
  image,
  banner,
  link,
}: SetOptions): Parameters<AppClient['changeMetadata']>[1] | undefined {
  const named = { description, imageUrl: image, bannerUrl: banner, link }
  const given = Object.entries(named).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value === 'none' ? '' : value]],
  )
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

async function recipientsOf(api: AppClient, id: string, royalty: string, to: string | undefined) {
  if (royalty === 'none') return null
  const percent = Number(royalty)
  const basisPoints = Math.round(percent * 100)
  if (!/^\d+(\.\d{1,2})?$/.test(royalty) || basisPoints < 1 || basisPoints > 10_000)
    throw new CommandError('collection.royalty', 'A royalty is a percentage from 0.01 to 100, such as 2.5, or none.')
  if (to !== undefined) return { recipients: [{ address: to, basisPoints }] }
  const { royalties } = await api.collectionSettings(id)
  if (royalties) return { recipients: [{ address: royalties.address, basisPoints }] }
  throw new CommandError('collection.royalty', 'Say who the royalties go to: --royalty-to <address>.')
}

async function show({ terminal }: Context, api: AppClient, id: string): Promise<void> {
  const summary = (await api.collections()).find((one) => one.id === (id === 'default' ? 'default-polygon' : id))
  const settings = await api.collectionSettings(id)
  if (summary === undefined) throw new CommandError('collection.notFound', `There is no collection ${id}.`)
  terminal.result({ collection: { ...summary, settings } }, facts(factsOf(summary, settings), terminal.columns))
}
