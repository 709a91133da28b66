import { basename } from 'node:path'
import type { CollectionSummary, Import, Run } from '../../shared/app-api.ts'
import { familyOf } from '../../shared/families.ts'
import { count, counted } from '../../shared/format.ts'
import { CallError } from '../../shared/http-client.ts'
import { checkFile, requirePath } from '../check-file.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { allFindings, hasErrors, nothingLeft, showFindings, writeFindings } from '../findings.ts'
import { finishRun, requireWritable } from '../finish-run.ts'
import { isOver } from '../follow-run.ts'
import { unlessInterrupted } from '../interrupted.ts'
import type { MintOptions, Work } from '../mint-options.ts'
import { choicesOf, pricesOf, refusalOf, unseenStorage } from '../mint-price.ts'
import { openProgress } from '../progress.ts'
import { noFee, type Summary } from '../run-text.ts'
import { leftOutLines, requireColumns, traitChoice } from '../traits.ts'

/** `mintdesk mint <file>`: check, price, confirmation, minting, summary. */
export async function mint(context: Context, file: string, options: MintOptions): Promise<ExitCode> {
  await requirePath(file, 'file')
  if (options.media !== undefined) await requirePath(options.media, 'media')
  if (options.results !== undefined) await requireWritable(options.results, file)
  if (options.findings !== undefined) await requireWritable(options.findings, file)
  return withApi(context, (api, connection) => mintWith({ ...context, api, connection, file, options }))
}

/** The part of `mint` that needs the core. @throws CommandError, CallError */
export function mintWith(given: Omit<Work, 'choices' | 'asking'>): Promise<ExitCode> {
  return unlessInterrupted(given.stop, 'Interrupted: nothing was minted.', (asking) =>
    checkAndMint({ ...given, asking }),
  )
}

async function checkAndMint(given: Omit<Work, 'choices'>): Promise<ExitCode> {
  const { api, terminal, stop, file, options } = given
  const collection = await collectionFor(given, options.collection)
  if (options.uncompressed && !familyOf(collection.chain).compressed)
    throw new CommandError(
      'mint.uncompressed',
      `${collection.id} is on ${collection.chainLabel}, where no NFT is compressed: leave --uncompressed out.`,
    )
  const work: Work = { ...given, choices: choicesOf(options, collection.chain) }
  // Look for an unfinished run of this file before the check: it may have finished when the check ends.
  const left = (await api.runs()).find(
    (run) => run.collectionId === collection.id && run.name === basename(file) && !isOver(run),
  )
  const { media, again = false, sheet, hidden } = options
  const traits = traitChoice(options.traits)
  const how = { file, collectionId: collection.id, again, media, sheet, hidden, traits }
  const source = await checkFile(api, how, terminal, stop)
  await requireChecked(work, source)
  requireColumns(source, traits)
  for (const line of leftOutLines(source)) terminal.say(line)
  if (options.findings !== undefined) await writeFindings(api, source, options.findings, stop)
  const repeated = !hasErrors(source) && source.counts.nfts === 0 && source.counts.skipped > 0
  if (options.dryRun || repeated || (hasErrors(source) && !canSkip(source, options))) {
    const code = options.dryRun
      ? await dryRun(work, source)
      : repeated
        ? await repeat(work, source, collection, left)
        : await refuse(work, source)
    await api.dropImport(source.id)
    return code
  }
  await showFindings(api, source, terminal, stop)
  return await price(work, source)
}

/** @throws CommandError if the check itself failed, for instance on a full disk, and not the file. */
async function requireChecked({ api, stop }: Work, source: Import): Promise<void> {
  if (source.state !== 'failed' || (await allFindings(api, source, stop)).length > 0) return
  await api.dropImport(source.id)
  throw new CommandError('import.failed', source.failure?.message ?? 'The file could not be checked: try again.')
}

function canSkip({ state, counts }: Import, { skipErrors = false }: MintOptions): boolean {
  return skipErrors && state === 'checked' && counts.nfts > 0
}

/** @throws CommandError if there is no such collection, or nothing can be minted into it now. */
async function collectionFor({ api, typed }: Pick<Work, 'api' | 'typed'>, named: string): Promise<CollectionSummary> {
  const collections = await api.collections()
  // As in the API, `default` is an alias of `default-polygon`.
  const id = named === 'default' ? 'default-polygon' : named
  const found = collections.find((collection) => collection.id === id)
  if (found === undefined) {
    const known = collections.slice(0, 8).map((collection) => collection.id)
    const more = collections.length > known.length ? ', …' : ''
    throw new CommandError(
      'collection.notFound',
      `There is no collection ${JSON.stringify(named)} here: use one of ${known.join(', ')}${more}, or make it: ${typed('collections create <name>')}.`,
    )
  }
  if (found.unavailable !== null) throw new CommandError('collection.unavailable', found.unavailable)
  return found
}

