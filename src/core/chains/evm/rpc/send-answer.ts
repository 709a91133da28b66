import { BaseError, HttpRequestError } from 'viem'
import type { SendAnswer } from '../../family/transactions.ts'

/**
 * Error messages of nodes, by meaning. They are those of geth (core/txpool/errors.go, core/error.go) and its forks op-geth, bor and bsc;
 * Erigon (txnprovider/txpool/txpoolcfg), Nethermind (AcceptTxResult), Besu (TransactionInvalidReason), Reth (transaction-pool
 * error.rs), Arbitrum Nitro (gethexec/sequencer.go), Polygon CDK, anvil, and of the providers in front of them. The first
 * match counts.
 */
const meanings: readonly (readonly [Exclude<SendAnswer['kind'], 'accepted' | 'unclear'>, RegExp])[] = [
  [
    'known',
    /already known|already imported|alreadyknown|known transaction|already exists|already_exists|already in the (mempool|pool)|existing tx with same hash|transaction already (in|received)|tx already in/,
  ],
  [
    'sequence-used',
    /nonce too low|nonce is too low|oldnonce|nonce .* already used|nonce has already been used|ownnoncealreadyused|invalid nonce; .*expected (?:nonce )?higher/,
  ],
  [
    'underpriced',
    /underpriced|fee too low|feetoolow|gas price too low|gas price below|less than block base fee|fee cap less than block|below (the )?(current )?base ?fee|max fee per gas less|tip .*too low|minpriorityfee|priority fee .*too low|could not replace existing tx|replacementnotallowed|replacement not allowed|minimum needed/,
  ],
  [
    'insufficient-funds',
    /insufficient ?funds|insufficient balance|upfront cost|balance not enough|not enough (funds|balance)|doesn't have enough funds|insufficient eth/,
  ],
  [
    'rejected',
    /intrinsic gas|exceeds (the )?block gas limit|gas limit exceeded|exceed.* block gas limit|gas limit (is )?too high|gaslimitexceeded|transaction gas limit .*(cap|exceed|too high)|gas limit .* (cap|exceed)|invalid sender|oversized|rlptoolong|maxtxsizeexceeded|max initcode|initcode size|tip above fee cap|max priority fee per gas higher|transaction type not supported|txtypenotsupported|sender is not an eoa|senderiscontract|exceeds the configured cap|invalid signature|only replay-protected/,
  ],
]

const limited =
  /rate.?limit|too many requests|request limit|limit exceeded|capacity|compute units|throttl|request rate exceeded|daily request count|over (the |your )?(rate|request) ?limit|quota|exceeded .*requests/

/** What a failed send means, by its message and never by its code (`-32603` alone says nothing). */
export function sendAnswer(error: unknown): SendAnswer {
  const message = wordsOf(error)
  const text = message.toLowerCase()
  for (const [kind, words] of meanings) {
    if (!words.test(text)) continue
    if (kind === 'insufficient-funds' || kind === 'rejected') return { kind, message }
    if (kind !== 'rate-limited') return { kind }
  }
  const wait = limitOf(error)
  if (wait) return { kind: 'rate-limited', ...wait }
  return { kind: 'unclear', message }
}

/** For an error that reports too many requests: how long to wait, if it says so; null for any other error. */
export function limitOf(error: unknown): { retryAfterMs?: number } | null {
  const refused = walk(error, (cause) => cause instanceof HttpRequestError)
  const http = refused instanceof HttpRequestError ? refused : undefined
  if (http?.status !== 429 && !limited.test(wordsOf(error).toLowerCase())) return null
  const retryAfterMs = retryAfter(http?.headers?.get('retry-after') ?? null)
  return retryAfterMs === undefined ? {} : { retryAfterMs }
}

/** RFC 9110, 10.2.3: seconds, or a date. */
function retryAfter(text: string | null): number | undefined {
  if (text === null) return undefined
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, longestWaitMs) : undefined
}

/** Ours: a provider that wants a longer wait is asked again sooner; other RPCs may serve meanwhile. */
const longestWaitMs = 10 * 60_000

/**
 * The node's message, without the request, whose bytes may contain any digits and words.
 * viem keeps the node's message in `details` of the innermost error, and a summary of its own in `shortMessage`.
 */
export function wordsOf(error: unknown): string {
  if (!(error instanceof BaseError)) return error instanceof Error ? error.message : String(error)
  const words = new Set<string>()
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof BaseError) words.add(cause.shortMessage).add(cause.details ?? '')
    else words.add(cause.message)
  }
  words.delete('')
  return [...words].join(' ')
}

function walk(error: unknown, fits: (cause: unknown) => boolean): unknown {
  return error instanceof BaseError ? error.walk(fits) : undefined
}
