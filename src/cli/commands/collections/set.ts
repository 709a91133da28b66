import type { AppClient } from '../../../shared/app-client.ts'
import { endOfAction } from '../../await-action.ts'
import { type Context, withApi } from '../../context.ts'
import { CommandError, type ExitCode, exitCodes, tell } from '../../failure.ts'
import { paymentsOf, type SaleOptions } from './sale.ts'
import { show } from './show.ts'

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

/** Changes a collection, one request after the other, and waits for all. All options are parsed before the first request. */
export async function setCollection(context: Context, id: string, options: SetOptions): Promise<ExitCode> {
  const payments = paymentsOf(options)
  const { supplyLimit, royalty, royaltyTo, baseUri, transferable } = options
  const shown = shownIn(options)
  if (royaltyTo !== undefined && royalty === undefined)
    throw new CommandError('collection.royalty', 'Say how much the royalty is, too: --royalty <percent>.')
  if ([payments, supplyLimit, royalty, baseUri, transferable, shown].every((one) => one === undefined))
    throw new CommandError(
      'collection.nothing',
      'Nothing to change was named: use --supply-limit, --price, --royalty, --base-uri, --transferable, --description, --image, --banner or --link.',
    )
  const basisPoints = royalty === undefined ? undefined : basisPointsOf(royalty)
  return withApi(context, async (api) => {
    const royalties = basisPoints === undefined ? undefined : await royaltiesOf(api, id, basisPoints, royaltyTo)
    const changes: Change[] = []
    if (supplyLimit !== undefined || payments !== undefined)
      changes.push({
        what: [...(supplyLimit === undefined ? [] : ['supply limit']), ...(payments === undefined ? [] : ['sale'])],
        send: () =>
          api.patchCollection(id, {
            ...(supplyLimit === undefined ? {} : { supplyLimit: supplyLimit === 'none' ? null : supplyLimit }),
            ...(payments === undefined ? {} : { payments }),
          }),
      })
    if (royalties !== undefined)
      changes.push({ what: ['royalty'], send: () => api.writeSetting(id, 'royalties', royalties) })
    if (baseUri !== undefined)
      changes.push({ what: ['base URI'], send: () => api.writeSetting(id, 'base-uri', { uri: baseUri }) })
    if (transferable !== undefined)
      changes.push({
        what: ['transferability'],
        send: () => api.writeSetting(id, 'transferable', { value: transferable === 'on' }),
      })
    if (shown !== undefined) changes.push({ what: ['what it shows'], send: () => api.changeMetadata(id, shown) })
    const actions = await sendAll(changes)
    context.terminal.note('Accepted; waiting until it is on chain.')
    for (const action of actions) await endOfAction(context, api, action)
    await show(context, api, id)
    return exitCodes.done
  })
}

/** One request, and the names of what it changes. */
interface Change {
  what: string[]
  send(): Promise<string>
}

/** Sends the requests one after the other. @returns the ids of their actions @throws CommandError that also names what was accepted */
async function sendAll(changes: readonly Change[]): Promise<string[]> {
  const actions: string[] = []
  for (const { send } of changes) {
    const accepted = changes.slice(0, actions.length).flatMap(({ what }) => what)
    actions.push(
      await send().catch((error: unknown) => {
        if (accepted.length === 0) throw error
        const { code, message, exitCode } = tell(error)
        throw new CommandError(
          code,
          `${message} Accepted before that, and put on chain: ${accepted.join(', ')}. Leave that out when you try again.`,
          exitCode,
        )
      }),
    )
  }
  return actions
}

/** The changes of the collection's metadata; undefined if there are none. */
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

/** In basis points; null for `none`. @throws CommandError for an invalid percentage */
function basisPointsOf(royalty: string): number | null {
  if (royalty === 'none') return null
  const basisPoints = Math.round(Number(royalty) * 100)
  if (/^\d+(\.\d{1,2})?$/.test(royalty) && basisPoints >= 1 && basisPoints <= 10_000) return basisPoints
  throw new CommandError('collection.royalty', 'A royalty is a percentage from 0.01 to 100, such as 2.5, or none.')
}

async function royaltiesOf(api: AppClient, id: string, basisPoints: number | null, to: string | undefined) {
  if (basisPoints === null) return null
  if (to !== undefined) return { recipients: [{ address: to, basisPoints }] }
  // `wanted` includes changes that are not on chain yet.
  const { royalties } = (await api.collectionSettings(id)).wanted
  if (royalties) return { recipients: [{ address: royalties.address, basisPoints }] }
  throw new CommandError('collection.royalty', 'Say who the royalties go to: --royalty-to <address>.')
}
