import type { ChainClient } from '../chains/family/family.ts'
import type { TokensClient } from '../chains/family/holdings.ts'
import { deployedContracts } from '../store/collections/collections.ts'
import { findScan, openScan, type ScanRow } from '../store/holdings/scans.ts'
import type { Store } from '../store/sqlite/open.ts'
import { contractScope, firstBlock } from './first-block.ts'
import { type Budget, checkedScan, readOn } from './scan.ts'

/** The wallet that is looked at. */
export interface Wallet {
  kind: 'practice' | 'live'
  chain: string
  /** 0x-hex in lower case, or as the chain writes it. */
  address: string
}

export interface EventsRead {
  /** Whether everything that ever came to the wallet was seen. */
  all: boolean
  /** Whether the same is so of the app's own contracts. */
  own: boolean
  /** What a person should know, a sentence each. */
  notes: string[]
}

export interface ReadEventsDeps {
  db: Store
  node: ChainClient
  tokens: TokensClient
  head: number
  budget: Budget
}

/**
 * Brings what is known of a wallet up to the chain's head, as far as the budget goes. Practice networks are small: all that came to the wallet
 * is read. On live networks that is a scan which a person begins; what is always read there are the transfers of our own contracts, once for all wallets.
 */
export async function readEvents(deps: ReadEventsDeps, wallet: Wallet): Promise<EventsRead> {
  const { db, node } = deps
  const scope = walletScope(wallet.address)
  const scan =
    wallet.kind === 'practice' ? await openScan(db, node.network, scope, 0) : await findScan(db, node.network, scope)
  if (scan && scan.state === 'idle' && (await readScopes(deps, wallet.kind, [{ row: scan, holder: wallet.address }])))
    return { all: true, own: true, notes: [] }
  if (wallet.kind === 'practice') return { all: false, own: false, notes: [await progressNote(deps, [scope])] }
  const contracts = await ownScopes(deps, wallet)
  if (await readScopes(deps, wallet.kind, contracts)) return { all: false, own: true, notes: [] }
  return {
    all: false,
    own: false,
    notes: [
      await progressNote(
        deps,
        contracts.map(({ row }) => row.scope),
      ),
    ],
  }
}

export function walletScope(address: string): string {
  return `wallet:${address}`
}

type Scope = { row: ScanRow } & ({ holder: string } | { contract: string })

async function readScopes(
  { db, tokens, node, head, budget }: ReadEventsDeps,
  kind: 'practice' | 'live',
  scopes: readonly Scope[],
): Promise<boolean> {
  if (scopes.length === 0) return true
  const checked = await Promise.all(
    scopes.map(async (scope) => ({
      row: await checkedScan(db, tokens, scope.row, kind),
      filter: 'holder' in scope ? { holder: scope.holder } : { contracts: [scope.contract] },
    })),
  )
  return await readOn({ db, tokens, network: node.network, head, unsettled: node.confirmations }, checked, budget)
}

/** The app's own contracts on a live network, each from the block that it came with. */
async function ownScopes({ db, node }: ReadEventsDeps, { kind, chain }: Wallet): Promise<Scope[]> {
  const collections = await deployedContracts(db, kind, chain)
  return await Promise.all(
    collections.map(async (collection) => {
      const contract = collection.contract_address.toLowerCase()
      const scope = contractScope(contract)
      const known = await findScan(db, node.network, scope)
      return {
        contract,
        row: known ?? (await openScan(db, node.network, scope, await firstBlock(db, node, collection))),
      }
    }),
  )
}

async function progressNote({ db, node, head }: ReadEventsDeps, scopes: readonly string[]): Promise<string> {
  const rows = await Promise.all(scopes.map((scope) => findScan(db, node.network, scope)))
  const through = Math.min(...rows.map((row) => row?.through ?? 0))
  return `Transfers are read up to block ${Math.max(0, through)} of ${head} so far; ask again for the rest.`
}
