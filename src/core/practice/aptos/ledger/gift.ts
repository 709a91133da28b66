import { bcs } from '@mysten/bcs'
import { addressLayout, u64Layout } from '../../../chains/aptos/bcs/values.ts'
import type { Outcome } from '../execution/execute.ts'
import { aptStoreOf, shortAddress } from '../state/addresses.ts'
import type { StateDraft } from '../state/state.ts'
import { hashOf } from './block-builder.ts'

/** Coin that a practice network gives out of nothing. */
export interface Gift {
  address: string
  octas: bigint
  /** The version before this gift; no two gifts have the same. */
  number: number
}

const layout = bcs.struct('Gift', { address: addressLayout, octas: u64Layout, number: u64Layout })

export function giftBytes({ address, octas, number }: Gift): Uint8Array {
  return layout.serialize({ address, octas, number: BigInt(number) }).toBytes()
}

/** A recorded gift, with its hash. */
export function giftOf(raw: Uint8Array): { gift: Gift; hash: string } {
  const { address, octas, number } = layout.parse(Uint8Array.from(raw))
  const hash = hashOf('gift', Buffer.from(raw).toString('hex'))
  return { gift: { address, octas, number: Number(number) }, hash }
}

/** The most that an account's balance may be, octas. */
const most = 2n ** 64n - 1n

export function giveTo(state: StateDraft, { address, octas }: Gift): Outcome {
  const before = state.balances.get(address) ?? 0n
  const after = before + octas > most ? most : before + octas
  state.balances.set(address, after)
  const data = { amount: (after - before).toString(), store: shortAddress(aptStoreOf(address)) }
  const guid = { creation_number: '0', account_address: '0x0' }
  const event = { guid, sequence_number: '0', type: '0x1::fungible_asset::Deposit', data }
  return { success: true, vmStatus: 'Executed successfully', gasUsed: 0n, events: [event] }
}
