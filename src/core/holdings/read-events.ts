import type { ChainClient } from '../chains/family/family.ts'
import type { TokensClient } from '../chains/family/holdings.ts'
import { deployedContracts } from '../store/collections/collections.ts'
import { findScan, openScan, type ScanRow } from '../store/holdings/scans.ts'
import type { Store } from '../store/sqlite/open.ts'
import { contractScope, firstBlock } from './first-block.ts'
import { type Budget, checkedScan, readOn } from './scan.ts'

/** The wallet to list. */
export interface Wallet {
  kind: 'practice' | 'live'
  chain: string
  /** 0x-hex in lower case, or in the chain's own form. */
  address: string
}

export interface EventsRead {
  /** Whether all transfers to the wallet were read. */
  all: boolean
  /** Whether all transfers of Mintdesk's own contracts were read. */
  own: boolean
  /** What the person should know, a sentence each. */
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
 * Reads transfer events up to the chain's head, as far as the budget goes. Practice networks are small: all transfers to the wallet are read. On live
 * networks only a scan that the person starts reads these; the transfers of our own contracts are always read, once for all wallets.
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

/** The scopes of Mintdesk's own contracts on a live network, each from its first block. */
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
