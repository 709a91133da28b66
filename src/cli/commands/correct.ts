import { namedNft } from '../../shared/app-api/named-nft.ts'
import type { Correction, CorrectionRequest, Quote } from '../../shared/app-api.ts'
import { moneyText } from '../../shared/format.ts'
import { confirm } from '../ask/ask.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { finishRun } from '../finish-run.ts'
import { runNamed } from './runs.ts'

export interface CorrectOptions {
  recipient?: string
  name?: string
  image?: string
  yes?: boolean
}

/**
 * `mintdesk runs correct <run> <row>`: shows the failure, the checks and the price, asks, and then follows the run to its end.
 * @param row the row's number, or the id of an NFT (`namedNft`)
 */
export async function correctRow(
  context: Context,
  id: string,
  row: string,
  { yes = false, ...changes }: CorrectOptions,
): Promise<ExitCode> {
  const { terminal } = context
  if (Object.keys(changes).length === 0)
    throw new CommandError('correction.empty', 'Say what is to change: --recipient, --name or --image.')
  const request: CorrectionRequest = { ...namedNft(row), ...changes }
  return withApi(context, async (api, connection) => {
    const named = await runNamed(api, id)
    const found = await api.checkCorrection(named.id, request)
    for (const line of correctionLines(found)) terminal.say(line)
    if (found.price === null) {
      const message = `Row ${found.row} was not corrected: ${found.findings.find(({ level }) => level === 'error')?.message ?? 'it has errors.'}`
      throw new CommandError('correction.findings', message, exitCodes.fileHasErrors)
    }
    await requireConsent(context, found.price, yes)
    const run = await api.correctRow(named.id, { nftId: found.nftId, ...changes })
    if (run.state === 'paused') {
      const said = `Corrected. The run is paused: go on with ${context.typed(`runs resume ${run.id}`)}`
      terminal.result({ run: run.id, state: run.state, correction: found }, [said])
      return exitCodes.done
    }
    return await finishRun(context, { api, connection }, { run, results: undefined })
  })
}

/** The failure, the changes, the findings and the price. */
function correctionLines({ row, error, before, after, findings, price }: Correction): string[] {
  const changed = (['recipient', 'name', 'image'] as const).flatMap((field) =>
    before[field] === after[field] ? [] : [`${field}: ${before[field] ?? '(none)'} → ${after[field] ?? '(none)'}`],
  )
  return [
    `Row ${row} failed: ${error}`,
    ...(changed.length === 0 ? ['It stays as it was.'] : changed),
    ...findings.map(({ level, column, message }) => `${level}${column === '' ? '' : `, ${column}`}: ${message}`),
    ...(price === null ? [] : [priceLine(price)]),
  ]
}

function priceLine({ fee, practice }: Quote): string {
  return `Price: about ${moneyText(fee.expected)}, at most ${moneyText(fee.high)}${practice ? ' of play money' : ''}.`
}

/** @throws CommandError if the person does not agree to the price, or the treasury cannot pay it */
async function requireConsent({ terminal, stop }: Context, price: Quote, yes: boolean): Promise<void> {
  const { shortfall, treasury } = price
  if (shortfall.amount !== '0')
    throw new CommandError(
      'treasury.short',
      `The treasury lacks ${moneyText(shortfall)} for the fee: send it to ${treasury.address}, and try again.`,
    )
  if (yes) return
  if (!terminal.canAsk)
    throw new CommandError(
      'confirm.missing',
      'Nothing was corrected: add --yes to mint it for this price without being asked.',
    )
  const question = `Correct it and mint it on ${price.chainLabel}${price.practice ? ' (practice)' : ''}?`
  if (!(await confirm(terminal, question, stop))) throw new CommandError('confirm.refused', 'Nothing was corrected.')
}
