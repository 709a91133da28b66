import type { WalletNftAnswer } from '../../shared/api-schemas/wallets.ts'
import type { WalletMeaning } from '../../shared/app-api.ts'
import { count, counted } from '../../shared/format.ts'
import type { Api } from '../api.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { table } from '../table.ts'

/** api.md: as many as a page of the API holds. */
const perPage = 100
/** Ours: what fits on a few screens; `--json` has all. */
const shownNfts = 50

/** What a wallet holds. It may be named by a locator, an address, an e-mail address or a user id. */
export async function showWallet(context: Context, text: string): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const { meanings, message } = await api.searchWallets(text)
    const [meaning, ...others] = meanings
    if (meaning === undefined)
      throw new CommandError('wallet.unknown', message ?? `${JSON.stringify(text)} names no wallet.`)
    const nfts = await nftsOf(api, meaning.locator, terminal.json ? Number.POSITIVE_INFINITY : shownNfts)
    const { locator, chain, address } = meaning
    terminal.result({ locator, chain, address, count: meaning.count, nfts, others }, [
      ...walletLines(meaning, nfts, terminal.columns),
      ...others.map((other) => `Also: ${other.description}, ${counted(other.count, 'NFT')}: ${other.locator}`),
    ])
    return exitCodes.done
  })
}

async function nftsOf(api: Api, locator: string, most: number): Promise<WalletNftAnswer[]> {
  const nfts: WalletNftAnswer[] = []
  for (let page = 1; nfts.length < most; page++) {
    const more = await api.walletNfts(locator, page, perPage)
    nfts.push(...more)
    if (more.length < perPage) break
  }
  return nfts.slice(0, most)
}

function walletLines(
  { description, address, count: held }: WalletMeaning,
  nfts: readonly WalletNftAnswer[],
  width: number,
): string[] {
  const head = [description, `${address} holds ${held === 0 ? 'no NFTs' : counted(held, 'NFT')}.`]
  if (nfts.length === 0) return head
  const rows = nfts.map(({ tokenId, contractAddress, metadata }) => [
    tokenId,
    metadata.collection.name,
    contractAddress,
    metadata.name,
  ])
  return [
    ...head,
    '',
    ...table(
      [
        { header: 'token', right: true, most: 12 },
        { header: 'collection', most: 18 },
        { header: 'contract', most: 15 },
        { header: 'name' },
      ],
      rows,
      width,
    ),
    ...(held > nfts.length ? [`and ${count(held - nfts.length)} more; --json lists all.`] : []),
  ]
}
