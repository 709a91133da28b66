import type { ActionAnswer } from '../../shared/api-schemas/actions.ts'
import { ownAddressOf } from '../../shared/token-names.ts'
import { endOfAction } from '../await-action.ts'
import { type Context, withApi } from '../context.ts'
import { type ExitCode, exitCodes } from '../failure.ts'
import { nftNamed } from '../nft-text.ts'

export interface TransferOptions {
  from: string
  to: string
  /** Units of an ERC-1155 token. */
  quantity?: string
}

/** Transfers an NFT out of a wallet of the project, and waits until the transfer is settled. */
export async function transfer(context: Context, text: string, options: TransferOptions): Promise<ExitCode> {
  const request = { ...nftNamed(text, options.from), ...options }
  return withApi(context, async (api) => {
    const id = await api.transfer(request)
    context.terminal.note('Accepted; waiting until it is on chain.')
    const action = await endOfAction(context, api, id)
    context.terminal.result({ action }, [movedLine(action)])
    return exitCodes.done
  })
}

export function movedLine({ data }: Pick<ActionAnswer, 'data'>): string {
  const { token, fromAddress, toAddress, txId } = data
  const units = token?.quantity === undefined ? '' : `${token.quantity} of `
  const named = (token && ownAddressOf(token)) ?? `token ${token?.tokenId} of ${token?.contractAddress}`
  return `${units}${named} went from ${fromAddress} to ${toAddress}, by the transaction ${txId}.`
}
