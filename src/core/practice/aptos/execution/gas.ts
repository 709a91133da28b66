import { propertyBytes } from '../framework/property-map.ts'
import { tagBytes } from '../move-types.ts'
import type { CollectionState, StateDraft, TokenState } from '../state/state.ts'

/**
 * Mainnet's gas schedule, from aptos-core's aptos-gas-schedule/src/gas_schedule/transaction.rs; tenfold since AIP-141. Gas here is
 * internal: a million is one unit of gas. Storage is charged in octas, whatever a unit costs (AIP-17).
 */
const schedule = {
  minTransaction: 27_600_000n,
  /** For each byte of a transaction beyond `largeTransaction`. */
  intrinsicByte: 11_580n,
  largeTransaction: 600,
  slotRead: 3_023_850n,
  byteRead: 1_510n,
  slotWrite: 895_680n,
  byteWrite: 890n,
  /** Reads are counted in pages of this many bytes (AIP-38). */
  page: 4_096n,
  storageSlot: 400_000n,
  storageByte: 400n,
} as const

/**
 * Ours, since nothing is executed here: the internal gas that the Move VM would need for a framework function, estimated from its number of
 * instructions and native calls at AIP-141's prices. This is 1 % of a mint's price; storage is nearly all of it.
 */
const execution = { mint: 30_000_000n, object: 6_000_000n, other: 1_500_000n } as const

/** Bounds of a transaction; a fullnode refuses anything beyond them (the same schedule, and aptos-global-constants). */
export const gasBounds = {
  transactionBytes: 64 * 1024,
  mostUnits: 2_000_000n,
  leastPrice: 100n,
  mostPrice: 10_000_000_000n,
} as const

const internalToUnit = 1_000_000n

/** What a transaction costs. */
export interface GasUse {
  /** Units of gas. */
  execution: bigint
  io: bigint
  /** Octas. */
  storage: bigint
  refund: bigint
}

/** Units charged at a price. The units for storage depend on the price. */
export function chargedUnits({ execution: run, io, storage }: GasUse, price: bigint): bigint {
  return run + io + divideUp(storage, price === 0n ? 1n : price)
}

/** The least units that a transaction of this size costs. */
export function leastUnits(bytes: number): bigint {
  const excess = BigInt(Math.max(0, bytes - schedule.largeTransaction))
  return divideUp(schedule.minTransaction + excess * schedule.intrinsicByte, internalToUnit)
}

/**
 * What a transaction costs.
 * @param calls the functions that it called
 * @param changed its changes; the deposit of each new or larger token is written into them
 * @param eventBytes of all its events
 */
export function gasOf(bytes: number, calls: readonly string[], changed: StateDraft, eventBytes: number): GasUse {
  const use = { slots: 0n, bytesRead: 0n, bytesWritten: 0n, storage: 0n, refund: 0n }
  const touch = (before: bigint, after: bigint) => {
    use.slots += 1n
    use.bytesRead += divideUp(before === 0n ? 1n : before, schedule.page) * schedule.page
    use.bytesWritten += after
    if (after > before) use.storage += (after - before) * schedule.storageByte
    if (before === 0n) use.storage += schedule.storageSlot
  }
  for (const [address, token] of changed.tokens.changes()) {
    const before = changed.tokens.base(address)
    const paid = use.storage
    touch(before ? tokenBytes(before) : 0n, token ? tokenBytes(token) : 0n)
    if (token) changed.tokens.set(address, { ...token, deposit: (before?.deposit ?? 0n) + use.storage - paid })
    else use.refund += before?.deposit ?? 0n
  }
  for (const [address, collection] of changed.collections.changes()) {
    const before = changed.collections.base(address)
    touch(before ? collectionBytes(before) : 0n, collection ? collectionBytes(collection) : 0n)
  }
  for (const [address] of changed.balances.changes())
    touch(changed.balances.base(address) === undefined ? 0n : storeBytes, storeBytes)
  for (const [address] of changed.accounts.changes())
    touch(changed.accounts.base(address) ? accountBytes : 0n, accountBytes)
  const run = calls.reduce((sum, name) => sum + executionOf(name), 0n)
  const size = BigInt(bytes)
  return {
    execution: leastUnits(bytes) + divideUp(run, internalToUnit),
    io: divideUp(
      use.slots * (schedule.slotRead + schedule.slotWrite) +
        use.bytesRead * schedule.byteRead +
        (use.bytesWritten + BigInt(eventBytes) + size) * schedule.byteWrite,
      internalToUnit,
    ),
    storage: use.storage,
    refund: use.refund,
  }
}

/** Octas for the account that a sender's first transaction creates. */
export const newAccountOctas = schedule.storageSlot + 190n * schedule.storageByte

function executionOf(name: string): bigint {
  if (/::(mint|mint_token_object|mint_soul_bound|create_collection)$/.test(name)) return execution.mint
  return name.startsWith('0x4::') || name.startsWith('0x1::object::') ? execution.object : execution.other
}

/** The size of a resource group: for each member its name, its length, and its fields (aptos-core: BCS of a map by struct tag). */
function groupBytes(members: readonly [name: string, fields: number][]): bigint {
  return BigInt(members.reduce((sum, [name, fields]) => sum + memberTag(name) + fields + 2, groupKey))
}
const memberTag = memoized(tagBytes)
/** Length of the state key of an object's group. */
const groupKey = 32 + 55

/** Fields of fixed size: an address, a u64, an event handle (counter and GUID). */
const size = { address: 32, u64: 8, handle: 48 } as const
const textBytes = (text: string): number => {
  const bytes = Buffer.byteLength(text)
  return bytes + (bytes < 0x80 ? 1 : 2)
}
const objectCore: [string, number] = ['0x1::object::ObjectCore', size.u64 + size.address + 1 + size.handle]
const storeBytes = groupBytes([
  objectCore,
  ['0x1::fungible_asset::FungibleStore', size.address + size.u64 + 1],
  ['0x1::fungible_asset::ConcurrentFungibleBalance', 2 * size.u64],
])
const accountBytes = 190n

function tokenBytes({ name, description, uri, properties, burnable, freezable, mutable }: TokenState): bigint {
  // An optional address is one byte for its length, and the address.
  const references = (burnable ? 1 + 34 : 1) + (freezable ? 33 : 1) + (mutable ? 33 : 1) + size.address
  return groupBytes([
    objectCore,
    ['0x4::token::Token', size.address + size.u64 + textBytes(description) + 1 + textBytes(uri) + size.handle],
    ['0x4::token::TokenIdentifiers', size.u64 + textBytes(name) + 1],
    ['0x4::aptos_token::AptosToken', references],
    ['0x4::property_map::PropertyMap', propertyBytes(properties)],
  ])
}

function collectionBytes({ name, description, uri }: CollectionState): bigint {
  return groupBytes([
    objectCore,
    [
      '0x4::collection::Collection',
      size.address + textBytes(name) + textBytes(description) + textBytes(uri) + size.handle,
    ],
    ['0x4::collection::ConcurrentSupply', 4 * size.u64],
    ['0x4::royalty::Royalty', 2 * size.u64 + size.address],
    ['0x4::aptos_token::AptosCollection', 2 * 33 + 8],
  ])
}

function divideUp(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by
}

function memoized(of: (name: string) => number): (name: string) => number {
  const known = new Map<string, number>()
  return (name) => {
    const found = known.get(name) ?? of(name)
    known.set(name, found)
    return found
  }
}
