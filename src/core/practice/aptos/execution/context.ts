import { type BcsType, bcs } from '@mysten/bcs'
import type { TypeTag } from '../../../chains/aptos/bcs/type-tag.ts'
import { addressLayout, bytesLayout, decodeBcs, u64Layout } from '../../../chains/aptos/bcs/values.ts'
import type { StateDraft } from '../state/state.ts'
import { machineFailure } from './failures.ts'

/** An event as a fullnode tells it. */
export interface MoveEvent {
  guid: { creation_number: string; account_address: string }
  sequence_number: string
  type: string
  data: Record<string, unknown>
}

/** What a function of the framework works on. */
export interface Context {
  state: StateDraft
  /** An address that no object ever had. */
  newAddress(): string
  emit(type: string, data: Record<string, unknown>): void
}

/** One call: who signs, the types, and the BCS of each value. */
export interface CallOf {
  /** Its first signer. */
  signer: string
  types: readonly TypeTag[]
  values: readonly Uint8Array[]
}

/** A function of the framework. */
export interface FrameworkFunction {
  /** Callable from a transaction. */
  entry: boolean
  /** Callable from a script. */
  public: boolean
  signers: 0 | 1
  types: number
  values: number
  /** The BCS of what it returns. */
  run(context: Context, call: CallOf): Uint8Array[]
}

/** Reads an argument. @throws MoveFailure */
export function read<Value extends Input, Input>(
  layout: BcsType<Value, Input>,
  values: readonly Uint8Array[],
  place: number,
): Value {
  try {
    return decodeBcs(layout, values[place] ?? new Uint8Array())
  } catch {
    throw machineFailure('FAILED_TO_DESERIALIZE_ARGUMENT')
  }
}

/** A reader of a call's values, one after the other. */
export function reader(values: readonly Uint8Array[]) {
  let place = 0
  const next = <Value extends Input, Input>(layout: BcsType<Value, Input>): Value => {
    place += 1
    return read(layout, values, place - 1)
  }
  return {
    text: () => utf8(next(bytesLayout())),
    address: () => next(addressLayout),
    u64: () => next(u64Layout),
    bool: () => next(bcs.bool()),
    bytes: () => next(bytesLayout()),
    texts: () => next(bcs.vector(bytesLayout())).map(utf8),
    manyBytes: () => next(bcs.vector(bytesLayout())),
    addresses: () => next(bcs.vector(addressLayout)),
    u64s: () => next(bcs.vector(u64Layout)),
  }
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw machineFailure('INVALID_UTF8_STRING')
  }
}
