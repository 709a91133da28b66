import { familyOf } from './families.ts'

/** The query with which an explorer shows another network than the family's main one: https://explorer.solana.com, https://explorer.aptoslabs.com */
const queries: ReadonlyMap<string, string> = new Map([
  ['solana-devnet', '?cluster=devnet'],
  ['aptos-testnet', '?network=testnet'],
])

/**
 * The URL of an address or a transaction in a network's block explorer; null if it has none.
 * @param network `explorer`: its URL without a trailing slash
 */
export function explorerPage(
  network: { chain: string; explorer: string | null } | undefined,
  page: 'address' | 'tx',
  of: string,
): string | null {
  if (!network || network.explorer === null) return null
  return `${network.explorer}/${familyOf(network.chain).explorerPaths[page]}/${of}${queries.get(network.chain) ?? ''}`
}
