import type { Network } from '../../shared/app-api.ts'
import { type Context, withApi } from '../context.ts'
import { type ExitCode, exitCodes } from '../failure.ts'
import { table } from '../table.ts'

/** Every network with its state now; asking starts none. */
export async function listNetworks(context: Context): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api, connection) => {
    const networks = (await api.networks()).map((network) => ({ name: network.chain, ...network }))
    const hint = connection.own
      ? ['', `They run while Mintdesk runs (${typed('serve')}), each from its first use on.`]
      : []
    terminal.result({ networks }, [...networkTable(networks, terminal.columns), ...hint])
    return exitCodes.done
  })
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
    networks.map(({ chain, chainId, kind, state, reason, rpcUrl }) => [
      chain,
      chainId === null ? '-' : String(chainId),
      kind,
      state,
      reason ?? rpcUrl ?? '-',
    ]),
    width,
  )
}
