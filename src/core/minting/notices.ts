/** Why a signer queue or a run waits, in words and figures. Pure. */
import { formatUnits } from 'viem'
import { type ChainName, chainLabel } from '../../shared/chains.ts'
import { familyOf } from '../../shared/families.ts'
import { counted } from '../../shared/format.ts'
import { gasPrice } from '../../shared/gas-price.ts'
import type { Network } from '../chains/family/network-facts.ts'
import type { BrokenCap } from '../journal/caps.ts'
import { type Doubt, doubtSentence } from './hear-others.ts'

export interface Notice {
  /**
   * `fee`: the fee is above the ceiling; `cap`: a spending cap is reached; `funds`: the treasury lacks coin; `storage`: the storage does not keep the
   * metadata yet; `vault`: the vault is locked; `network`: the network does not answer, or the disk is full.
   */
  for: 'fee' | 'cap' | 'funds' | 'storage' | 'vault' | 'network'
  /** A sentence for a person. */
  text: string
  /** With `funds`: what is missing for the next transaction, smallest unit; null when only the network knows. */
  missing: bigint | null
  /** With `funds`: where to send it. */
  address: string | null
  /** With `network`: the key's external transactions stand still, and the person may have them replaced. */
  externalUse?: boolean
  /** Nothing waits for it: it is only to be known. */
  isRemark?: boolean
}

/** The treasury lacks coin. `reserved`: what everything that waits needs, as far as it is known. */
export function shortage(
  { currency, label }: Pick<Network, 'currency' | 'label'>,
  signer: string,
  { missing, balance, reserved }: { missing: bigint | null; balance: bigint; reserved: bigint },
): Notice {
  const coin = (amount: bigint): string => `${roundedUp(amount, currency.decimals)} ${currency.symbol}`
  const all = reserved - balance
  const more = all > (missing ?? 0n) ? `, and about ${coin(all)} for everything that waits` : ''
  const sum = missing === null ? 'more coin' : `${coin(missing)} more`
  return {
    for: 'funds',
    text: `The fee balance ${signer} on ${label} lacks the coin for the next transaction: send it ${sum}${more}. It goes on by itself when it arrives; nothing is lost.`,
    missing,
    address: signer,
  }
}

/** A spending cap leaves no room for the next transaction. */
export function atCap(
  { name: chain, currency, label }: Pick<Network, 'name' | 'currency' | 'label'>,
  { kind, limit, spent, cost }: BrokenCap,
): Notice {
  const coin = (amount: bigint): string => `${roundedUp(amount, currency.decimals)} ${currency.symbol}`
  const exact = `${formatUnits(limit, currency.decimals)} ${currency.symbol}`
  const left = limit > spent ? limit - spent : 0n
  const whose = {
    run: `this run may spend ${exact}`,
    day: `the project may spend ${exact} a day on ${label}`,
    project: `the project may spend ${exact} on ${label} in all`,
  }[kind]
  // What costs more than a whole day's cap is not signed on another day either.
  const way = kind === 'day' && cost <= limit ? 'at midnight UTC, or when the cap is raised' : 'when the cap is raised'
  return {
    for: 'cap',
    text: `Stopped at a spending cap: ${whose}. ${coin(left)} of it is left, and the next transaction may cost ${coin(cost)}. It goes on by itself ${way}; nothing is lost. A person can raise it in the window (Settings, Fee balance) or with “mintdesk caps set ${chain}”; an API key cannot.`,
    missing: null,
    address: null,
  }
}

/** A run may not pay what the network asks now. */
export function aboveCeilingNotice(chain: string, price: bigint, ceiling: bigint): Notice {
  return {
    for: 'fee',
    text: `The fee is ${gasPrice(chain, price)}, and your ceiling ${gasPrice(chain, ceiling)}: the run goes on by itself when the fee falls, or when you raise the ceiling.`,
    missing: null,
    address: null,
  }
}

/** A transaction that is sent may not pay what the network asks now, and all behind it wait with it. */
export function stuckUnder(chain: string, price: bigint, { name, ceiling }: { name: string; ceiling: bigint }): Notice {
  return {
    for: 'fee',
    text: `A transaction of “${name}” that is sent may pay ${gasPrice(chain, ceiling)} at most, and the fee is ${gasPrice(chain, price)}. All behind it wait, and go on by themselves when the fee falls, or when its ceiling is raised.`,
    missing: null,
    address: null,
  }
}

