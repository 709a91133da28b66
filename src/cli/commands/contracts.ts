import { setTimeout } from 'node:timers/promises'
import { type SharedContract, type SharedContracts, toVerify } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import { counted } from '../../shared/format.ts'
import { confirm } from '../ask/ask.ts'
import { secretLine } from '../ask/secret-line.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { table } from '../table.ts'

/** Ours: polling interval, ms. */
const lookEvery = 1_000

/** Lists Mintdesk's shared contracts on the project's networks, and whether explorers know their source. */
export async function listContracts(context: Context): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    const state = await api.sharedContracts()
    const open = toVerify(state).length
    const hint =
      open > 0 ? ['', `Have the source of ${counted(open, 'contract')} verified: ${typed('contracts verify')}`] : []
    terminal.result(state, [...contractTable(state.contracts, terminal.columns), ...hint])
    return exitCodes.done
  })
}

/** Has the source of unverified contracts verified, after a question, and waits for the result. */
export async function verifyContracts(
  context: Context,
  { chain, yes }: { chain?: string; yes?: boolean },
): Promise<ExitCode> {
  const { terminal, stop } = context
  return withApi(context, async (api) => {
    const state = await api.sharedContracts()
    const open = toVerify(state).filter((one) => chain === undefined || one.chain === chain)
    if (open.length > 0 && !yes) {
      if (!terminal.canAsk)
        throw new CommandError('confirm.missing', 'Nothing was sent: add --yes to have it done without being asked.')
      if (!(await confirm(terminal, questionOf(open, state.services), stop)))
        throw new CommandError('confirm.refused', 'Nothing was sent.')
    }
    await api.verifyContracts(chain)
    const ended = await end(context, api)
    const contracts = ended.contracts.filter((one) => chain === undefined || one.chain === chain)
    terminal.result({ ...ended, contracts }, contractTable(contracts, terminal.columns))
    return contracts.some(({ state }) => state === 'failed' || state === 'unreachable')
      ? exitCodes.failed
      : exitCodes.done
  })
}

/** Stores or removes the Etherscan key. For `-`, reads it from standard input, where no other program sees it. */
export async function setEtherscanKey(
  context: Context,
  key: string | undefined,
  { forget = false }: { forget?: boolean },
): Promise<ExitCode> {
  if ((key === undefined) === !forget)
    throw new CommandError('key.none', 'Give the key, or - to read it from standard input, or --forget; not both.')
  const { terminal } = context
  const given = key === '-' ? await secretLine('the key of Etherscan') : (key ?? null)
  return withApi(context, async (api) => {
    const { etherscanKey } = await api.setEtherscanKey(given)
    terminal.result(etherscanKey, [
      etherscanKey.kept === null
        ? 'No key of Etherscan is kept.'
        : 'The key is kept: Etherscan is asked itself where Sourcify cannot hand the source on to it.',
    ])
    return exitCodes.done
  })
}

async function end({ stop }: Context, api: Pick<AppClient, 'sharedContracts'>): Promise<SharedContracts> {
  for (;;) {
    const state = await api.sharedContracts()
    if (!state.contracts.some((one) => one.state === 'verifying')) return state
    await setTimeout(lookEvery, undefined, { signal: stop }).catch((error: unknown) => {
      if (!stop.aborted) throw error
      throw new CommandError(
        'interrupted',
        'You stopped waiting: what was sent is verified all the same.',
        exitCodes.interrupted,
      )
    })
  }
}

function questionOf(open: readonly SharedContract[], services: readonly string[]): string {
  const chains = [...new Set(open.map(({ chain }) => chain))].join(', ')
  return `The source of ${counted(open.length, 'contract')} of Mintdesk on ${chains} is sent to ${services.join(' and ')}, for everybody to read. Nothing of yours is in it, and these are the same contracts for everybody. Send it?`
}

const words: Readonly<Record<SharedContract['state'], string>> = {
  missing: 'not on this network yet',
  unreachable: 'the network does not answer',
  unasked: 'not verified from here',
  verifying: 'being verified',
  verified: 'verified',
  failed: 'failed',
}

function contractTable(contracts: readonly SharedContract[], width: number): string[] {
  if (contracts.length === 0)
    return ['No collection of this project is on a network with explorers that verify source.']
  const rows = contracts.map(({ chain, name, address, state, match }) => [
    chain,
    name,
    address,
    match === 'partial' ? `${words[state]} (all but comments)` : words[state],
  ])
  const remarks = contracts.flatMap(({ chain, name, message, url, explorers }) => [
    ...(message === null ? [] : [`${name} on ${chain}: ${message}`]),
    ...explorers.flatMap(({ explorer, error }) =>
      error === null ? [] : [`${name} on ${chain}: not shown by ${explorer} (${error})`],
    ),
    ...(url === null ? [] : [`${name} on ${chain}: ${url}`]),
  ])
  return [
    ...table([{ header: 'network' }, { header: 'contract' }, { header: 'address' }, { header: 'source' }], rows, width),
    ...(remarks.length > 0 ? ['', ...remarks] : []),
  ]
}
