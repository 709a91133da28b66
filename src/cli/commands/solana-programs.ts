import { resolve } from 'node:path'
import { count } from '../../shared/format.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { table } from '../table.ts'

/** Installs the Metaplex programs for Solana's practice network, from a folder or from a mainnet RPC. */
export async function installSolanaPrograms(
  context: Context,
  { from, rpc, acceptNew = false }: { from?: string; rpc?: string; acceptNew?: boolean },
): Promise<ExitCode> {
  if (from !== undefined && rpc !== undefined)
    throw new CommandError('programs.source', 'Name a folder with --from, or an RPC of mainnet with --rpc; not both.')
  if (rpc !== undefined && !/^https?:\/\//.test(rpc))
    throw new CommandError(
      'programs.source',
      `${JSON.stringify(rpc)} is not the address of an RPC: begin it with https://.`,
    )
  const { terminal } = context
  return withApi(context, async (api) => {
    const programs = await api.installPrograms({
      ...(from === undefined ? {} : { from: resolve(from) }),
      ...(rpc === undefined ? {} : { rpc }),
      acceptNew,
    })
    terminal.result({ programs }, [
      ...table(
        [{ header: 'program' }, { header: 'bytes', right: true }, { header: 'SHA-256', most: 20 }, { header: '' }],
        programs.map(({ name, bytes, hash, known }) => [
          name,
          count(bytes),
          hash,
          known ? 'as known' : 'new, accepted',
        ]),
        terminal.columns,
      ),
      'The practice network for Solana can be used now.',
    ])
    return exitCodes.done
  })
}
