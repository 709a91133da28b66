import { type BcsType, bcs } from '@mysten/bcs'
import type { TypeTag } from '../../../chains/aptos/bcs/type-tag.ts'
import { addressLayout, bytesLayout, decodeBcs, u64Layout } from '../../../chains/aptos/bcs/values.ts'
import type { StateDraft } from '../state/state.ts'
import { machineFailure } from './failures.ts'

/** An event in the shape of a fullnode's answer. */
export interface MoveEvent {
  guid: { creation_number: string; account_address: string }
  sequence_number: string
  type: string
  data: Record<string, unknown>
}

/** What a framework function works on. */
export interface Context {
  state: StateDraft
  /** Returns an address that no object has ever had. */
  newAddress(): string
  emit(type: string, data: Record<string, unknown>): void
}

/** One call: its signer, its type arguments, and the BCS of each value. */
export interface CallOf {
  /** Its first signer. */
  signer: string
  types: readonly TypeTag[]
  values: readonly Uint8Array[]
}

export interface FrameworkFunction {
  /** Callable from a transaction. */
  entry: boolean
  /** Callable from a script. */
  public: boolean
  signers: 0 | 1
  types: number
  values: number
  /** @returns the BCS of each returned value */
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

/** Reads a call's values one after the other. */
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
