/** How the API names tokens and collections that have an address of their own, and no number in a contract. */
import { familyOf } from './families.ts'

/** What one of these bodies calls a token. */
export interface NamedToken {
  tokenId?: string | undefined
  mintHash?: string | undefined
  tokenAddress?: string | undefined
}

/** The field that bears a token's own address. @param chain the token's */
export function tokenField(chain: string, address: string): { mintHash: string } | { tokenAddress: string } {
  return familyOf(chain).apiNames?.token === 'tokenAddress' ? { tokenAddress: address } : { mintHash: address }
}

/** The token's own address, by whichever name it goes; undefined where it is a number in its contract. */
export function ownAddressOf({ mintHash, tokenAddress }: NamedToken): string | undefined {
  return mintHash ?? tokenAddress
}

/** The field in which a transfer between wallets bears it. */
export function transferField(chain: string, address: string): { tokenMintAddress: string } | { tokenAddress: string } {
  return familyOf(chain).apiNames?.token === 'tokenAddress' ? { tokenAddress: address } : { tokenMintAddress: address }
}

/** The field that bears a collection's address, where its tokens have addresses of their own. */
export function collectionField(
  chain: string,
  address: string,
): { mintAddress: string } | { collectionAddress: string } {
  return familyOf(chain).apiNames?.collection === 'collectionAddress'
    ? { collectionAddress: address }
    : { mintAddress: address }
}
