import { quoted, type RecipientCode, type RecipientFinding } from './address.ts'
import { type ChainName, chainNamed, collectionChains } from './chains.ts'
import { familyOf } from './families.ts'

/** A recipient or wallet in normal form; equal recipients have equal `locator`s. */
export type Recipient = { chain: ChainName; locator: string } & (
  | { kind: 'address'; address: string }
  | { kind: 'email'; email: string }
  | { kind: 'userId'; userId: string }
)

/** A recipient with its warnings, or every fault it has. */
export type ParsedRecipient =
  | { ok: true; recipient: Recipient; warnings: RecipientFinding[] }
  | { ok: false; faults: RecipientFinding[] }

/**
 * Parses a recipient: `<chain>:<address>`, `email:<email>:<chain>`, `userId:<id>:<chain>` (the chain follows the last colon,
 * ids may contain colons), and, if the collection's chain is given, `email:<email>`, a bare address or a bare e-mail address.
 * Chain names and prefixes are case-insensitive; `sol` is `solana`.
 * @param chain the collection's chain; a recipient on another one is a fault
 */
export function parseRecipient(text: string, chain?: ChainName): ParsedRecipient {
  const parsed = parse(text.trim(), chain, 'mint')
  if (!parsed.ok || chain === undefined || parsed.recipient.chain === chain) return parsed
  return fault(
    'recipient.chain',
    `The recipient ${quoted(text.trim())} is on ${parsed.recipient.chain}, but the collection is on ${chain}: give a recipient on ${chain}.`,
  )
}

/**
 * Parses the name of a wallet, such as the identifier of `GET /wallets/{identifier}/nfts`. The forms are those of
 * {@link parseRecipient}; addresses that nobody should mint to (zero, burn) are accepted, since they can be viewed.
 * @param chain the chain of bare addresses and e-mail addresses
 */
export function parseWallet(text: string, chain?: ChainName): ParsedRecipient {
  const parsed = parse(text.trim(), chain, 'look')
  return parsed.ok ? { ...parsed, warnings: [] } : parsed
}

/** The recipient for an e-mail address on a chain (the `email` column). */
export function emailRecipient(email: string, chain: ChainName): ParsedRecipient {
  const normal = normalEmail(email)
  if (normal === undefined) {
    return fault('recipient.format', `${quoted(email.trim())} is not an e-mail address: write it as name@example.com.`)
  }
  return {
    ok: true,
    recipient: { kind: 'email', chain, email: normal, locator: `email:${normal}:${chain}` },
    warnings: [],
  }
}

/** The recipient for a project's user id on a chain (the `userId` column). The id is kept unchanged. */
export function userIdRecipient(userId: string, chain: ChainName): ParsedRecipient {
  const wrong = userIdFault(userId)
  if (wrong !== undefined) return fault('recipient.format', `The user id ${quoted(userId)} ${wrong}.`)
  return { ok: true, recipient: { kind: 'userId', chain, userId, locator: `userId:${userId}:${chain}` }, warnings: [] }
}

/**
 * An e-mail address in its normal form (trimmed, lower case, NFC, the domain in ASCII), so that every spelling leads to the same
 * wallet; undefined if the text is no e-mail address. `+tags` are kept, since they may belong to other people.
 */
export function normalEmail(text: string): string | undefined {
  const lower = text.trim().toLowerCase().normalize('NFC')
  const at = lower.lastIndexOf('@')
  const local = lower.slice(0, Math.max(at, 0))
  const domain = asciiDomain(lower.slice(at + 1))
  if (domain === undefined || !localPart.test(local) || local.length + domain.length > 253) return undefined
  return `${local}@${domain}`
}

/**
 * Unicode's full case folding of a normal address, via upper case: equal for addresses that differ only in letters with the same capitals
 * (ß and ss, ς and σ, the two µ). Such addresses stay separate recipients, but a person may have meant the same one.
 */
export function foldedEmail(normal: string): string {
  // Fast path: nearly all are ASCII, which folds to itself.
  if (/^[!-~]*$/.test(normal)) return normal
  return normal.toUpperCase().toLowerCase().normalize('NFC')
}

