import type { AppClient } from '../../../shared/app-client.ts'
import type { Context } from '../../context.ts'
import { CommandError } from '../../failure.ts'
import { facts } from '../../table.ts'
import { factsOf } from './facts.ts'

/** Shows the facts of a collection and its contract. @throws CommandError `collection.notFound` */
export async function show({ terminal }: Context, api: AppClient, id: string): Promise<void> {
  const summary = (await api.collections()).find((one) => one.id === (id === 'default' ? 'default-polygon' : id))
  const settings = await api.collectionSettings(id)
  if (summary === undefined) throw new CommandError('collection.notFound', `There is no collection ${id}.`)
  terminal.result({ collection: { ...summary, settings } }, facts(factsOf(summary, settings), terminal.columns))
}
