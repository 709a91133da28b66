import type { CollectionSummary } from '../../shared/app-api.ts'
import { count } from '../../shared/format.ts'
import { endOfAction } from '../await-action.ts'
import { type Context, withApi } from '../context.ts'
import { type ExitCode, exitCodes } from '../failure.ts'
import { facts, table } from '../table.ts'
import { paymentsOf, type SaleOptions } from './collections/sale.ts'
import { show } from './collections/show.ts'

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

export async function listCollections(context: Context): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const collections = await api.collections()
    terminal.result({ collections }, collectionTable(collections, terminal.columns))
    return exitCodes.done
  })
}

/** Resumes a halted collection. The reason of the halt, which the person saw, explained what that means. */
export async function resumeCollection(context: Context, id: string): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    await api.resumeCollection(id)
    terminal.result({ collectionId: id, resumed: true }, [
      `${id} goes on; if the chain still differs from this database, it stops again. Batches that the chain does not hold have failed and can be retried. What is asked for again with the recipient and the metadata address of an NFT on chain that nobody here knows counts as that one; a copy of a semi-fungible collection is minted once more.`,
    ])
    return exitCodes.done
  })
}

/** Takes over a collection into which another copy of Mintdesk minted. The person vouches that the other copy is closed. */
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

/** A table of collections, and below it why nothing can be minted into some of them now, or what is minted there does not go on. */
function collectionTable(collections: readonly CollectionSummary[], width: number): string[] {
  const lines = table(
    [
      { header: 'id', most: 36 },
      { header: 'chain' },
      { header: 'minted', right: true },
      { header: 'limit', right: true },
      { header: 'name' },
    ],
    collections.map(({ id, chain, minted, supplyLimit, metadata, unavailable, notice }) => [
      id,
      chain,
      count(minted),
      supplyLimit === null ? '-' : count(supplyLimit),
      unavailable === null ? `${metadata.name}${notice === null ? '' : ' (waiting)'}` : `${metadata.name} (not now)`,
    ]),
    width,
  )
  const why = collections.flatMap(({ id, unavailable, notice }): [string, string][] => {
    const said = unavailable ?? notice
    return said === null ? [] : [[id, said]]
  })
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
