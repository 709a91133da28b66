import { familyOf } from './families.ts'

/** What makes an explorer show another network of its family than the main one: https://explorer.solana.com, https://explorer.aptoslabs.com */
const queries: ReadonlyMap<string, string> = new Map([
  ['solana-devnet', '?cluster=devnet'],
  ['aptos-testnet', '?network=testnet'],
])

/**
 * The page of an address or a transaction in a network's block explorer; null where it has none.
 * @param network `explorer`: its address, without a slash at the end
 */
export function explorerPage(
  network: { chain: string; explorer: string | null } | undefined,
  page: 'address' | 'tx',
  of: string,
): string | null {
  if (!network || network.explorer === null) return null
  return `${network.explorer}/${familyOf(network.chain).explorerPaths[page]}/${of}${queries.get(network.chain) ?? ''}`
}
