import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Withdrawal, WithdrawalCheck, WithdrawalRequest } from '../../../shared/app-api.ts'
import type { AppClient } from '../../../shared/app-client.ts'
import { moneyText } from '../../../shared/format.ts'
import { CallError } from '../../../shared/http-client.ts'
import { confirm } from '../../ask/ask.ts'
import { type Asker, askAgain, withPassphrase } from '../../ask/ask-twice.ts'
import { type Context, withApi } from '../../context.ts'
import { CommandError, type ExitCode, exitCodes, tell } from '../../failure.ts'
import { facts, table } from '../../table.ts'

export interface WithdrawOptions {
  to: string
  again?: string
  toContract?: boolean
  anyway?: boolean
  yes?: boolean
}

/** Ours: polling interval, ms. */
const lookMs = 400

/** Sends coin of the fee balance to an address, and waits until the withdrawal has ended. */
export async function withdraw(
  context: Context,
  chain: string,
  amount: string,
  options: WithdrawOptions,
): Promise<ExitCode> {
  const { terminal, stop } = context
  return withApi(context, async (api) => {
    const question = { chain, to: options.to, amount: amount === 'all' ? null : amount }
    const checked = await api.checkWithdrawal(question)
    const again = options.again ?? (await askAgain(context))
    for (const line of checkLines(checked, terminal.columns)) terminal.note(line)
    if (!options.yes) {
      if (!terminal.canAsk)
        throw new CommandError('confirm.missing', 'Nothing was sent: add --yes to send it without being asked.')
      if (!(await confirm(terminal, `Send ${moneyText(checked.amount)} to ${checked.to}?`, stop)))
        throw new CommandError('confirm.refused', 'Nothing was sent.')
    }
    const { toContract = false, anyway = false } = options
    const asked = { ...question, id: randomUUID(), again, toContract, anyway }
    const ended = await sendOnce(context, api, asked)
    terminal.result(ended, [
      ended.state === 'succeeded'
        ? `${moneyText(ended.sent ?? checked.amount)} are at ${ended.to}. Transaction: ${ended.txId ?? ''}`
        : `It is under way: ${ended.message ?? 'it is sent, and waits for its confirmations.'}`,
    ])
    return ended.state === 'succeeded' ? exitCodes.done : exitCodes.interrupted
  })
}

/** Lists withdrawals; with `cancel`, first cancels one that is not signed yet. */
export async function listWithdrawals(context: Context, { cancel }: { cancel?: string }): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    if (cancel !== undefined) await api.cancelWithdrawal(cancel)
    const withdrawals = await api.withdrawals()
    const rows = withdrawals.map(({ startedAt, chainLabel, sent, amount, to, state, message, id }) => [
      startedAt.slice(0, 16).replace('T', ' '),
      chainLabel,
      sent || amount ? moneyText((sent ?? amount) as NonNullable<typeof sent>) : 'all',
      to,
      message === null ? state : `${state}: ${message}`,
      id,
    ])
    const columns = [
      { header: 'when (UTC)' },
      { header: 'network' },
      { header: 'amount', right: true },
      { header: 'to', most: 20 },
      { header: 'state', most: 40 },
      { header: 'id' },
    ]
    terminal.result(
      { withdrawals },
      withdrawals.length === 0 ? ['Nothing was withdrawn.'] : table(columns, rows, terminal.columns),
    )
    return exitCodes.done
  })
}

/**
 * Requests a withdrawal, and waits until it has ended or the person stops waiting. Repeating the command would be another withdrawal,
 * so a lost answer is reported as an unknown outcome.
 * @throws CommandError if it failed, or its outcome is unknown; CallError if it was refused
 */
export async function sendOnce(
  context: Asker & Pick<Context, 'typed'>,
  api: Pick<AppClient, 'withdraw' | 'withdrawals'>,
  asked: WithdrawalRequest,
): Promise<Withdrawal> {
  const look = `see what became of it with "${context.typed('wallet withdrawals')}" before you withdraw again`
  const made = await withPassphrase(context, (passphrase) => api.withdraw({ ...asked, ...passphrase })).catch(
    (error: unknown) => {
      if (!isLost(error)) throw error
      throw new CommandError('withdrawal.unknown', `Whether it is sent is not known (${shortly(error)}): ${look}.`)
    },
  )
  return await endOf(context, api, made).catch((error: unknown) => {
    if (!isLost(error)) throw error
    const said = `It was accepted as ${made.id}, and Mintdesk does not answer any more (${shortly(error)}): ${look}.`
    throw new CommandError('withdrawal.unknown', said, exitCodes.interrupted)
  })
}

function shortly(error: unknown): string {
  return tell(error).message.replace(/\.$/, '')
}

/** Whether an error leaves the outcome of a request unknown. */
function isLost(error: unknown): boolean {
  return (
    error instanceof CallError && ['core.unreachable', 'core.answer', 'core.shape', 'internal'].includes(error.code)
  )
}

/** Waits until a withdrawal has ended, or the person stops waiting. @throws CommandError if it failed */
async function endOf(
  { stop }: Pick<Context, 'stop'>,
  api: Pick<AppClient, 'withdrawals'>,
  made: Withdrawal,
): Promise<Withdrawal> {
  let now = made
  while ((now.state === 'waiting' || now.state === 'sent') && !stop.aborted) {
    await pause(lookMs, undefined, { signal: stop }).catch(() => undefined)
    now = (await api.withdrawals()).find(({ id }) => id === made.id) ?? now
  }
  if (now.state === 'failed') throw new CommandError('withdrawal.failed', now.message ?? 'It failed; nothing was sent.')
  return now
}

function checkLines(checked: WithdrawalCheck, width: number): string[] {
  const { chainLabel, to, amount, fee, balance, reserved, isContract, isNeeded } = checked
  return facts(
    [
      ['Network', chainLabel],
      ['To', isContract ? `${to}, which is a contract and no wallet (--to-contract)` : to],
      ['Amount', moneyText(amount)],
      ['Fee', `up to ${moneyText(fee)} beside it`],
      ['Fee balance', moneyText(balance)],
      ...(isNeeded
        ? [['Needed', `about ${moneyText(reserved)} for what is under way, which will wait (--anyway)`] as const]
        : []),
    ],
    width,
  )
}
