import { bcs } from '@mysten/bcs'
import type { ScriptArgument } from '../../../chains/aptos/bcs/payload.ts'
import type { TypeTag } from '../../../chains/aptos/bcs/type-tag.ts'
import { addressLayout, bytesLayout, u64Layout, u128Layout, u256Layout } from '../../../chains/aptos/bcs/values.ts'
import { readScript } from './compiled-script.ts'
import { machineFailure } from './failures.ts'

/** The content of a script's local: an account that signed, or the BCS of a value. */
export type ScriptValue = { signer: string } | { bytes: Uint8Array }

/**
 * Runs a script's calls in their order.
 * @param signers the accounts that signed, the sender first
 * @param call executes a framework function
 * @throws MoveFailure
 */
export function runScript(
  code: Uint8Array,
  given: readonly ScriptArgument[],
  signers: readonly string[],
  call: (name: string, types: readonly TypeTag[], values: readonly ScriptValue[]) => Uint8Array[],
): void {
  const script = readScript(code)
  const wanted = script.parameters.filter((one) => one === 'signer').length
  if (wanted !== 0 && wanted !== signers.length) throw machineFailure('NUMBER_OF_SIGNER_ARGUMENTS_MISMATCH')
  if (script.parameters.length - wanted !== given.length) throw machineFailure('NUMBER_OF_ARGUMENTS_MISMATCH')
  const [waiting, signing] = [given.map(bytesOf), [...signers]]
  const locals: (ScriptValue | undefined)[] = script.parameters.map((kind) =>
    kind === 'signer' ? { signer: signing.shift() ?? '' } : { bytes: waiting.shift() ?? new Uint8Array() },
  )
  const stack: ScriptValue[] = []
  const local = (place: number): ScriptValue => {
    const value = locals[place]
    if (value === undefined) throw machineFailure('MOVELOC_UNAVAILABLE_ERROR')
    return value
  }
  const pop = (): ScriptValue => {
    const value = stack.pop()
    if (value === undefined) throw machineFailure('NEGATIVE_STACK_SIZE_WITHIN_BLOCK')
    return value
  }
  for (const step of script.steps) {
    if ('local' in step && step.local >= script.locals) throw machineFailure('INDEX_OUT_OF_BOUNDS')
    switch (step.kind) {
      case 'copy':
      case 'borrow':
        stack.push(local(step.local))
        break
      case 'move':
        stack.push(local(step.local))
        locals[step.local] = undefined
        break
      case 'store':
        locals[step.local] = pop()
        break
      case 'pop':
        pop()
        break
      case 'constant':
        stack.push({ bytes: step.bytes })
        break
      case 'call': {
        const values = Array.from({ length: step.takes }, pop).reverse()
        const results = call(step.name, step.types, values)
        if (results.length !== step.gives) throw machineFailure('TYPE_MISMATCH')
        for (const bytes of results) stack.push({ bytes })
        break
      }
      case 'return':
        return
    }
  }
  throw machineFailure('INVALID_FALL_THROUGH')
}

function bytesOf(argument: ScriptArgument): Uint8Array {
  switch (argument.$kind) {
    case 'serialized':
      return argument.serialized
    case 'u8Vector':
      return bytesLayout().serialize(argument.u8Vector).toBytes()
    case 'address':
      return addressLayout.serialize(argument.address).toBytes()
    case 'bool':
      return bcs.bool().serialize(argument.bool).toBytes()
    case 'u8':
      return bcs.u8().serialize(argument.u8).toBytes()
    case 'u16':
      return bcs.u16().serialize(argument.u16).toBytes()
    case 'u32':
      return bcs.u32().serialize(argument.u32).toBytes()
    case 'u64':
      return u64Layout.serialize(argument.u64).toBytes()
    case 'u128':
      return u128Layout.serialize(argument.u128).toBytes()
    case 'u256':
      return u256Layout.serialize(argument.u256).toBytes()
  }
}
