/** The fields that answers of all providers consist of. */
import { z } from 'zod'
import type { TokenKind } from '../../chains/family/tokens.ts'

export const contract = z.string().regex(/^0x[0-9a-f]{40}$/i)

/** A token id in decimal digits or in hex with 0x. */
export const tokenId = z
  .string()
  .regex(/^(\d{1,78}|0x[0-9a-f]{1,64})$/i)
  .transform((text) => BigInt(text).toString())

/** `ERC721`, `ERC-721`, `erc721`, or anything else: null for standards that are not listed. */
export const standard = z
  .string()
  .nullish()
  .transform((text): TokenKind | null => {
    const plain = (text ?? '').toLowerCase().replace(/[^a-z0-9]/g, '')
    return plain === 'erc721' ? 'erc-721' : plain === 'erc1155' ? 'erc-1155' : null
  })

/** A block as a number, or its digits as a text; null for anything else. */
export const block = z
  .union([z.number(), z.string().regex(/^\d{1,15}$/)])
  .transform(Number)
  .nullish()
  .catch(null)
  .transform((number) => (number !== null && Number.isSafeInteger(number) ? Number(number) : null))

/** A whole number that is not negative, as a text where it is large. */
export const amount = z
  .union([z.string().regex(/^\d{1,40}$/), z.int().nonnegative()])
  .transform((value) => BigInt(value))
