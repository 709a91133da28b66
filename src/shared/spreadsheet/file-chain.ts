/** Finds the chain of a file's recipients from its first rows. */
import type { ColumnMapping } from '../app-api.ts'
import { type ChainName, chainNamed } from '../chains.ts'
import type { Family } from '../families/family.ts'
import { families, familyOf } from '../families.ts'

/** The family and chain of most of a file's addresses. */
export interface FileChain {
  family: Family
  /** The chain that most of them name; null if there is none. */
  chain: ChainName | null
}

/**
 * The family and chain of most addresses in a file.
 * @param rows the first rows of the file
 * @returns null if they hold no address: e-mail addresses and user ids without a chain fit every chain
 */
export function fileChainOf(columns: readonly ColumnMapping[], rows: readonly (readonly string[])[]): FileChain | null {
  const places = columns.flatMap(({ field }, at) => (field === 'recipient' ? [at] : []))
  const found = rows.flatMap((row) => places.flatMap((at) => chainOfCell(row[at]?.trim() ?? '') ?? []))
  const family = mostOf(found.map((one) => one.family))
  if (family === undefined) return null
  // A single row that names another chain than the rest is an error of that row.
  return { family, chain: mostOf(found.map(({ chain }) => chain)) ?? null }
}

/** The item that makes up more than half of all; undefined if none does. */
function mostOf<Item>(all: readonly Item[]): Item | undefined {
  const counts = new Map<Item, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].find(([, count]) => count > all.length / 2)?.[0]
}

/** Whether a chain can mint to the addresses of a file. */
export function fitsChain(file: FileChain, chain: string): boolean {
  return familyOf(chain) === file.family && (file.chain === null || file.chain === chain)
}

/**
 * The collection to mint a file into: the wanted one if its chain fits the addresses, otherwise one whose chain does.
 * @param collections those that can be minted into now
 * @returns undefined if no collection fits
 */
export function collectionFor<Collection extends { id: string; chain: string }>(
  file: FileChain | null,
  collections: readonly Collection[],
  wanted: string,
): Collection | undefined {
  const preferred = collections.find(({ id }) => id === wanted)
  if (file === null || (preferred && fitsChain(file, preferred.chain))) return preferred
  const exact = collections.filter(({ chain }) => fitsChain(file, chain))
  const fitting = exact.length > 0 ? exact : collections.filter(({ chain }) => familyOf(chain) === file.family)
  const main = file.chain ?? file.family.mainChain
  return fitting.find(({ id }) => id === `default-${main}`) ?? fitting.find(({ chain }) => chain === main) ?? fitting[0]
}

function chainOfCell(text: string): FileChain | null {
  const [, name = '', rest = ''] = /^([a-z\d-]+):(.+)$/i.exec(text) ?? []
  const chain = chainNamed(name)
  if (chain !== undefined) return { family: familyOf(chain), chain }
  // "email:…:base" and "userId:…:base" name their chain last.
  const last = /^(?:email|userid)$/i.test(name) ? chainNamed(rest.slice(rest.lastIndexOf(':') + 1)) : undefined
  if (last !== undefined) return { family: familyOf(last), chain: last }
  const family = Object.values(families).find((one) => one.supported && isAddressOf(one, text))
  return family === undefined ? null : { family, chain: null }
}

/** Whether a text has the form of a family's addresses, even with a typing error or if nobody owns the address. */
function isAddressOf(family: Family, text: string): boolean {
  const checked = family.checkAddress(text)
  return checked.ok || checked.faults.every(({ code }) => code !== 'recipient.format')
}
