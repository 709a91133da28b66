import { bcs, type InferBcsType } from '@mysten/bcs'
import { typeTagLayout } from './type-tag.ts'
import { addressLayout, bytesLayout, refusedLayout, u64Layout, u128Layout, u256Layout } from './values.ts'

/** An argument of a script; variants in the order of aptos-core's `TransactionArgument`. `serialized`: the BCS of a value of any type. */
export const scriptArgumentLayout = bcs.enum('TransactionArgument', {
  u8: bcs.u8(),
  u64: u64Layout,
  u128: u128Layout,
  address: addressLayout,
  u8Vector: bytesLayout(),
  bool: bcs.bool(),
  u16: bcs.u16(),
  u32: bcs.u32(),
  u256: u256Layout,
  serialized: bytesLayout(),
})
export type ScriptArgument = InferBcsType<typeof scriptArgumentLayout>

const script = bcs.struct('Script', {
  code: bytesLayout(),
  typeArguments: bcs.vector(typeTagLayout),
  arguments: bcs.vector(scriptArgumentLayout),
})

/** A call of a module's entry function, or of a view function. */
export const entryFunctionLayout = bcs.struct('EntryFunction', {
  module: bcs.struct('ModuleId', { address: addressLayout, name: bcs.string() }),
  name: bcs.string(),
  typeArguments: bcs.vector(typeTagLayout),
  /** Each in BCS. */
  arguments: bcs.vector(bytesLayout()),
})
export type EntryFunction = InferBcsType<typeof entryFunctionLayout>

/** A payload with extra configuration, such as a nonce in place of the sequence number (an orderless transaction). */
const inner = bcs.enum('TransactionPayloadInner', {
  v1: bcs.struct('TransactionPayloadInnerV1', {
    executable: bcs.enum('TransactionExecutable', { script, entryFunction: entryFunctionLayout }),
    extraConfig: bcs.enum('TransactionExtraConfig', {
      v1: bcs.struct('TransactionExtraConfigV1', {
        multisigAddress: bcs.option(addressLayout),
        replayProtectionNonce: bcs.option(u64Layout),
      }),
    }),
  }),
})

/** What a transaction does. */
export const payloadLayout = bcs.enum('TransactionPayload', {
  script,
  moduleBundle: refusedLayout('a bundle of modules'),
  entryFunction: entryFunctionLayout,
  multisig: refusedLayout('a multisig payload'),
  inner,
})
export type Payload = InferBcsType<typeof payloadLayout>
export type PayloadInput = Parameters<(typeof payloadLayout)['serialize']>[0]