/** Shows the findings and the price; mints nothing. */
async function dryRun(work: Work, source: Import): Promise<ExitCode> {
  const { api, terminal, stop } = work
  const code = hasErrors(source) ? exitCodes.fileHasErrors : exitCodes.done
  if (terminal.json) {
    terminal.result({ rows: source.counts.rows, findings: await allFindings(api, source, stop) }, [])
    return code
  }
  await showFindings(api, source, terminal, stop)
  if (source.counts.nfts > 0 && source.state === 'checked') {
    try {
      for (const line of ['', ...(await pricesOf(work, source)).lines, '']) terminal.say(line)
    } catch (error) {
      // The findings are valid even if the network gives no price now.
      if (!(error instanceof CallError)) throw error
      terminal.note(error.message)
    }
  }
  terminal.say('This was a dry run: nothing was minted.')
  return code
}

/** Shows the file's errors, and that nothing was minted. */
async function refuse({ api, terminal, stop, options }: Work, source: Import): Promise<ExitCode> {
  const { ready, nfts } = source.counts
  const other = `${ready === 1 ? 'the other row' : `the other ${count(ready)} rows`}${nfts === ready ? '' : ` (${counted(nfts, 'NFT')})`}`
  const cure =
    source.state === 'checked' && nfts > 0 && !options.skipErrors
      ? `Put them right, or mint ${other} with --skip-errors.`
      : 'Put them right, and try again.'
  const message = `Nothing was minted, because ${basename(source.name)} has errors. ${cure}`
  if (terminal.json) {
    const findings = await allFindings(api, source, stop)
    const facts = { rows: source.counts.rows, findings }
    terminal.result({ error: true, code: 'run.errors', message, ...facts }, [])
    terminal.note(message)
    return exitCodes.fileHasErrors
  }
  await showFindings(api, source, terminal, stop)
  terminal.note(message)
  return exitCodes.fileHasErrors
}

/** Every row is skipped: follows the run that mints them now, or says that nothing is left, and why. */
async function repeat(
  work: Work,
  source: Import,
  collection: CollectionSummary,
  left: Run | undefined,
): Promise<ExitCode> {
  const { api, terminal, options, asking } = work
  const { rows, skipped } = source.counts
  if (left !== undefined) {
    asking()
    const run = await api.runOf(left.id)
    // A paused run is not resumed here: the person paused it, and its file may be a different one of the same name.
    const goesOn = run.state === 'paused' ? 'a run of a file of this name is paused' : 'this goes on with that run'
    terminal.say(`${source.name} is being minted already: ${goesOn}.`)
    return await finishRun(work, work, { run, rows, results: options.results })
  }
  const before = (await api.runs()).find((run) => run.collectionId === collection.id && run.name === source.name)
  const { contractAddress, chain } = collection
  const nothing = { succeeded: 0, failed: 0, cancelled: 0, transactions: 0, gasUsed: 0, ...noFee(before), seconds: 0 }
  const summary: Summary = {
    run: before?.id ?? null,
    collection: collection.id,
    contractAddress,
    chain,
    rows,
    skipped,
    ...nothing,
    state: 'repeated',
  }
  const lines = nothingLeft(source, collection.id)
  terminal.result(summary, lines)
  if (terminal.json) for (const line of lines) terminal.say(line)
  return exitCodes.done
}

async function price(work: Work, source: Import): Promise<ExitCode> {
  const { api, terminal, stop, options, choices, asking } = work
  const { quote, lines } = await pricesOf(work, source)
  const unseen = quote.practice ? [] : await unseenStorage(work)
  for (const line of ['', ...lines, ...unseen, '']) terminal.say(line)
  const refusal = await refusalOf(work, quote)
  if (refusal !== undefined) {
    await api.dropImport(source.id)
    stop.throwIfAborted()
    throw refusal
  }
  // A stop from here on must not report that nothing was minted: the run can be resumed.
  asking()
  const progress = await openProgress(terminal, 'compared with what was minted since the check')
  const run = await api
    .startRun(source.id, options.skipErrors === true, choices, (share) =>
      progress.show({ done: Math.floor(share * source.counts.nfts), total: source.counts.nfts, note: '' }),
    )
    .finally(() => progress.end())
  const { rows, skipped, errors } = source.counts
  return await finishRun(work, work, { run, rows, skipped: skipped + errors, results: options.results })
}
