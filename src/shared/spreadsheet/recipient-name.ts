import { type ChainName, chainLabel, chainNamed } from '../chains.ts'
import type { NameService } from '../families/family.ts'
import { families, familyOf } from '../families.ts'

/** A recipient written as a name, such as `nick.eth`, of the chain's own name service or of another family's. */
export type WrittenName = { name: string; of: 'own' } | { name: string; of: 'other'; label: string }

/** The result of looking up a name; `remarks`: one sentence each. */
export type KnownName = { address: string; remarks: readonly string[] } | { fault: string }

/** Returns the result for a name; undefined if it was not looked up. */
export type KnownNames = (name: string) => KnownName | undefined

/**
 * Parses a recipient written as a name: `nick.eth`, or `polygon:nick.eth`; undefined for anything else. It does not check that the name
 * exists.
 * @param chain the collection's
 */
export function writtenName(text: string, chain: ChainName): WrittenName | undefined {
  const trimmed = text.trim()
  const colon = trimmed.indexOf(':')
  if (colon >= 0 && chainNamed(trimmed.slice(0, colon)) !== chain) return undefined
  const name = trimmed.slice(colon + 1).trim()
  if (!name.includes('.')) return undefined
  const ending = /^[^\s:@/]+\.([^\s:@/.\d][^\s:@/.]*)$/u.exec(name)?.[1]?.toLowerCase()
  if (ending === undefined || name.length > longest) return undefined
  const own = familyOf(chain).names
  const claims = ({ endings }: NameService) => endings.includes(ending)
  if (own && claims(own)) return { name, of: 'own' }
  const other = Object.values(families).find(({ names }) => names !== null && claims(names))
  if (other?.names) return { name, of: 'other', label: other.names.label }
  return own?.anyEnding ? { name, of: 'own' } : undefined
}

/** DNS's limit: the most characters of a name. */
const longest = 255

/** Why a name cannot be a recipient on a chain, found without a lookup; undefined: it must be looked up. */
export function nameFault(written: WrittenName, chain: ChainName, isLive: boolean): string | undefined {
  const { name } = written
  if (written.of === 'other')
    return `${name} is a name of ${written.label}, and the collection is on ${chainLabel(chain)}: write an address on ${chainLabel(chain)}.`
  if (isLive) return undefined
  return `${name} is a name, and names are looked up on live projects only: write the address.`
}
