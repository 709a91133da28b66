import { fromUnits } from '../../shared/amount.ts'
import type { Network, RpcReport } from '../../shared/app-api.ts'
import { resetText } from '../../shared/words/reset-text.ts'
import { oneRpc } from '../../shared/words/rpc-words.ts'
import { confirm } from '../ask/ask.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { table } from '../table.ts'

/** Lists every network with its state, and starts none. */
export async function listNetworks(context: Context, { live = false }: { live?: boolean }): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api, connection) => {
    const networks = (await api.networks(live ? 'live' : undefined)).map((network) => ({
      name: network.chain,
      ...network,
    }))
    const practice = networks.some(({ kind }) => kind === 'practice')
    const hint = practice
      ? connection.own
        ? ['', `They run while Mintdesk runs (${typed('serve')}), each from its first use on.`]
        : []
      : ['', `See whether the RPCs of one work: ${typed('networks test base')}`]
    terminal.result({ networks }, [...networkTable(networks, terminal.columns), ...remarks(networks), ...hint])
    return exitCodes.done
  })
}

/** Notices that the table cannot show, because its last column holds the RPC of a network that is up. */
function remarks(networks: readonly Network[]): string[] {
  const said = networks.flatMap(({ chain, reason, rpcUrl, notice }) =>
    reason === undefined && rpcUrl !== null && notice !== undefined ? [`${chain}: ${notice}`] : [],
  )
  return said.length === 0 ? [] : ['', ...said]
}

export function networkTable(networks: readonly Network[], width: number): string[] {
  return table(
    [
      { header: 'name' },
      { header: 'chain id', right: true },
      { header: 'kind' },
      { header: 'state' },
      { header: 'RPC' },
    ],
    networks.map(({ chain, chainId, kind, state, needs, reason, rpcUrl, notice }) => [
      chain,
      chainId === null ? '-' : String(chainId),
      kind,
      needs === undefined ? state : `needs ${needs}`,
      reason ?? rpcUrl ?? notice ?? '-',
    ]),
    width,
  )
}

/** Sets the RPC list of a live network, best first, or restores the default list. */
export async function setNetwork(
  context: Context,
  chain: string,
  { rpc = [], default: usual = false }: { rpc?: string[]; default?: boolean },
): Promise<ExitCode> {
  if ((rpc.length === 0) === !usual)
    throw new CommandError('rpc.none', 'Name RPC addresses with --rpc <url>, best first, or use --default; not both.')
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    const list = await api.setRpcs(chain, usual ? null : rpc)
    terminal.result(list, [
      list.custom ? `The RPCs of ${chain} are now, in this order:` : `The RPCs of ${chain} are the default ones:`,
      ...list.rpcs.map((url) => `  ${url}`),
      ...(list.rpcs.length === 1 ? [oneRpc] : []),
      `See whether they work: ${typed(`networks test ${chain}`)}`,
    ])
    return exitCodes.done
  })
}

/** Adds a custom EVM network by its RPCs, and shows the facts that the core read from it. */
export async function addNetwork(
  context: Context,
  name: string,
  {
    rpc = [],
    confirmations,
    gasCap,
    ...said
  }: { rpc?: string[]; symbol?: string; explorer?: string; confirmations?: string; gasCap?: string },
): Promise<ExitCode> {
  if (rpc.length === 0)
    throw new CommandError('rpc.none', 'Name the address of an RPC of the network with --rpc <url>.')
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    const added = await api.addNetwork({
      ...{ name, rpcs: rpc, ...said },
      ...(confirmations === undefined ? {} : { confirmations: Number(confirmations) }),
      ...(gasCap === undefined ? {} : { gasCap: Number(gasCap) }),
    })
    const { chain, chainId, symbol, explorer, baseFee, dataFee, blockMs } = added
    terminal.result(added, [
      `The network ${chain} is there, live and for practice:`,
      ...table(
        [{ header: 'fact' }, { header: 'value' }],
        [
          ['chain id', String(chainId)],
          ['fees', baseFee ? 'base fee and tip (EIP-1559)' : 'one gas price (legacy transactions)'],
          [
            'fee for data',
            dataFee === null ? 'none' : dataFee === 'arbitrum' ? 'as Arbitrum asks' : 'as the OP stack asks',
          ],
          ['a block every', `${blockMs / 1_000} s`],
          ['currency', symbol],
          ['explorer', explorer ?? '-'],
          ['confirmations', String(added.confirmations)],
          ['gas cap', String(added.gasCap)],
        ],
        terminal.columns,
      ),
      `See whether its RPCs work: ${typed(`networks test ${chain}`)}`,
    ])
    return exitCodes.done
  })
}

/** Removes a custom network, unless a project uses it. */
export async function removeNetwork(context: Context, chain: string): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    await api.removeNetwork(chain)
    terminal.result({ chain, removed: true }, [`The network ${chain} is removed.`])
    return exitCodes.done
  })
}

/** Replaces the transactions in a network's mempool that block the project's treasury by empty transactions. */
export async function freeNetwork(context: Context, chain: string): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    await api.freeNetwork(chain)
    terminal.result({ chain, replaced: true }, [
      `Empty transactions go out in the places of those that wait on ${chain}. What is minted next: ${typed('runs')}`,
    ])
    return exitCodes.done
  })
}

/** Resets a practice network, after a question with the counts of what Mintdesk then forgets. */
export async function resetNetwork(context: Context, chain: string, { yes }: { yes?: boolean }): Promise<ExitCode> {
  const { terminal, stop } = context
  return withApi(context, async (api) => {
    const counts = await api.resetCounts(chain)
    if (!yes) {
      if (!terminal.canAsk)
        throw new CommandError('confirm.missing', 'Nothing was reset: add --yes to reset it without being asked.')
      if (!(await confirm(terminal, `${resetText(counts)} Reset the practice network ${chain}?`, stop)))
        throw new CommandError('confirm.refused', 'Nothing was reset.')
    }
    await api.resetPractice(chain)
    terminal.result({ chain, reset: true, removed: counts }, [`The practice network ${chain} began afresh.`])
    return exitCodes.done
  })
}

export async function fundOnNetwork(
  context: Context,
  chain: string,
  address: string,
  amount: string | undefined,
): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const funded = await api.fundPractice(chain, { address, ...(amount === undefined ? {} : { amount }) })
    const { address: account, given } = funded
    terminal.result(funded, [
      `${account} has ${fromUnits(given.amount, given.decimals)} ${given.currency} more on the practice network ${chain}.`,
    ])
    return exitCodes.done
  })
}

/** Tests the RPCs of a live network; the exit code is 1 if none of them can be used. */
export async function testNetwork(context: Context, chain: string, { rpc }: { rpc?: string[] }): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const reports = await api.testRpcs(chain, rpc)
    terminal.result({ chain, rpcs: reports }, reportTable(reports, terminal.columns))
    return reports.some(({ ok }) => ok) ? exitCodes.done : exitCodes.failed
  })
}

function reportTable(reports: readonly RpcReport[], width: number): string[] {
  return table(
    [
      { header: 'RPC', most: 34 },
      { header: 'ms', right: true },
      { header: 'block', right: true },
      { header: 'verdict' },
    ],
    reports.map(({ url, latencyMs, block, verdict }) => [url, String(latencyMs ?? '-'), String(block ?? '-'), verdict]),
    width,
  )
}
