import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { finalAfter } from '../../chains/solana/practice-finality.ts'

/** Solana's own: a blockhash is good for 150 blocks. */
export const blockhashWindow = 150

/** The slots of a practice network, one block each. They follow from the time alone, so nothing runs while no call comes. */
export interface Slots {
  /** The current slot; never less than an earlier answer. */
  now(): number
  /** The newest final slot. */
  final(): number
  /** Seconds since 1970 at a slot's beginning: never later than the clock, unless that was set back. */
  timeOf(slot: number): number
  hashOf(slot: number): string
  /** The slot of a blockhash that is still valid; null when it has expired or is not of this network. */
  slotOf(hash: string): number | null
  /** This slot and the earlier ones whose blockhashes are still valid, newest first. */
  recent(slot: number): { slot: number; hash: string }[]
  /** Skips this many slots at once. */
  skip(slots: number): void
}

export interface SlotsOptions {
  /** Milliseconds since 1970 at slot 0. */
  began: number
  slotMs: number
  /** Sets the hashes of this network apart from those of others. */
  salt: string
  /** Slots skipped before. */
  skipped: number
  /** The last slot in which anything happened. */
  last: number
  clock: () => number
}

export function openSlots({ began, slotMs, salt, clock, ...before }: SlotsOptions): Slots {
  let { skipped, last } = before
  const hashes = new Map<number, string>()
  const hashOf = (slot: number): string => {
    const kept = hashes.get(slot)
    if (kept !== undefined) return kept
    const made = base58.encode(createHash('sha256').update(`${salt}\n${slot}`).digest())
    hashes.set(slot, made)
    for (const old of hashes.keys()) {
      if (hashes.size <= 2 * blockhashWindow) break
      hashes.delete(old)
    }
    return made
  }
  const now = (): number => {
    // A clock that is set back must not repeat a slot.
    last = Math.max(last, 1 + skipped + Math.floor((clock() - began) / slotMs))
    return last
  }
  const recent = (slot: number) =>
    Array.from({ length: Math.min(slot + 1, blockhashWindow + 1) }, (_, back) => ({
      slot: slot - back,
      hash: hashOf(slot - back),
    }))
  return {
    now,
    final: () => Math.max(0, now() - finalAfter),
    // Slot 1 begins with the network.
    timeOf: (slot) => Math.floor((began + (slot - skipped - 1) * slotMs) / 1000),
    hashOf,
    slotOf: (hash) => recent(now()).find((one) => one.hash === hash)?.slot ?? null,
    recent,
    skip(slots) {
      skipped += slots
    },
  }
}
