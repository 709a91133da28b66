import { z } from 'zod'
import type { AccountAuthenticator, Authenticator } from '../../../chains/aptos/bcs/authenticator.ts'
import type { Payload, ScriptArgument } from '../../../chains/aptos/bcs/payload.ts'
import type { LedgerBlock, LedgerVersion } from '../../../store/installation/aptos-ledger.ts'
import type { Outcome } from '../execution/execute.ts'
import { hashOf } from '../ledger/block-builder.ts'
import { giftOf } from '../ledger/gift.ts'
import { typeText } from '../move-types.ts'
import { type ReadTransaction, readSigned } from '../pool/signed.ts'
import { shortAddress } from '../state/addresses.ts'
import { functionAbi } from './abis.ts'
import { hex, moveJson } from './move-values.ts'

type Json = Record<string, unknown>

const outputShape = z.object({
  ...{ success: z.boolean(), vmStatus: z.string(), gasUsed: z.string() },
  events: z.array(z.record(z.string(), z.unknown())),
})

export function pendingJson(tx: ReadTransaction): Json {
  return { type: 'pending_transaction', ...requestJson(tx) }
}

export function simulatedJson(
  tx: ReadTransaction,
  { gasUsed, vmStatus, ...outcome }: Outcome,
  version: number,
  timestamp: number,
): Json {
  return {
    ...{ type: 'user_transaction', ...requestJson(tx), version: `${version}`, timestamp: `${timestamp}` },
    ...{ ...outcome, vm_status: vmStatus, gas_used: gasUsed.toString() },
    ...rootsJson('', outcome.events),
  }
}

/** A version of the ledger. State changes are left out: this network has no storage that they could describe. */
export function versionJson(one: LedgerVersion, { timestamp, height, first, last }: LedgerBlock): Json {
  const bare = { version: `${one.version}`, hash: one.hash, timestamp: `${timestamp}` }
  if (one.raw !== null) {
    const { vmStatus, gasUsed, ...output } = outputShape.parse(one.output)
    const request = one.kind === 'gift' ? giftJson(one.raw) : requestJson(readSigned(one.raw))
    return {
      ...{ type: 'user_transaction', ...request, ...bare, ...output, vm_status: vmStatus, gas_used: gasUsed },
      ...rootsJson(one.root, output.events),
    }
  }
  const done = { success: true, vm_status: 'Executed successfully', gas_used: '0', ...rootsJson(one.root, []) }
  switch (one.kind) {
    case 'genesis':
      return { type: 'genesis_transaction', ...bare, ...done, payload: { type: 'write_set_payload' }, events: [] }
    case 'metadata':
      return {
        ...{ type: 'block_metadata_transaction', ...bare, ...done, events: [] },
        ...{ id: hashOf('block', one.root), epoch: '1', round: `${height}`, previous_block_votes_bitvec: [] },
        ...{ proposer: '0x1', failed_proposer_indices: [] },
      }
    default:
      return {
        ...{ type: 'block_epilogue_transaction', ...bare, ...done, state_checkpoint_hash: one.root },
        block_end_info: {
          ...{ block_gas_limit_reached: false, block_output_limit_reached: false },
          ...{ block_effective_block_gas_units: last - first, block_approx_output_size: 0 },
        },
      }
  }
}

function rootsJson(root: string, events: readonly unknown[]): Json {
  return {
    ...{ accumulator_root_hash: root, state_change_hash: hashOf('changes', root) },
    ...{ event_root_hash: hashOf('events', JSON.stringify(events)), state_checkpoint_hash: null, changes: [] },
  }
}

/** The sender of gifts: the faucet's address on local networks. */
const faucet = '0xa550c18'

function giftJson(raw: Uint8Array): Json {
  const { gift, hash } = giftOf(raw)
  return {
    ...{ hash, sender: faucet, sequence_number: `${gift.number}`, max_gas_amount: '0', gas_unit_price: '100' },
    ...{ expiration_timestamp_secs: '0', replay_protection_nonce: null },
    payload: {
      ...{ type: 'entry_function_payload', function: '0x1::aptos_coin::mint', type_arguments: [] },
      arguments: [shortAddress(gift.address), gift.octas.toString()],
    },
  }
}

