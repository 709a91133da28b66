import { isChainName } from '../../../../shared/chains.ts'
import { explorerTransaction } from '../../../chains/networks.ts'
import type { MintOutcome, NotAdded } from '../../../imports/output.ts'
import { runRowView } from '../../../minting/runs/view.ts'
import type { RunRecord } from '../../../store/journal/runs/runs.ts'
import type { AppContext } from '../context.ts'
import { allMints } from './search.ts'

/** The outcome of each mint of a run, for its results file. @param practice whether no explorer shows it */
export async function* outcomes(
  context: AppContext,
  record: RunRecord,
  practice: boolean,
): AsyncGenerator<MintOutcome> {
  const chain = isChainName(record.chain) ? record.chain : undefined
  for await (const mint of allMints(context, record.id)) {
    const { state, tokenId, txId, error, nftId, address, recipient, failures } = runRowView(mint)
    const [first] = failures
    yield {
      row: mint.row ?? 0,
      status: state,
      nftId,
      tokenId,
      contractAddress: record.contract_address,
      txId,
      explorerUrl:
        practice || chain === undefined || txId === null
          ? null
          : (explorerTransaction(context.chains.networks.of(chain), txId) ?? null),
      ownerAddress: state === 'succeeded' ? address : null,
      correctedTo: first === undefined || first.recipient === recipient ? null : recipient,
      error,
      firstError: first === undefined ? null : `${first.error} (It was for ${first.recipient}, and was corrected.)`,
    }
  }
}

/** What a results file says of rows that were not added to the run; null if all were. */
export function notAdded({ entering, unentered, left_off: why }: RunRecord): NotAdded | null {
  if (unentered === 0) return null
  return entering === 1 ? { status: 'queued', error: '' } : { status: 'cancelled', error: why ?? '' }
}
