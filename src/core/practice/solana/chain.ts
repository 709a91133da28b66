import { randomUUID } from 'node:crypto'
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import { AddressLookupTableAccount } from '@solana/web3.js'
import type { Ledger, TransactionFault } from '../../store/installation/solana-ledger.ts'
import { longBase58 } from './base58.ts'
import { feeOf } from './fee.ts'
import { seqOf, snapshotFile } from './folder.ts'
import type { Execution, Machine, MachineAccount } from './machine.ts'
import { openSlots, type Slots } from './slots.ts'
import { isLegacy, type ReadTransaction, readTransaction } from './transaction-bytes.ts'

/** A sent transaction, with its accounts in the order of the instructions' account indexes. */
export interface Decoded {
  raw: Uint8Array
  tx: ReadTransaction
  signature: string
  accounts: Uint8Array[]
  loaded: { writable: string[]; readonly: string[] }
}

/** Why a transaction cannot be read; the call fails with it. */
export class Undecodable extends Error {}

/** Solana's own: most bytes of a transaction. */
const longest = 1232
/** Ours: a snapshot is made after this many transactions, so that a start need not execute more of them again. */
const snapshotEvery = 5_000
const systemProgram = new Uint8Array(32)

/** A practice network: one machine, its slots, and the record of everything that it did. */
export interface SolanaChain {
  readonly slots: Slots
  readonly ledger: Ledger
  readonly genesis: string
  account(address: Uint8Array): MachineAccount | null
  accountsOf: Machine['accountsOf']
  rent: Machine['rent']
  decode(raw: Uint8Array): Decoded
  /** Executes a transaction without keeping anything. */
  simulate(decoded: Decoded, signed: boolean): Execution
  /** Executes and keeps a transaction; false when it was not included (and paid no fee). */
  execute(decoded: Decoded): boolean
  give(address: string, lamports: bigint): string
  /** Writes a snapshot, whole or not at all. */
  save(): void
}

export interface ChainOptions {
  dir: string
  ledger: Ledger
  /** A machine from a snapshot, or a new one. */
  machine(snapshot: string | null): Machine
  slotMs: number
  clock: () => number
  log(text: string): void
  /** Called after each entry that was executed again at the start. */
  goesOn?: (() => void) | undefined
}

