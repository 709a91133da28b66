/** What the fields of a transfer mean on its chain. */
import type { ChainName } from './chains.ts'
import { familyOf } from './families.ts'
import { parseRecipient, parseWallet, type Recipient } from './locator.ts'

/** What a field means, or every sentence that is to be said of it. */
export type FieldRead<Value> = { ok: true; value: Value } | { ok: false; messages: string[] }

/** An address in its one form. Zero and burn addresses pass: nothing of ours is there. */
export function readAddress(chain: ChainName, text: string): FieldRead<string> {
  const checked = familyOf(chain).checkAddress(text.trim())
  if (checked.ok) return { ok: true, value: checked.address }
  return checked.address === undefined ? wrong(checked.faults) : { ok: true, value: checked.address }
}

/** Who gets the NFT. */
export function readRecipient(chain: ChainName, text: string): FieldRead<Recipient> {
  const parsed = parseRecipient(withChain(text, chain), chain)
  return parsed.ok ? { ok: true, value: parsed.recipient } : wrong(parsed.faults)
}

/** The wallet that holds the NFT, named by the field `name`. */
export function readHolder(chain: ChainName, text: string, name: string): FieldRead<Recipient> {
  const parsed = parseWallet(withChain(text, chain), chain)
  if (!parsed.ok) return wrong(parsed.faults)
  if (parsed.recipient.chain === chain) return { ok: true, value: parsed.recipient }
  return { ok: false, messages: [`${name} is a wallet on ${parsed.recipient.chain}, but the NFT is on ${chain}.`] }
}

function wrong(faults: readonly { message: string }[]): { ok: false; messages: string[] } {
  return { ok: false, messages: faults.map(({ message }) => message) }
}

/** The request names the chain once: a user id without one is on it. */
function withChain(text: string, chain: ChainName): string {
  return /^\s*userid:[^:]*$/i.test(text) ? `${text.trim()}:${chain}` : text
}
