import { sha3_256 } from '@noble/hashes/sha3.js'
import type { EntryFunction, Payload, ScriptArgument } from '../../../chains/aptos/bcs/payload.ts'
import { callFramework, signersOf } from '../framework/framework.ts'
import { shortAddress, uniqueAddresses } from '../state/addresses.ts'
import { draftState, mergeDraft, type StateDraft } from '../state/state.ts'
import type { MoveEvent } from './context.ts'
import { MoveFailure, notSimulated } from './failures.ts'
import { chargedUnits, type GasUse, gasOf, newAccountOctas } from './gas.ts'
import { runScript, type ScriptValue } from './run-script.ts'

/** What is executed: a transaction whose signatures have been checked, or need no check. */
export interface Executable {
  payload: Payload
  sender: string
  secondary: readonly string[]
  /** The account that pays the fee; the sender unless the transaction names another. */
  payer: string
  sequence: bigint
  expiration: bigint
  maxUnits: bigint
  /** Octas per unit of gas. */
  price: bigint
  /** Length of the signed transaction. */
  bytes: number
}

export interface Outcome {
  success: boolean
  vmStatus: string
  /** Units of gas. */
  gasUsed: bigint
  events: MoveEvent[]
}

/** The script or entry function inside a payload. @throws MoveFailure for a payload that no practice network executes */
export function calledBy(payload: Payload): { script: ScriptCall } | { entryFunction: EntryFunction } {
  switch (payload.$kind) {
    case 'script':
      return { script: payload.script }
    case 'entryFunction':
      return { entryFunction: payload.entryFunction }
    case 'inner':
      if (payload.inner.v1.extraConfig.v1.multisigAddress != null) throw notSimulated('it has no multisig accounts')
      return payload.inner.v1.executable
    default:
      throw notSimulated(`it takes no payload of the kind ${payload.$kind}`)
  }
}

interface ScriptCall {
  code: Uint8Array
  arguments: ScriptArgument[]
}

/** The nonce of an orderless transaction; undefined for one that has a sequence number. */
export function nonceOf(payload: Payload): bigint | undefined {
  return payload.$kind === 'inner' ? (payload.inner.v1.extraConfig.v1.replayProtectionNonce ?? undefined) : undefined
}

/**
 * Executes a transaction that may be included. Its effects apply entirely or not at all; it pays in either case.
 * @param state gets the changes
 */
export function execute(one: Executable, state: StateDraft): Outcome {
  const ran = run(one, draftState(state))
  const isNew = nonceOf(one.payload) === undefined && state.accounts.get(one.sender) === undefined
  const outcome = settle(one, state, ran, isNew ? newAccountOctas : 0n)
  const nonce = nonceOf(one.payload)
  if (nonce === undefined) {
    const account = state.accounts.get(one.sender) ?? { sequence: 0n, key: one.sender }
    state.accounts.set(one.sender, { ...account, sequence: one.sequence + 1n })
  } else state.nonces.set(`${one.sender}:${nonce}`, one.expiration)
  return outcome
}

interface Ran {
  changed: StateDraft
  events: MoveEvent[]
  use: GasUse
  /** Null: the transaction succeeded. */
  failure: string | null
}

function run(one: Executable, changed: StateDraft): Ran {
  const events: MoveEvent[] = []
  const calls: string[] = []
  let failure: string | null = null
  try {
    const called = calledBy(one.payload)
    const newAddress = uniqueAddresses(
      sessionOf(one, 'script' in called ? sha3_256(called.script.code) : new Uint8Array()),
    )
    const context = {
      state: changed,
      newAddress,
      emit: (type: string, data: Record<string, unknown>) => void events.push(moduleEvent(type, data)),
    }
    const signers = [one.sender, ...one.secondary]
    if ('script' in called)
      runScript(called.script.code, called.script.arguments, signers, (name, types, values) => {
        calls.push(name)
        return callFramework(context, 'script', name, types, values)
      })
    else {
      const { module, name, typeArguments, arguments: values } = called.entryFunction
      const full = `${shortAddress(module.address)}::${module.name}::${name}`
      calls.push(full)
      const signing: ScriptValue[] = signers.slice(0, signersOf(full)).map((signer) => ({ signer }))
      callFramework(context, 'transaction', full, typeArguments, [...signing, ...values.map((bytes) => ({ bytes }))])
    }
  } catch (error) {
    if (!(error instanceof MoveFailure)) throw error
    failure = error.message
  }
  const eventBytes = events.reduce((sum, event) => sum + JSON.stringify(event.data).length, 0)
  return { changed, events, failure, use: gasOf(one.bytes, calls, changed, eventBytes) }
}

/** Charges for the execution. Keeps its changes if it succeeded and the payer can pay for it. */
function settle(one: Executable, state: StateDraft, ran: Ran, newAccount: bigint): Outcome {
  const charge = (use: GasUse, from: StateDraft): { units: bigint; left: bigint } => {
    const units = chargedUnits(use, one.price)
    return { units, left: (from.balances.get(one.payer) ?? 0n) - units * one.price + use.refund }
  }
  const used = { ...ran.use, storage: ran.use.storage + newAccount }
  // A failed transaction keeps nothing in storage, except the account that a sender's first transaction creates.
  const bare = { ...ran.use, storage: newAccount, refund: 0n }
  const full = charge(used, ran.changed)
  let failure = ran.failure
  if (failure === null && full.units > one.maxUnits) failure = 'Out of gas'
  if (failure === null && full.left < 0n) failure = outOfGas
  if (failure === null) {
    mergeDraft(ran.changed, state)
    state.balances.set(one.payer, full.left)
    const events = [...ran.events, feeStatement(used, full.units)]
    return { success: true, vmStatus: 'Executed successfully', gasUsed: full.units, events }
  }
  const needed = failure === 'Out of gas' ? one.maxUnits : chargedUnits(bare, one.price)
  const units = needed < one.maxUnits ? needed : one.maxUnits
  state.balances.set(one.payer, (state.balances.get(one.payer) ?? 0n) - units * one.price)
  return { success: false, vmStatus: failure, gasUsed: units, events: [feeStatement(bare, units)] }
}

const outOfGas =
  'Move abort in 0x1::transaction_validation: EOUT_OF_GAS(0x20006): Transaction exceeded its allocated max gas'

function sessionOf({ payload, sender, sequence, expiration }: Executable, scriptHash: Uint8Array) {
  const nonce = nonceOf(payload)
  return nonce === undefined ? { sender, sequence, scriptHash } : { sender, nonce, expiration, scriptHash }
}

/** An event of a module: it has no stream of its own. */
function moduleEvent(type: string, data: Record<string, unknown>): MoveEvent {
  return { guid: { creation_number: '0', account_address: '0x0' }, sequence_number: '0', type, data }
}

function feeStatement(use: GasUse, units: bigint): MoveEvent {
  return moduleEvent('0x1::transaction_fee::FeeStatement', {
    execution_gas_units: use.execution.toString(),
    io_gas_units: use.io.toString(),
    storage_fee_octas: use.storage.toString(),
    storage_fee_refund_octas: use.refund.toString(),
    total_charge_gas_units: units.toString(),
  })
}
