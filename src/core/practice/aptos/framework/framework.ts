import type { TypeTag } from '../../../chains/aptos/bcs/type-tag.ts'
import type { Context, FrameworkFunction } from '../execution/context.ts'
import { machineFailure, notSimulated } from '../execution/failures.ts'
import type { ScriptValue } from '../execution/run-script.ts'
import { coinFunctions } from './coins.ts'
import { collectionFunctions } from './collections.ts'
import { objectFunctions } from './objects.ts'
import { stdFunctions } from './std.ts'
import { tokenFunctions } from './tokens.ts'

const functions: ReadonlyMap<string, FrameworkFunction> = new Map(
  Object.entries({ ...stdFunctions, ...objectFunctions, ...coinFunctions, ...collectionFunctions, ...tokenFunctions }),
)

/**
 * Calls a framework function.
 * @param by a transaction calls entry functions, a script calls public ones
 * @throws MoveFailure
 */
export function callFramework(
  context: Context,
  by: 'transaction' | 'script',
  name: string,
  types: readonly TypeTag[],
  values: readonly ScriptValue[],
): Uint8Array[] {
  const found = functions.get(name)
  if (!found) throw notSimulated(`${name} is none of the functions that a practice network has`)
  if (by === 'transaction' ? !found.entry : !found.public)
    throw machineFailure(by === 'transaction' ? 'EXECUTE_ENTRY_FUNCTION_CALLED_ON_NON_ENTRY_FUNCTION' : 'LINKER_ERROR')
  if (types.length !== found.types) throw machineFailure('NUMBER_OF_TYPE_ARGUMENTS_MISMATCH')
  const signers = values.slice(0, found.signers).flatMap((value) => ('signer' in value ? [value.signer] : []))
  const rest = values.slice(found.signers).flatMap((value) => ('bytes' in value ? [value.bytes] : []))
  if (
    signers.length !== found.signers ||
    rest.length !== found.values ||
    values.length !== found.signers + found.values
  )
    throw machineFailure('NUMBER_OF_ARGUMENTS_MISMATCH')
  return found.run(context, { signer: signers[0] ?? '', types, values: rest })
}

export function signersOf(name: string): number {
  return functions.get(name)?.signers ?? 1
}
