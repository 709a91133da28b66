/** The API's field names for tokens with an address of their own (not a number in a contract), and for their collections. */
import { familyOf } from './families.ts'

/** The fields of a body that can name a token. */
export interface NamedToken {
  tokenId?: string | undefined
  mintHash?: string | undefined
  tokenAddress?: string | undefined
}

/** The field with a token's own address. @param chain the token's */
export function tokenField(chain: string, address: string): { mintHash: string } | { tokenAddress: string } {
  return familyOf(chain).apiNames?.token === 'tokenAddress' ? { tokenAddress: address } : { mintHash: address }
}

/** The token's own address, from either field; undefined for a token that is a number in its contract. */
export function ownAddressOf({ mintHash, tokenAddress }: NamedToken): string | undefined {
  return mintHash ?? tokenAddress
}

/** The field with a token's own address in a transfer between wallets. */
export function transferField(chain: string, address: string): { tokenMintAddress: string } | { tokenAddress: string } {
  return familyOf(chain).apiNames?.token === 'tokenAddress' ? { tokenAddress: address } : { tokenMintAddress: address }
}

/** The field with a collection's address, if its tokens have addresses of their own. */
export function collectionField(
  chain: string,
  address: string,
): { mintAddress: string } | { collectionAddress: string } {
  return familyOf(chain).apiNames?.collection === 'collectionAddress'
    ? { collectionAddress: address }
    : { mintAddress: address }
}
