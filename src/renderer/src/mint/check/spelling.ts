import { familyOf } from '../../../../shared/families.ts'

/** An address as written, and as its checksum requires. Where they differ, a character is mistyped, or its case is wrong. */
export interface Spellings {
  written: string
  meant: string
}

/**
 * Both spellings of the address in a cell.
 * @param chain the collection's chain; a cell may name another one before the address
 * @returns null where only one spelling is known
 */
export function spellingsOf(chain: string, cell: string): Spellings | null {
  const written = cell.trim()
  const [, named = '', address = ''] = /^([a-z\d-]+:)?(.*)$/is.exec(written) ?? []
  const family = familyOf(named === '' ? chain : named.slice(0, -1))
  if (!family.caselessAddresses) return null
  const checked = family.checkAddress(address.toLowerCase())
  if (!checked.ok || checked.address.toLowerCase() !== address.toLowerCase() || checked.address === address) return null
  return { written, meant: named + checked.address }
}
