import type { ActionAnswer } from '../../shared/api-schemas/actions.ts'
import { ownAddressOf } from '../../shared/token-names.ts'
import { endOfAction } from '../await-action.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { locatorOf, nftNamed } from '../nft-text.ts'

/** Burns an NFT that a wallet of the project holds, after a question, and waits until the burn is settled. */
export async function burn(context: Context, text: string, { yes = false }: { yes?: boolean }): Promise<ExitCode> {
  const { terminal, stop } = context
  const nft = nftNamed(text, '')
  return withApi(context, async (api) => {
    const { collectionId, id } = await api.locatedNft(locatorOf(nft))
    if (!yes) await askFirst(`Burn the NFT ${id} of the collection ${collectionId}? It is then gone for good.`)
    const action = await api.burn(collectionId, id)
    terminal.note('Accepted; waiting until it is on chain.')
    const done = await endOfAction(context, api, action)
    terminal.result({ action: done }, [burntLine(done)])
    return exitCodes.done
  })

  async function askFirst(question: string): Promise<void> {
    if (!terminal.canAsk)
      throw new CommandError('confirm.missing', 'Nothing was burnt: add --yes to burn it without being asked.')
    const { confirm } = await import('../ask/ask.ts')
    if (!(await confirm(terminal, question, stop))) throw new CommandError('confirm.refused', 'Nothing was burnt.')
  }
}

function burntLine({ data }: Pick<ActionAnswer, 'data'>): string {
  const { token, collection, txId } = data
  const units = token?.amount === undefined ? '' : `${token.amount} of `
  const named = (token && ownAddressOf(token)) ?? `token ${token?.tokenId} of ${collection?.contractAddress}`
  return `${units}${named} is burnt, by the transaction ${txId}.`
}