function requestJson(tx: ReadTransaction): Json {
  return {
    ...{ hash: tx.hash, sender: shortAddress(tx.sender), sequence_number: tx.sequence.toString() },
    ...{ max_gas_amount: tx.maxUnits.toString(), gas_unit_price: tx.price.toString() },
    ...{ expiration_timestamp_secs: tx.expiration.toString(), payload: payloadJson(tx.payload) },
    ...{ signature: signatureJson(tx.signed.authenticator), replay_protection_nonce: tx.nonce?.toString() ?? null },
  }
}

function payloadJson(payload: Payload): Json {
  const called = payload.$kind === 'inner' ? payload.inner.v1.executable : payload
  if (called.$kind === 'script') {
    const { code, typeArguments, arguments: values } = called.script
    return {
      ...{ type: 'script_payload', code: { bytecode: hex(code) }, type_arguments: typeArguments.map(typeText) },
      arguments: values.map(argumentJson),
    }
  }
  if (called.$kind !== 'entryFunction') return { type: 'multisig_payload' }
  const { module, name, typeArguments, arguments: values } = called.entryFunction
  const full = `${shortAddress(module.address)}::${module.name}::${name}`
  const params = functionAbi(full)?.params.filter((type) => type !== '&signer') ?? []
  return {
    ...{ type: 'entry_function_payload', function: full, type_arguments: typeArguments.map(typeText) },
    arguments: values.map((bytes, place) => moveJson(params[place] ?? '', typeArguments, bytes)),
  }
}

function argumentJson(argument: ScriptArgument): unknown {
  switch (argument.$kind) {
    case 'serialized':
      return hex(argument.serialized)
    case 'u8Vector':
      return hex(argument.u8Vector)
    case 'address':
      return shortAddress(argument.address)
    case 'bool':
      return argument.bool
    case 'u8':
      return argument.u8
    case 'u16':
      return argument.u16
    case 'u32':
      return argument.u32
    case 'u64':
      return argument.u64.toString()
    case 'u128':
      return argument.u128.toString()
    case 'u256':
      return argument.u256.toString()
  }
}

function signatureJson(authenticator: Authenticator): Json | null {
  switch (authenticator.$kind) {
    case 'ed25519':
      return ed25519Json(authenticator.ed25519)
    case 'multiAgent': {
      const { sender, secondarySignerAddresses, secondarySigners } = authenticator.multiAgent
      return {
        ...{ type: 'multi_agent_signature', sender: accountJson(sender) },
        secondary_signer_addresses: secondarySignerAddresses.map(shortAddress),
        secondary_signers: secondarySigners.map(accountJson),
      }
    }
    case 'feePayer': {
      const { sender, secondarySignerAddresses, secondarySigners, feePayerAddress, feePayerSigner } =
        authenticator.feePayer
      return {
        ...{ type: 'fee_payer_signature', sender: accountJson(sender) },
        secondary_signer_addresses: secondarySignerAddresses.map(shortAddress),
        secondary_signers: secondarySigners.map(accountJson),
        ...{ fee_payer_address: shortAddress(feePayerAddress), fee_payer_signer: accountJson(feePayerSigner) },
      }
    }
    case 'singleSender':
      return accountJson(authenticator.singleSender)
    default:
      return null
  }
}

function accountJson(authenticator: AccountAuthenticator): Json {
  if (authenticator.$kind === 'ed25519') return ed25519Json(authenticator.ed25519)
  if (authenticator.$kind !== 'singleKey') return { type: 'no_account_signature' }
  const { publicKey, signature } = authenticator.singleKey
  return {
    type: 'single_key_signature',
    public_key: { type: 'ed25519', value: hex(publicKey.ed25519) },
    signature: { type: 'ed25519', value: hex(signature.ed25519) },
  }
}

function ed25519Json({ publicKey, signature }: { publicKey: Uint8Array; signature: Uint8Array }): Json {
  return { type: 'ed25519_signature', public_key: hex(publicKey), signature: hex(signature) }
}