// RFC 5321's dot-atom, with the letters of all scripts (RFC 6531).
const localPart =
  /^(?=.{1,64}$)[a-z0-9!#$%&'*+/=?^_`{|}~\u0080-\ud7ff\ue000-\u{10ffff}-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~\u0080-\ud7ff\ue000-\u{10ffff}-]+)*$/u
const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/

function asciiDomain(domain: string): string | undefined {
  if (domainName.test(domain)) return domain
  if (!/[\u0080-\uffff]/.test(domain) || /[/?#\\@:%\s]/.test(domain)) return undefined
  const host = URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : ''
  return domainName.test(host) ? host : undefined
}

/** The hosted service accepts names of this social network; Mintdesk cannot find out whose wallets they mean. */
const socialNames: ReadonlySet<string> = new Set(['twitter', 'x'])

/** Why a wallet is named: every address can be viewed, but not every address can be minted to. */
type Purpose = 'mint' | 'look'

function parse(text: string, chain: ChainName | undefined, purpose: Purpose): ParsedRecipient {
  if (text === '')
    return fault('recipient.missing', 'No recipient is given: give an address, an e-mail address or a user id.')
  const colon = text.indexOf(':')
  if (colon < 0) return parseBare(text, chain, purpose)
  const prefix = text.slice(0, colon).toLowerCase()
  const rest = text.slice(colon + 1)
  if (prefix === 'email') return parseEmail(rest, chain)
  if (prefix === 'userid') return parseUserId(rest)
  if (socialNames.has(prefix))
    return fault(
      'recipient.format',
      `${quoted(text)} names somebody of a social network, of whom Mintdesk knows no wallet: use ${quoted('email:<address>:<chain>')}, ${quoted('userId:<your own id of them>:<chain>')}, or their address as ${quoted('<chain>:<address>')}.`,
    )
  const on = chainNamed(prefix)
  if (on === undefined) return fault('recipient.chain', unknownChain(text.slice(0, colon)))
  return parseAddress(rest.trim(), on, purpose)
}

function parseBare(text: string, chain: ChainName | undefined, purpose: Purpose): ParsedRecipient {
  if (chain !== undefined) return text.includes('@') ? emailRecipient(text, chain) : parseAddress(text, chain, purpose)
  const written = text.includes('@') ? `email:${text}:polygon` : `polygon:${text}`
  return fault('recipient.chain', `${quoted(text)} names no chain: write it with its chain, as ${quoted(written)}.`)
}

function parseEmail(rest: string, chain: ChainName | undefined): ParsedRecipient {
  const colon = rest.lastIndexOf(':')
  if (colon >= 0) {
    const on = chainNamed(rest.slice(colon + 1))
    if (on === undefined) return fault('recipient.chain', unknownChain(rest.slice(colon + 1)))
    return emailRecipient(rest.slice(0, colon), on)
  }
  if (chain !== undefined) return emailRecipient(rest, chain)
  return fault(
    'recipient.chain',
    `${quoted(`email:${rest}`)} names no chain: write it as ${quoted(`email:${rest}:polygon`)}.`,
  )
}

function parseUserId(rest: string): ParsedRecipient {
  const colon = rest.lastIndexOf(':')
  if (colon < 0) {
    return fault(
      'recipient.format',
      `${quoted(`userId:${rest}`)} names no chain: write it as ${quoted(`userId:${rest}:polygon`)}.`,
    )
  }
  const on = chainNamed(rest.slice(colon + 1))
  if (on === undefined) return fault('recipient.chain', unknownChain(rest.slice(colon + 1)))
  return userIdRecipient(rest.slice(0, colon), on)
}

function parseAddress(text: string, chain: ChainName, purpose: Purpose): ParsedRecipient {
  const checked = familyOf(chain).checkAddress(text)
  if (checked.ok) return { ok: true, recipient: addressRecipient(chain, checked.address), warnings: checked.warnings }
  if (checked.address === undefined || purpose === 'mint') return { ok: false, faults: checked.faults }
  return { ok: true, recipient: addressRecipient(chain, checked.address), warnings: [] }
}

function addressRecipient(chain: ChainName, address: string): Recipient {
  return { kind: 'address', chain, address, locator: `${chain}:${address}` }
}

/** What is wrong with a user id, as the predicate of a sentence about it (docs/api.md, "Recipients and wallets"). */
function userIdFault(userId: string): string | undefined {
  if (userId === '') return 'is empty: give the id that your project knows the user by'
  if (/\p{Cc}/u.test(userId)) return 'holds control characters: remove them'
  if (/\p{Surrogate}/u.test(userId)) return 'holds a broken character: correct it'
  if (new TextEncoder().encode(userId).length > 255) return 'is longer than 255 bytes: use a shorter one'
  return undefined
}

function unknownChain(name: string): string {
  return `There is no chain named ${quoted(name.trim())}: use one of ${collectionChains.join(', ')}.`
}

function fault(code: RecipientCode, message: string): { ok: false; faults: RecipientFinding[] } {
  return { ok: false, faults: [{ code, message }] }
}