/** Transactions of the treasury that this database does not know are not confirmed yet. */
export function waitingForExternalUse(
  chain: ChainName,
  signer: string,
  {
    behind,
    mark,
    count,
    pending,
    step,
    doubt,
  }: { behind: boolean; mark: number; count: number; pending: number; step: string; doubt: Doubt | null },
): Notice {
  const label = chainLabel(chain)
  // Without sequences, no node counts the transactions of a signer.
  const included = familyOf(chain).sequences ? `, and ${count} of them ${count === 1 ? 'is' : 'are'} in blocks` : ''
  const why = behind
    ? `this database is an older copy: a newer one signed ${counted(mark + 1, 'transaction')} for the fee balance ${signer}${included}.`
    : `transactions of the fee balance ${signer} that this database does not know wait in the network's pool (${pending - count}).`
  const way =
    step === 'tell'
      ? ` They stand still: wait until they are through, or put empty ones in their places with “mintdesk networks free ${chain}”.`
      : ''
  const alone = doubt === null ? '' : ` And ${doubtSentence(doubt)}`
  return {
    for: 'network',
    text: `Waiting for ${label}: ${why}${alone}${way} Nothing is signed until none of them can mint anything any more, so that nobody gets an NFT twice; then it goes on by itself.`,
    missing: null,
    address: null,
    externalUse: step === 'tell',
  }
}

/** RPCs contradict each other about what was sent, or none confirms what one says. `what`: what waits for it. */
export function inDoubt(chain: ChainName, doubt: Doubt, what: 'unsigned' | 'unsettled'): Notice {
  const waits = {
    unsigned: 'nothing that depends on it is signed',
    unsettled: 'nothing is written down as minted or as failed',
  }
  return {
    for: 'network',
    text: `Waiting for ${chainLabel(chain)}: ${doubtSentence(doubt)} Until two say the same, ${waits[what]}; then it goes on by itself, and nothing is lost.`,
    missing: null,
    address: null,
  }
}

/** The network lacks blocks that the journal knows. `settled`: the number of the newest one known. */
export function belowSettled(chain: ChainName, settled: number): Notice {
  return {
    for: 'network',
    text: `Waiting for ${chainLabel(chain)}: its newest block is below block ${settled}, in which transactions were settled. Either its RPC lags, or the network lost blocks. Nothing new is signed until it has that block, so that nobody gets an NFT twice; then it goes on by itself.`,
    missing: null,
    address: null,
  }
}

/** Metadata is on its way to the storage, or cannot go there. */
export function publishing(error: Error | null): Notice {
  return {
    for: 'storage',
    text:
      error === null
        ? 'Metadata and media go to the storage before anything is minted with them; minting goes on by itself when they are there.'
        : `Waiting for the storage: ${error.message} Nothing is lost; minting goes on by itself when the metadata can be kept there.`,
    missing: null,
    address: null,
  }
}

/** The vault is locked. `why`: a sentence that names the cure. */
export function underLock(why: string): Notice {
  return {
    for: 'vault',
    text: `${why} Nothing is lost; it goes on by itself when the vault is unlocked.`,
    missing: null,
    address: null,
  }
}

/** Coins, rounded up to four digits, so that sending this much is always enough. */
export function roundedUp(amount: bigint, decimals: number): string {
  const digits = amount.toString().length
  const unit = 10n ** BigInt(Math.max(0, digits - 4))
  return formatUnits(((amount + unit - 1n) / unit) * unit, decimals)
}

/** Whether a notice differs enough from the last one to be announced: a sum that changed a little does not. */
export function isNews(lastNotice: Notice | null, now: Notice | null): boolean {
  if (lastNotice === null || now === null) return lastNotice !== now
  if (lastNotice.for !== now.for || lastNotice.address !== now.address) return true
  if (now.for === 'fee') return false
  // What is left of a day's cap changes with each transaction that settles.
  if (now.for === 'cap') return capOf(lastNotice.text) !== capOf(now.text)
  if (now.for !== 'funds') return lastNotice.text !== now.text
  if (lastNotice.missing === null || now.missing === null) return lastNotice.missing !== now.missing
  return now.missing * 4n > lastNotice.missing * 5n || now.missing * 2n < lastNotice.missing
}

/** The part of a cap's notice that names the cap and its limit. */
function capOf(text: string): string {
  return text.split('. ')[0] ?? text
}
