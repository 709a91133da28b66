import { type ChainName, chainNamed } from '../shared/chains.ts'
import { familyOf } from '../shared/families.ts'
import { parseWallet } from '../shared/locator.ts'
import { transferField } from '../shared/token-names.ts'
import { CommandError } from './failure.ts'

/** An NFT in the form of the API's transfers. */
type NamedNft =
  | { chain: ChainName; contractAddress: string; tokenId: string }
  | ({ chain: ChainName } & ReturnType<typeof transferField>)

/**
 * Parses an NFT: `<chain>:<contract>:<token id>`, on Solana `solana:<mint hash>`, on Aptos `aptos:<token address>`. The chain may be
 * left out if `wallet`, which holds the NFT, names it.
 * @throws CommandError `nft.format`, which explains the right form
 */
export function nftNamed(text: string, wallet: string): NamedNft {
  const parts = text.trim().split(':')
  const first = chainNamed(parts[0] ?? '')
  const holder = parseWallet(wallet)
  const chain = first ?? (holder.ok ? holder.recipient.chain : undefined)
  const [address = '', tokenId, ...more] = first === undefined ? parts : parts.slice(1)
  if (chain === undefined)
    throw new CommandError(
      'nft.format',
      tokenId === undefined
        ? `${JSON.stringify(text)} names no NFT: write it as <chain>:<contract>:<token id>, on Solana solana:<mint hash>, on Aptos aptos:<token address>.`
        : `${JSON.stringify(text)} names no chain: write it as ${JSON.stringify(`polygon:${text.trim()}`)}.`,
    )
  if (familyOf(chain).tokenIds) {
    if (address !== '' && tokenId !== undefined && /^\d+$/.test(tokenId) && more.length === 0)
      return { chain, contractAddress: address, tokenId }
    throw new CommandError(
      'nft.format',
      `${JSON.stringify(text)} names no NFT on ${chain}: write it as "${chain}:<contract>:<token id>".`,
    )
  }
  if (address !== '' && tokenId === undefined) return { chain, ...transferField(chain, address) }
  throw new CommandError(
    'nft.format',
    `${JSON.stringify(text)} names no NFT on ${chain}: write it as "${chain}:<${familyOf(chain).words.token.toLowerCase()}>".`,
  )
}

export function locatorOf(nft: NamedNft): string {
  if ('contractAddress' in nft) return `${nft.chain}:${nft.contractAddress}:${nft.tokenId}`
  return `${nft.chain}:${'tokenAddress' in nft ? nft.tokenAddress : nft.tokenMintAddress}`
}
