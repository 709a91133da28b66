import type { ActionAnswer } from '../../../../shared/api-schemas/actions.ts'
import { stable } from '../../../../shared/api-schemas/common.ts'
import { tokenField } from '../../../../shared/token-names.ts'
import type { Transfer } from '../../../chains/family/work.ts'
import { mintsByPk } from '../../../store/collections/nfts.ts'
import { type TransferWithHash, transferByPk } from '../../../store/journal/transfers/transfers.ts'
import type { Store } from '../../../store/sqlite/open.ts'
import { failure, times } from '../actions/view.ts'

/** The action of a transfer, and its project. @param base `http://<host>`, with which `resource` begins */
export async function readTransfer(
  db: Store,
  pk: number,
  base: string,
): Promise<{ projectId: string; action: ActionAnswer }> {
  const row = await transferByPk(db, pk)
  const [nft] = row.mint_pk === null ? [] : await mintsByPk(db, [row.mint_pk])
  return { projectId: row.project_id, action: actionOfTransfer(row, nft?.id, base) }
}

/** @param nftId if it is an NFT of this database; others are named by their locator */
export function actionOfTransfer(row: TransferWithHash, nftId: string | undefined, base: string): ActionAnswer {
  const { contract, tokenId, standard, quantity, holder, to } = JSON.parse(row.work) as Transfer
  const done = row.status === 'succeeded'
  const place = tokenId === '' ? contract : `${contract}:${tokenId}`
  return {
    actionId: row.id,
    action: 'wallets:nfts.transfer',
    status: row.status,
    data: {
      ...(done && row.done_by !== null ? { txId: row.done_by } : {}),
      chain: row.chain,
      fromAddress: holder,
      toAddress: to,
      token: {
        id: nftId ?? `${row.chain}:${place}`,
        ...(tokenId === '' ? tokenField(row.chain, contract) : { contractAddress: contract, tokenId }),
        ...(standard === 'erc-1155' ? { quantity } : {}),
        ...(standard === 'erc-1155' ? {} : { owner: { walletAddress: done ? to : holder } }),
      },
      ...(row.status === 'failed' ? failure(row, false) : {}),
    },
    ...times(row.status, row.started_at, row.completed_at),
    resource: `${base}${stable}/actions/${encodeURIComponent(row.id)}`,
  }
}