/** Opens the network kept in a folder, and executes again what its newest snapshot lacks. */
export function openChain({ dir, ledger, machine: open, slotMs, clock, log, goesOn }: ChainOptions): SolanaChain {
  const slots = openSlots({
    began: ledger.began,
    slotMs,
    salt: ledger.salt,
    skipped: ledger.skipped(),
    last: ledger.lastSlot(),
    clock,
  })
  const { machine, seq } = fromSnapshot(dir, open, log)
  let saved = seq
  let slotOfMachine = -1

  const moveTo = (slot: number) => {
    if (slot === slotOfMachine) return
    machine.at({ slot, time: slots.timeOf(slot), hashes: slots.recent(slot) })
    slotOfMachine = slot
  }
  const decode = (raw: Uint8Array): Decoded => {
    if (raw.length > longest)
      throw new Undecodable(
        `base64 encoded solana_transaction::versioned::VersionedTransaction too large: ${raw.length} bytes (max: encoded/raw 1644/${longest})`,
      )
    const tx = readTransaction(raw)
    const { keys, lookups } = tx.message
    const writable: Uint8Array[] = []
    const readonly: Uint8Array[] = []
    for (const lookup of lookups) {
      const account = machine.account(lookup.table)
      if (account === null) throw new Undecodable("Transaction loads an address table account that doesn't exist")
      const { addresses } = AddressLookupTableAccount.deserialize(account.data)
      const listed = (place: number) => {
        const address = addresses[place]
        if (address === undefined) throw new Undecodable('Transaction address table lookup uses an invalid index')
        return address.toBytes()
      }
      writable.push(...lookup.writable.map(listed))
      readonly.push(...lookup.readonly.map(listed))
    }
    const text = (address: Uint8Array) => base58.encode(address)
    return {
      ...{ raw, tx },
      signature: text(tx.signatures[0] ?? new Uint8Array(64)),
      accounts: [...keys, ...writable, ...readonly],
      loaded: { writable: writable.map(text), readonly: readonly.map(text) },
    }
  }
  const balances = ({ accounts }: Decoded) => accounts.map((address) => Number(machine.balance(address)))
  const give = (address: string, lamports: bigint) => {
    const key = base58.decode(address)
    const before = machine.account(key)
    machine.setAccount(key, {
      lamports: (before?.lamports ?? 0n) + lamports,
      data: before?.data ?? new Uint8Array(),
      owner: before?.owner ?? systemProgram,
      executable: false,
    })
  }
  const save = () => {
    const last = ledger.lastSeq()
    if (last === saved) return
    const partial = join(dir, `${randomUUID()}.new`)
    machine.save(partial)
    renameSync(partial, join(dir, snapshotFile(last)))
    saved = last
    for (const name of readdirSync(dir))
      if (name.endsWith('.new') || (seqOf(name) ?? last) < last) rmSync(join(dir, name), { force: true })
  }

  for (const entry of ledger.since(seq)) {
    if ('lamports' in entry) give(entry.address, entry.lamports)
    else {
      moveTo(entry.slot)
      machine.execute(entry.raw, isLegacy(entry.raw))
    }
    goesOn?.()
  }

  return {
    slots,
    ledger,
    genesis: base58.encode(Buffer.from(ledger.salt, 'hex')),
    account: (address) => machine.account(address),
    accountsOf: (program) => machine.accountsOf(program),
    rent: (bytes) => machine.rent(bytes),
    decode,
    simulate({ raw, tx }, signed) {
      moveTo(slots.now())
      return machine.simulate(raw, tx.message.legacy, signed)
    },
    execute(decoded) {
      const { raw, tx, signature, accounts, loaded } = decoded
      const slot = slots.now()
      moveTo(slot)
      const before = balances(decoded)
      const done = machine.execute(raw, tx.message.legacy)
      const after = balances(decoded)
      if (done.fault !== null && before[0] === after[0]) return false
      ledger.add({
        signature,
        slot,
        raw,
        fault: done.fault,
        meta: metaOf(done, Number(feeOf(tx.message)), before, after, loaded),
        accounts: accounts.map((address) => base58.encode(address)),
      })
      if (ledger.lastSeq() - saved >= snapshotEvery) setImmediate(save)
      return true
    },
    give(address, lamports) {
      give(address, lamports)
      return ledger.give(address, lamports, slots.now())
    },
    save,
  }
}

/** A snapshot holds all entries up to the number in its name. If one cannot be read, an older one or none is used. */
function fromSnapshot(
  dir: string,
  open: ChainOptions['machine'],
  log: ChainOptions['log'],
): { machine: Machine; seq: number } {
  const kept = readdirSync(dir)
    .flatMap((name) => seqOf(name) ?? [])
    .sort((a, b) => b - a)
  for (const seq of kept) {
    const file = join(dir, snapshotFile(seq))
    try {
      return { machine: open(file), seq }
    } catch (error) {
      log(`a snapshot cannot be read: ${String(error)}`)
      rmSync(file, { force: true })
    }
  }
  return { machine: open(null), seq: 0 }
}

function metaOf(
  { fault, logs, units, inner }: Execution,
  fee: number,
  preBalances: number[],
  postBalances: number[],
  loadedAddresses: Decoded['loaded'],
): { err: TransactionFault | null } {
  return {
    err: fault,
    ...{ status: fault === null ? { Ok: null } : { Err: fault } },
    ...{ fee, preBalances, postBalances, preTokenBalances: [], postTokenBalances: [], rewards: [] },
    ...{ logMessages: logs, computeUnitsConsumed: units, loadedAddresses },
    ...{
      innerInstructions: inner.flatMap((calls, index) =>
        calls.length === 0
          ? []
          : [{ index, instructions: calls.map(({ data, ...call }) => ({ ...call, data: longBase58(data) })) }],
      ),
    },
  }
}
