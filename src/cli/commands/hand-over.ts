import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import type { Finding, HandOver, HandOverQuote } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import { count, moneyText } from '../../shared/format.ts'
import { confirm } from '../ask/ask.ts'
import { requirePath } from '../check-file.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { ceilingsOn, type TypedCeiling } from '../fee-ceilings.ts'
import { findingTable } from '../findings.ts'
import { requireWritable } from '../finish-run.ts'
import { finishHandOver, followCheck } from '../follow-hand-over.ts'
import { checkedLine, handOverQuestion, quoteLines } from '../hand-over-text.ts'
import { unlessInterrupted } from '../interrupted.ts'

export interface HandOverOptions {
  collection?: string[]
  dryRun?: boolean
  yes?: boolean
  skipErrors?: boolean
  results?: string
  /** The fee ceiling per unit of gas, as typed; one for each chain if there are several. */
  maxFee?: TypedCeiling[]
}

/** Ours: findings that fit on a screen. */
const shownFindings = 40
const rowsAtOnce = 500

/** `mintdesk hand-over <file>`: shows holdings, findings and price, asks for consent, and moves people's NFTs to their own wallets. */
export async function handOver(context: Context, file: string, options: HandOverOptions): Promise<ExitCode> {
  await requirePath(file, 'file')
  if (options.results !== undefined) await requireWritable(options.results, file)
  return withApi(context, (api) => checkAndMove(context, api, file, options))
}

/** The part of `handOver` that needs the core. @throws CommandError, CallError */
export function checkAndMove(
  context: Context,
  api: AppClient,
  file: string,
  options: HandOverOptions,
): Promise<ExitCode> {
  const { stop } = context
  return unlessInterrupted(stop, 'Interrupted: nothing was moved.', async (asking) => {
    let begun = false
    const begin = (): void => {
      begun = true
      asking()
    }
    const named = { name: basename(file), collections: options.collection ?? [] }
    const made = await api.createHandOver(await openAsBlob(file), named, stop)
    try {
      return await decide({ ...context, begin }, api, await followCheck(context, api, made), options)
    } catch (error) {
      if (stop.aborted && !begun) await api.dropHandOver(made.id).catch(() => undefined)
      throw error
    }
  })
}

interface Deciding extends Context {
  /** Called before the request that starts the transfers. */
  begin(): void
}

async function decide(context: Deciding, api: AppClient, seen: HandOver, options: HandOverOptions): Promise<ExitCode> {
  const { terminal, begin } = context
  const findings = await findingsOf(api, seen)
  if (seen.state === 'checked') terminal.say(checkedLine(seen))
  showFindings(context, findings)
  const refusal = refusalOf(seen, options)
  if (refusal) {
    if (terminal.json) {
      const { code, message } = refusal
      terminal.result({ error: true, code, message, handOver: seen, findings }, [])
    }
    terminal.note(refusal.message)
    await api.dropHandOver(seen.id)
    return exitCodes.fileHasErrors
  }
  const quote = await api.handOverQuote(seen.id, context.stop)
  const feeCeilings = await ceilingsOrDrop(api, quote, options)
  terminal.say()
  for (const line of quoteLines(quote, terminal.columns)) terminal.say(line)
  terminal.say()
  if (options.dryRun) {
    await api.dropHandOver(seen.id)
    terminal.result({ handOver: seen, quote, findings }, [])
    terminal.say('This was a dry run: nothing was moved.')
    return seen.rows.errors > 0 ? exitCodes.fileHasErrors : exitCodes.done
  }
  const no = await unwilling(context, seen, quote, options)
  if (no) {
    await api.dropHandOver(seen.id)
    throw no
  }
  begin()
  const begun = await api.startHandOver(seen.id, { nfts: seen.nfts.total, skipErrors: true, feeCeilings })
  return await finishHandOver(context, api, begun, options.results)
}

async function ceilingsOrDrop(
  api: AppClient,
  { id, chains }: HandOverQuote,
  { maxFee = [] }: HandOverOptions,
): Promise<Record<string, string>> {
  try {
    return ceilingsOn(chains, maxFee)
  } catch (error) {
    await api.dropHandOver(id)
    throw error
  }
}

/** Why the file's state forbids moving anything. */
function refusalOf(seen: HandOver, { skipErrors = false, dryRun = false }: HandOverOptions): CommandError | undefined {
  if (seen.state === 'failed')
    return new CommandError('handOver.file', `${seen.name} cannot be read: nothing was moved.`)
  if (seen.rows.errors > 0 && !skipErrors && !(dryRun && seen.nfts.total > 0))
    return new CommandError(
      'handOver.errors',
      `Nothing was moved, because ${seen.name} has errors. Put them right${seen.nfts.total > 0 ? ', or leave those rows out with --skip-errors' : ''}.`,
    )
  if (seen.nfts.total === 0)
    return new CommandError('handOver.empty', `Nothing was moved: the people of ${seen.name} hold nothing that can be.`)
  return undefined
}

async function unwilling(
  { terminal, stop }: Context,
  seen: HandOver,
  quote: HandOverQuote,
  { yes }: HandOverOptions,
): Promise<CommandError | undefined> {
  const short = quote.chains.find(({ shortfall }) => shortfall.amount !== '0')
  if (short)
    return new CommandError(
      'treasury.short',
      `The treasury lacks ${moneyText(short.shortfall)} for the fee on ${short.chainLabel}: send it to ${short.treasury.address}, and try again.`,
    )
  if (yes) return undefined
  if (!terminal.canAsk)
    return new CommandError(
      'confirm.missing',
      'Nothing was moved: add --yes to move the NFTs for this price without being asked.',
    )
  if (await confirm(terminal, handOverQuestion(seen, quote), stop)) return undefined
  return new CommandError('confirm.refused', 'Nothing was moved.')
}

async function findingsOf(api: AppClient, seen: HandOver): Promise<Finding[]> {
  const found = [...seen.findings]
  for (let offset = 0; seen.state === 'checked'; offset += rowsAtOnce) {
    const { rows } = await api.handOverRows(seen.id, { which: 'findings', offset, limit: rowsAtOnce })
    found.push(...rows.flatMap(({ findings }) => findings))
    if (rows.length < rowsAtOnce) break
  }
  return found
}

/** Shows errors before warnings, at most `shownFindings`. */
function showFindings({ terminal }: Context, findings: readonly Finding[]): void {
  if (findings.length === 0) return
  const sorted = [
    ...findings.filter(({ level }) => level === 'error'),
    ...findings.filter(({ level }) => level !== 'error'),
  ]
  terminal.say()
  for (const line of findingTable(sorted.slice(0, shownFindings), terminal.columns)) terminal.say(line)
  if (sorted.length > shownFindings)
    terminal.say(`and ${count(sorted.length - shownFindings)} more: see all with --dry-run --json.`)
}
