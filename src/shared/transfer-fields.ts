/** Parses the fields of a transfer for its chain. */
import type { ChainName } from './chains.ts'
import { familyOf } from './families.ts'
import { parseRecipient, parseWallet, type Recipient } from './locator.ts'

/** A field's value, or the sentences about all its faults. */
export type FieldRead<Value> = { ok: true; value: Value } | { ok: false; messages: string[] }

/** An address in normal form. Zero and burn addresses are accepted: no NFT of the project is there. */
export function readAddress(chain: ChainName, text: string): FieldRead<string> {
  const checked = familyOf(chain).checkAddress(text.trim())
  if (checked.ok) return { ok: true, value: checked.address }
  return checked.address === undefined ? wrong(checked.faults) : { ok: true, value: checked.address }
}

/** Parses the recipient of the NFT. */
export function readRecipient(chain: ChainName, text: string): FieldRead<Recipient> {
  const parsed = parseRecipient(withChain(text, chain), chain)
  return parsed.ok ? { ok: true, value: parsed.recipient } : wrong(parsed.faults)
}

/** Parses the wallet that holds the NFT. @param name the field's name, for messages */
export function readHolder(chain: ChainName, text: string, name: string): FieldRead<Recipient> {
  const parsed = parseWallet(withChain(text, chain), chain)
  if (!parsed.ok) return wrong(parsed.faults)
  if (parsed.recipient.chain === chain) return { ok: true, value: parsed.recipient }
  return { ok: false, messages: [`${name} is a wallet on ${parsed.recipient.chain}, but the NFT is on ${chain}.`] }
}

function wrong(faults: readonly { message: string }[]): { ok: false; messages: string[] } {
  return { ok: false, messages: faults.map(({ message }) => message) }
}

/** Adds the request's chain to a user id without one. */
function withChain(text: string, chain: ChainName): string {
  return /^\s*userid:[^:]*$/i.test(text) ? `${text.trim()}:${chain}` : text
}
