import { createRequire } from 'node:module'
import { base58 } from '@scure/base'
import type * as Native from 'litesvm/dist/internal.js'
import { CoreError } from '../../lib/errors.ts'
import type { TransactionFault } from '../../store/installation/solana-ledger.ts'
import type { LoadedProgram } from './program-files.ts'
import { faultOf } from './transaction-errors.ts'

/** An account's current content. */
export interface MachineAccount {
  lamports: bigint
  data: Uint8Array
  owner: Uint8Array
  executable: boolean
}

/** An instruction that a program called; account indexes are those of the message. */
export interface CalledInstruction {
  programIdIndex: number
  accounts: number[]
  data: Uint8Array
  stackHeight: number
}

/** What a transaction did, or would do. */
export interface Execution {
  fault: TransactionFault | null
  logs: string[]
  units: number
  /** Called instructions, by the index of the message's instruction that called them. */
  inner: CalledInstruction[][]
}

/** A moment of the chain, as programs see it. */
export interface Moment {
  slot: number
  /** Seconds since 1970. */
  time: number
  /** Base58 hashes of this slot and those before it, newest first. */
  hashes: readonly { slot: number; hash: string }[]
}

/** Solana's virtual machine with its accounts: executes transactions one after the other, and knows neither slots nor blocks. */
export interface Machine {
  at(moment: Moment): void
  execute(raw: Uint8Array, legacy: boolean): Execution
  /** Changes nothing. @param signed whether signatures are checked */
  simulate(raw: Uint8Array, legacy: boolean, signed: boolean): Execution
  account(address: Uint8Array): MachineAccount | null
  /** Lamports of an account; 0 where there is none. */
  balance(address: Uint8Array): bigint
  accountsOf(program: Uint8Array): { address: Uint8Array; account: MachineAccount }[]
  setAccount(address: Uint8Array, account: MachineAccount): void
  rent(bytes: number): bigint
  /** Writes everything into a file. */
  save(path: string): void
}

/** How many transactions litesvm remembers to refuse duplicates; the network's own index remembers all. */
const history = 1_000_000n

/** litesvm itself. @throws CoreError `network.unavailable` where it has no build for this system */
export function loadNative(): typeof Native {
  try {
    // Required at run time: litesvm has no build for Windows, where everything else must work. Its public entry uses another library's
    // types; the internal one uses plain bytes.
    return createRequire(import.meta.url)('litesvm/dist/internal.js') as typeof Native
  } catch {
    throw new CoreError(
      'network.unavailable',
      `The practice network for Solana cannot run on this system (${process.platform} ${process.arch}), because litesvm has no build for it: use a practice project on an EVM chain, or a live project on Solana's devnet.`,
    )
  }
}

/** A new machine with these programs, or one from a snapshot file. @throws when the file is no snapshot */
export function openMachine(programs: readonly LoadedProgram[], file: string | null): Machine {
  const native = loadNative()
  const svm = file === null ? new native.LiteSvm() : native.LiteSvm.loadFromFile(file)
  if (file === null) svm.withNativeMints()
  // Snapshots hold programs, too. They are loaded again, so that the checked ones run.
  for (const { id, file: code } of programs) svm.addProgram(base58.decode(id), code)
  svm.setTransactionHistory(history)
  // litesvm knows only one blockhash; `Slots` keeps the window.
  svm.setBlockhashCheck(false)

  const execution = (
    answer: Native.TransactionMetadata | Native.FailedTransactionMetadata | Native.SimulatedTransactionInfo,
  ): Execution => {
    const meta = 'meta' in answer ? answer.meta() : answer
    return {
      fault: 'err' in answer ? faultOf(answer.err()) : null,
      logs: meta.logs(),
      units: Number(meta.computeUnitsConsumed()),
      inner: meta.innerInstructions().map((calls) =>
        calls.map((call) => {
          const instruction = call.instruction()
          return {
            programIdIndex: instruction.programIdIndex(),
            accounts: [...instruction.accounts()],
            data: instruction.data(),
            stackHeight: call.stackHeight(),
          }
        }),
      ),
    }
  }

  return {
    at({ slot, time, hashes }) {
      const clock = svm.getClock()
      clock.slot = BigInt(slot)
      clock.unixTimestamp = BigInt(time)
      svm.setClock(clock)
      // `warpToSlot` would leave the slot hashes unchanged, and lookup tables are created from them.
      svm.setSlotHashes(hashes.map((one) => ({ slot: BigInt(one.slot), hash: one.hash })))
    },
    execute: (raw, legacy) => execution(legacy ? svm.sendLegacyTransaction(raw) : svm.sendVersionedTransaction(raw)),
    simulate(raw, legacy, signed) {
      svm.setSigverify(signed)
      try {
        return execution(legacy ? svm.simulateLegacyTransaction(raw) : svm.simulateVersionedTransaction(raw))
      } finally {
        svm.setSigverify(true)
      }
    },
    account: (address) => accountOf(svm.getAccount(address)),
    balance: (address) => svm.getBalance(address) ?? 0n,
    accountsOf: (program) =>
      svm.getProgramAccounts(program).flatMap((found) => {
        const account = accountOf(found.account())
        return account === null ? [] : [{ address: found.address, account }]
      }),
    setAccount(address, { lamports, data, owner, executable }) {
      svm.setAccount(address, new native.Account(lamports, data, owner, executable, 0n))
    },
    rent: (bytes) => svm.minimumBalanceForRentExemption(BigInt(bytes)),
    save: (path) => svm.saveToFile(path),
  }
}

function accountOf(account: Native.Account | null): MachineAccount | null {
  if (account === null) return null
  const lamports = account.lamports()
  const data = account.data()
  // A closed account stays behind, empty.
  if (lamports === 0n && data.length === 0) return null
  return { lamports, data, owner: account.owner(), executable: account.executable() }
}
