import { setTimeout as pause } from 'node:timers/promises'
import type { FoundCollection, RecoveryState } from '../../shared/app-api.ts'
import { count, counted } from '../../shared/format.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { openProgress } from '../progress.ts'
import { table } from '../table.ts'

export interface RecoverOptions {
  dryRun?: boolean
  collection?: string[]
}

/** Ours: polling interval, ms. */
const lookMs = 200

/** Rebuilds collections and minted NFTs from the seed and the chains. Can be repeated: known NFTs stay unchanged. */
export async function recover(context: Context, options: RecoverOptions): Promise<ExitCode> {
  const { terminal, stop } = context
  return withApi(context, async (api) => {
    const dryRun = options.dryRun ?? false
    const progress = await openProgress(terminal, 'searched')
    let state = await api.startRecovery({ dryRun, collectionIds: options.collection ?? [] })
    while (state.state === 'running') {
      if (stop.aborted) return exitCodes.interrupted
      if (state.step) progress.show({ done: state.step.done, total: state.step.total, note: state.step.what })
      await pause(lookMs)
      state = await api.recovery()
    }
    progress.end()
    if (state.state === 'failed') throw new CommandError('recovery.failed', state.message ?? 'Recovery failed.')
    const { found, remarks } = state
    terminal.result({ dryRun, found, remarks }, report(state, dryRun, terminal.columns))
    return remarks.length > 0 || found.some(({ remark }) => remark !== null) ? exitCodes.someFailed : exitCodes.done
  })
}

/** What a recovery cannot restore. */
const notOnChains =
  'Runs, failed rows, API keys and webhooks are on no chain and cannot be recovered. NFTs get ids of ours until they are asked for again under their own; on Solana and Aptos they are known by recipient and metadata then.'

/** What a recovery found, and what follows from it, in lines. */
export function report(
  { found, remarks }: Pick<RecoveryState, 'found' | 'remarks'>,
  dryRun: boolean,
  width: number,
): string[] {
  const nfts = (of: (one: FoundCollection) => number) =>
    counted(
      found.reduce((total, one) => total + of(one), 0),
      'NFT',
    )
  const last = [
    `Found ${counted(found.length, 'collection')} with ${nfts(({ minted }) => minted)}.`,
    dryRun ? 'Nothing was changed.' : `${nfts(({ entered }) => entered)} entered.`,
  ].join(' ')
  const notes = found.flatMap(({ collectionId, remark }) => (remark === null ? [] : [`${collectionId}: ${remark}`]))
  return [
    ...(found.length === 0 ? [] : [...foundTable(found, width), '']),
    last,
    ...notes,
    ...remarks,
    ...(found.length === 0 ? [] : [notOnChains]),
    ...(dryRun || found.length === 0
      ? []
      : [
          'Drop the same file, or ask for the same ids again: what was minted is known again, and nothing is minted twice.',
        ]),
  ]
}

function foundTable(found: readonly FoundCollection[], width: number): string[] {
  return table(
    [
      { header: 'collection' },
      { header: 'chain' },
      { header: 'kind' },
      { header: 'project', right: true },
      { header: 'NFTs', right: true },
      { header: 'contract' },
    ],
    found.map(({ collectionId, chain, kind, projectIndex, minted, contract }) => [
      collectionId,
      chain,
      kind,
      String(projectIndex),
      count(minted),
      contract,
    ]),
    width,
  )
}
