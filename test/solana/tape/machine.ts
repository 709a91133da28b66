/**
 * The tape stands in for programs that may not be shipped. Recorded where they are: for each transaction, known by its exact message (its
 * blockhash left out) and by the data of its accounts before, what it answered and what it did to its accounts. Replayed elsewhere, a
 * transaction that is not on the tape fails loudly: whoever changes what is sent on Solana records again (docs/solana.md).
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { VersionedTransaction } from '@solana/web3.js'
import type { Execution, Machine } from '../../../src/core/practice/solana/machine.ts'

interface Change {
  key: string
  lamports: string
  owner: string
  /** Absent where it stays. */
  data?: string
}

interface Entry {
  execution: Omit<Execution, 'inner'> & {
    inner: (Omit<Execution['inner'][number][number], 'data'> & { data: string })[][]
  }
  changes: Change[]
}

type Tape = Record<string, Entry>

export function readTape(file: string): Tape {
  return existsSync(file) ? (JSON.parse(gunzipSync(readFileSync(file)).toString()) as Tape) : {}
}

/** Writes down what a machine with the programs does. */
export function recording(machine: Machine, file: string): Machine {
  const tape = readTape(file)
  const keep = (key: string, execution: Execution, changes: Change[]): Execution => {
    tape[key] = { execution: packed(execution), changes }
    writeFileSync(file, gzipSync(JSON.stringify(tape), { level: 9 }))
    return execution
  }
  return {
    ...machine,
    execute(raw, legacy) {
      const keys = accountsOf(raw)
      const key = keyOf(machine, 'execute', raw, keys)
      const before = keys.map((one) => machine.account(one))
      const done = machine.execute(raw, legacy)
      const changes = keys.flatMap((one, place): Change[] => {
        const was = before[place] ?? null
        const now = machine.account(one)
        const lamports = (now?.lamports ?? 0n) - (was?.lamports ?? 0n)
        const same = Buffer.compare(was?.data ?? empty, now?.data ?? empty) === 0
        if (lamports === 0n && same) return []
        const data = same ? {} : { data: Buffer.from(now?.data ?? empty).toString('base64') }
        const owner = Buffer.from(now?.owner ?? new Uint8Array(32)).toString('base64')
        return [{ key: Buffer.from(one).toString('base64'), lamports: lamports.toString(), owner, ...data }]
      })
      return keep(key, done, changes)
    },
    simulate(raw, legacy, signed) {
      const key = keyOf(machine, 'simulate', raw, accountsOf(raw))
      return keep(key, machine.simulate(raw, legacy, signed), [])
    },
  }
}

/** Does what the tape says, over a machine without the programs. */
export function replaying(machine: Machine, file: string): Machine {
  const tape = readTape(file)
  const entryOf = (what: string, raw: Uint8Array): Entry => {
    const key = keyOf(machine, what, raw, accountsOf(raw))
    const entry = tape[key]
    if (entry) return entry
    throw new Error(`this ${what} is not on the tape: record it again where the programs are (docs/solana.md)`)
  }
  return {
    ...machine,
    execute(raw) {
      const { execution, changes } = entryOf('execute', raw)
      for (const { key, lamports, owner, data } of changes) {
        const address = Buffer.from(key, 'base64')
        const was = machine.account(address)
        machine.setAccount(address, {
          lamports: (was?.lamports ?? 0n) + BigInt(lamports),
          data: data === undefined ? (was?.data ?? empty) : Buffer.from(data, 'base64'),
          owner: Buffer.from(owner, 'base64'),
          executable: false,
        })
      }
      return unpacked(execution)
    },
    simulate: (raw) => unpacked(entryOf('simulate', raw).execution),
  }
}

const empty = new Uint8Array()

function accountsOf(raw: Uint8Array): Uint8Array[] {
  return VersionedTransaction.deserialize(raw).message.staticAccountKeys.map((key) => key.toBytes())
}

/**
 * The data of the accounts belongs to it: in another order, a tree's changes would be another tree's. Not so of what is merely tried: that
 * may happen while others are under way.
 */
function keyOf(machine: Machine, what: string, raw: Uint8Array, keys: readonly Uint8Array[]): string {
  const { message } = VersionedTransaction.deserialize(raw)
  message.recentBlockhash = '1'.repeat(32)
  const hash = createHash('sha256').update(what).update(message.serialize())
  // Who pays may have no coin yet.
  const [payer] = keys
  if (payer && machine.account(payer) === null) hash.update('unpaid')
  for (const key of what === 'execute' ? keys : []) {
    const account = machine.account(key)
    // Programs are there or not.
    if (account && !account.executable) hash.update(key).update(account.owner).update(account.data)
  }
  return hash.digest('base64url').slice(0, 22)
}

function packed({ fault, logs, units, inner }: Execution): Entry['execution'] {
  return {
    ...{ fault, units, logs: fault === null ? [] : logs },
    inner: inner.map((calls) =>
      calls.map(({ data, ...call }) => ({ ...call, data: Buffer.from(data).toString('base64') })),
    ),
  }
}

function unpacked({ inner, ...rest }: Entry['execution']): Execution {
  return {
    ...rest,
    inner: inner.map((calls) => calls.map(({ data, ...call }) => ({ ...call, data: Buffer.from(data, 'base64') }))),
  }
}
