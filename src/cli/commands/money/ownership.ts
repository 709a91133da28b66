import type { Ownership } from '../../../shared/app-api.ts'
import type { AppClient } from '../../../shared/app-client.ts'
import { coins } from '../../../shared/format.ts'
import { confirm } from '../../ask/ask.ts'
import { type Asker, askAgain, withPassphrase } from '../../ask/ask-twice.ts'
import { endOfAction } from '../../await-action.ts'
import { type Context, withApi } from '../../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../../failure.ts'
import { facts } from '../../table.ts'
import type { Terminal } from '../../terminal.ts'
import type { Typed } from '../../typed.ts'

export interface OfferOptions {
  to?: string
  again?: string
  back?: boolean
}

export async function showOwner(context: Context, id: string): Promise<ExitCode> {
  return withApi(context, async (api) => {
    const now = await api.ownership(id)
    context.terminal.result({ collectionId: id, ...now }, ownerLines(context, id, now))
    return exitCodes.done
  })
}

/** Offers a collection to an address, or takes the offer back. Sends no transaction. */
export async function offer(context: Context, id: string, { to, again, back }: OfferOptions): Promise<ExitCode> {
  if ((to === undefined) === (back !== true))
    throw new CommandError(
      'offer.missing',
      'Say whom it is offered to (--to <address>), or take the offer back (--back).',
    )
  return withApi(context, async (api) => {
    const now = await (to === undefined ? api.takeOfferBack(id) : offerTo(context, api, id, { to, again }))
    context.terminal.result({ collectionId: id, ...now }, ownerLines(context, id, now))
    return exitCodes.done
  })
}

/** Offers a collection to an address that the person types twice. Then asks for the passphrase, if the project is live. */
export async function offerTo(
  context: Asker,
  api: Pick<AppClient, 'offerCollection'>,
  id: string,
  { to, again }: { to: string; again?: string | undefined },
): Promise<Ownership> {
  const offered = { to, again: again ?? (await askAgain(context)) }
  return withPassphrase(context, (passphrase) => api.offerCollection(id, { ...offered, ...passphrase }))
}

/** Gives a collection to the address that it is offered to, and waits until that is on chain. */
export async function give(context: Context, id: string, { yes }: { yes?: boolean }): Promise<ExitCode> {
  const { terminal, stop } = context
  return withApi(context, async (api) => {
    const { impossible, offeredTo } = await api.ownership(id)
    if (offeredTo === null)
      throw new CommandError(
        'collection.handover',
        impossible ?? 'It is offered to nobody: offer it to an address first.',
      )
    if (!yes) {
      if (!terminal.canAsk)
        throw new CommandError('confirm.missing', 'It was not given away: add --yes to give it without being asked.')
      if (!(await confirm(terminal, `Give ${id} to ${offeredTo}? Only that address can give it back.`, stop)))
        throw new CommandError('confirm.refused', 'It was not given away.')
    }
    await endOfAction(context, api, await api.completeHandover(id, offeredTo))
    const now = await api.ownership(id)
    terminal.result({ collectionId: id, ...now }, [
      `${id} belongs to ${now.owner} now. Mintdesk goes on minting into it.`,
    ])
    return exitCodes.done
  })
}

/** The owner of a collection, and what is left to do until it is given away. */
export function ownerLines(
  { terminal, typed }: { terminal: Pick<Terminal, 'columns'>; typed: Typed },
  id: string,
  { impossible, owner, isOurs, offeredTo, askedUntil, request }: Ownership,
): string[] {
  if (impossible !== null) return [impossible]
  const give = typed(`collections give ${id}`)
  const own = isOurs ? `${owner ?? 'not known now'}, the fee balance of this project` : (owner ?? 'not known now')
  return facts(
    [
      ['Owner', own],
      ...(offeredTo === null ? [] : [['Offered to', offeredTo] as const]),
      ...(offeredTo === null || request === null
        ? []
        : [
            askedUntil === null
              ? ([
                  'Next',
                  `from that address, ${asked(request)}. Then complete it with “${give}” within 48 hours.`,
                ] as const)
              : (['Asked for', `until ${askedUntil}: complete it with “${give}”`] as const),
          ]),
    ],
    terminal.columns,
  )
}

/** What the new owner must do on chain. */
function asked(request: NonNullable<Ownership['request']>): string {
  if (request.kind === 'call')
    return `call ${request.name} on ${request.contract} (data ${request.data}, no coin): in a block explorer, or as a transaction of a multisig`
  const { to, amount } = request
  return `send exactly ${coins(amount.amount, amount.decimals, amount.decimals)} ${amount.currency} to the fee balance of this project, ${to}: from a wallet or a multisig, not through an exchange; it stays in the fee balance`
}
