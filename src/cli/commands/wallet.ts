import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { type Coverage, eachOnce, type walletNfts } from '../../shared/api-schemas/wallets.ts'
import type { WalletMeaning, WalletScan } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import type { Family } from '../../shared/families/family.ts'
import { familyOf } from '../../shared/families.ts'
import { count, counted } from '../../shared/format.ts'
import { ownAddressOf } from '../../shared/token-names.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { openProgress } from '../progress.ts'
import { table } from '../table.ts'

export interface WalletOptions {
  scan?: boolean
  stop?: boolean
  forget?: boolean
}

type WalletNfts = z.output<typeof walletNfts>

/** NFTs on a page of the API. */
const perPage = 100
/** Ours: NFTs that fit on a few screens; `--json` has all. */
const shownNfts = 50
/** Ours: polling interval, ms. */
const lookMs = 250

/** Shows what a wallet holds. @param text a locator, an address, an e-mail address or a user id */
export async function showWallet(context: Context, text: string, options: WalletOptions): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    const { meanings, message } = await api.searchWallets(text)
    const [meaning, ...others] = meanings
    if (meaning === undefined)
      throw new CommandError('wallet.unknown', message ?? `${JSON.stringify(text)} names no wallet.`)
    const { locator, chain, address } = meaning
    if (options.scan && !(await scanned(context, api, locator))) return exitCodes.interrupted
    if (options.forget) await api.orderScan(locator, 'cancel')
    else if (options.stop) await api.orderScan(locator, 'pause')
    const held = await nftsOf(api, locator, terminal.json ? Number.POSITIVE_INFINITY : shownNfts)
    const scan = await api.walletScan(locator)
    const known = Math.max(held.nfts.length, scan.found, meaning.count)
    terminal.result({ locator, chain, address, count: known, ...held, scan, others }, [
      ...walletLines(meaning, known, held.nfts, terminal.columns),
      ...coverageLines(held, scan, familyOf(chain), typed(`wallet ${locator} --scan`)),
      ...others.map((other) => `Also: ${other.description}, ${counted(other.count, 'NFT')}: ${other.locator}`),
    ])
    return exitCodes.done
  })
}

/** Scans the network and waits for the end. @returns false if interrupted: the scan then goes on while Mintdesk runs */
async function scanned({ terminal, stop }: Context, api: AppClient, locator: string): Promise<boolean> {
  const progress = await openProgress(terminal, 'blocks read')
  let scan = await api.orderScan(locator, 'start')
  while (scan.state === 'running') {
    if (stop.aborted) return false
    if (scan.head !== null)
      progress.show({ done: scan.through, total: scan.head, note: scan.message ?? counted(scan.found, 'NFT') })
    await pause(lookMs)
    scan = await api.walletScan(locator)
  }
  progress.end()
  if (scan.state === 'failed') throw new CommandError('scan.failed', scan.message ?? 'The scan failed.')
  return true
}

/** Reads what a wallet holds, page by page, each NFT once. */
export async function nftsOf(api: Pick<AppClient, 'walletNfts'>, locator: string, most: number) {
  const pages: { nfts: WalletNfts }[] = []
  for (let page = 1; ; page++) {
    const { nfts: more, ...covered } = await api.walletNfts(locator, page, perPage)
    pages.push({ nfts: more })
    const nfts = eachOnce(pages)
    if (more.length < perPage || nfts.length >= most) return { nfts: nfts.slice(0, most), ...covered }
  }
}

/** What a list covers, in sentences. */
function coverageLines(
  { coverage, note }: { coverage: Coverage; note: string | null },
  scan: WalletScan,
  { holdingEvents, indexed }: Family,
  cure: string,
): string[] {
  const words = {
    full: [],
    provider: [
      `${indexed ? 'What' : 'Your own contracts and what'} the provider knows ${indexed ? 'is' : 'are'} listed.`,
    ],
    own: [
      indexed
        ? 'Only what the provider has listed so far is shown.'
        : 'Only NFTs of contracts of this Mintdesk, and what was found otherwise, are listed.',
      ...(holdingEvents ? [`For all: ${cure}`] : []),
    ],
  }[coverage]
  const far =
    scan.state === 'running' || scan.state === 'paused'
      ? [
          `A scan is ${scan.state}: ${count(scan.through)} blocks of ${scan.head === null ? 'all' : count(scan.head)} are read.`,
        ]
      : []
  return [
    ...words,
    ...far,
    ...(note === null ? [] : [note]),
    ...(scan.state === 'failed' && scan.message ? [scan.message] : []),
  ]
}

function walletLines({ description, address }: WalletMeaning, held: number, nfts: WalletNfts, width: number): string[] {
  const head = [description, `${address} holds ${held === 0 ? 'no NFTs' : counted(held, 'NFT')}.`]
  if (nfts.length === 0) return head
  const rows = nfts.map((nft) => {
    const { metadata } = nft
    if ('assetId' in nft) {
      const [, , policy = '', name = ''] = /^([^:]+:)(\w+):(\w*)$/.exec(nft.locator) ?? []
      return [name, metadata.collection.name, policy, metadata.name]
    }
    if (!('tokenId' in nft)) return [ownAddressOf(nft) ?? '', metadata.collection.name, '', metadata.name]
    const { tokenId, contractAddress, quantity } = nft
    const name = quantity === undefined || quantity === '1' ? metadata.name : `${metadata.name} ×${quantity}`
    return [tokenId, metadata.collection.name, contractAddress, name]
  })
  // Tokens with an address of their own need no contract column.
  const hasContracts = rows.some(([, , contract]) => contract !== '')
  return [
    ...head,
    '',
    ...table(
      [
        { header: 'token', right: true, most: 12 },
        { header: 'collection', most: 18 },
        ...(hasContracts ? [{ header: 'contract', most: 15 }] : []),
        { header: 'name' },
      ],
      hasContracts ? rows : rows.map(([token = '', collection = '', , name = '']) => [token, collection, name]),
      width,
    ),
    ...(held > nfts.length ? [`and ${count(held - nfts.length)} more; --json lists all.`] : []),
  ]
}
