/** Interprets a text that names a wallet, without any network request. */
import { type ChainName, chainLabel } from '../chains.ts'
import { families, familyOf } from '../families.ts'
import { normalEmail, parseWallet } from '../locator.ts'

export type WalletReading =
  | { kind: 'empty' }
  /** `locator`: it names its chain, too. */
  | { kind: 'address' | 'locator' | 'email'; sentence: string }
  /** A name of a chain family's name service. */
  | { kind: 'name'; sentence: string; chain: ChainName }
  /** It begins like an address but is not a valid one. */
  | { kind: 'mistyped'; sentence: string }
  /** Anything else: it may be a user id of the project. */
  | { kind: 'user'; sentence: string }

/** The chain whose name service owns the ending of a name (`ada.eth`); undefined for any other text. A name is never taken for a user id. */
export function namedChain(text: string): ChainName | undefined {
  const ending = /^[^\s:@/]+\.([^\s:@/.]+)$/u.exec(text.trim())?.[1]?.toLowerCase()
  if (ending === undefined) return undefined
  return Object.values(families).find(({ names }) => names?.endings.includes(ending))?.mainChain
}

/** Classifies a text. If an address is valid in two families, the first family in the table is named. */
export function readWalletText(given: string): WalletReading {
  const text = given.trim()
  if (text === '') return { kind: 'empty' }
  const chain = namedChain(text)
  if (chain !== undefined) {
    const { names, label } = familyOf(chain)
    return { kind: 'name', chain, sentence: `A name of ${names?.label ?? label}` }
  }
  if (normalEmail(text.replace(/^email:/i, '')) !== undefined) return { kind: 'email', sentence: 'An e-mail address' }
  const whole = parseWallet(text)
  if (whole.ok) {
    const { kind, chain: on } = whole.recipient
    const what = { address: 'An address', email: 'The wallet of an e-mail address', userId: 'The wallet of a user id' }
    return { kind: 'locator', sentence: `${what[kind]} on ${chainLabel(on)}` }
  }
  // A part of one family's address may be a whole address of another family.
  const short = Object.values(families).find(({ shortAddress }) => shortAddress?.test(text))
  if (short && !parseWallet(text, short.mainChain).ok)
    return { kind: 'mistyped', sentence: `No whole address of ${short.label}: copy it again from the wallet` }
  const family = Object.values(families).find(({ mainChain }) => {
    const parsed = parseWallet(text, mainChain)
    return parsed.ok && parsed.recipient.kind === 'address'
  })
  if (family) return { kind: 'address', sentence: `An address of ${family.label}` }
  if (/^0x/i.test(text))
    return { kind: 'mistyped', sentence: 'It begins as an address does, but is none: copy it again' }
  return { kind: 'user', sentence: 'No address. Look for a user id of this name?' }
}
