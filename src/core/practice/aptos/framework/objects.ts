import type { TypeTag } from '../../../chains/aptos/bcs/type-tag.ts'
import { type Context, type FrameworkFunction, reader } from '../execution/context.ts'
import { type AbortReason, abort, machineFailure } from '../execution/failures.ts'
import { typeText } from '../move-types.ts'
import { shortAddress } from '../state/addresses.ts'
import type { StateDraft } from '../state/state.ts'

/** `0x1::object`: who owns what. Collections and tokens are the objects that a practice network has. */
const module = '0x1::object'
const reasons = {
  exists: {
    ...{ category: 'alreadyExists', name: 'EOBJECT_EXISTS', code: 1 },
    description: 'An object already exists at this address',
  },
  missing: {
    ...{ category: 'notFound', name: 'EOBJECT_DOES_NOT_EXIST', code: 2 },
    description: 'An object does not exist at this address',
  },
  gated: {
    ...{ category: 'permissionDenied', name: 'ENO_UNGATED_TRANSFERS', code: 3 },
    description: 'The object does not have ungated transfers enabled',
  },
  notOwner: {
    ...{ category: 'permissionDenied', name: 'ENOT_OBJECT_OWNER', code: 4 },
    description: 'The caller does not have ownership permissions',
  },
  nesting: {
    ...{ category: 'outOfRange', name: 'EMAXIMUM_NESTING', code: 6 },
    description: 'Exceeds maximum nesting for an object transfer.',
  },
  noResource: {
    ...{ category: 'notFound', name: 'ERESOURCE_DOES_NOT_EXIST', code: 7 },
    description: 'The resource is not stored at the specified address.',
  },
} as const satisfies Record<string, AbortReason>

/** Most levels of ownership that are followed. */
const deepest = 8

const tokenTypes = ['0x4::token::Token', '0x4::token::TokenIdentifiers', '0x4::aptos_token::AptosToken']
const collectionTypes = [
  ...['0x4::collection::Collection', '0x4::collection::ConcurrentSupply'],
  ...['0x4::aptos_token::AptosCollection', '0x4::royalty::Royalty'],
]

/** Asserts that no object is at this address yet. @throws MoveFailure */
export function assertVacant(state: StateDraft, address: string): void {
  if (state.collections.get(address) || state.tokens.get(address)) throw abort(module, reasons.exists)
}

/** `address_to_object`: asserts that the object has a resource of this type. @throws MoveFailure */
export function assertObject(state: StateDraft, address: string, type: TypeTag | undefined): void {
  if (type === undefined) throw machineFailure('NUMBER_OF_TYPE_ARGUMENTS_MISMATCH')
  const kinds = state.tokens.get(address) ? tokenTypes : state.collections.get(address) ? collectionTypes : null
  if (kinds === null) throw abort(module, reasons.missing)
  const wanted = typeText(type)
  if (wanted !== '0x1::object::ObjectCore' && !kinds.includes(wanted)) throw abort(module, reasons.noResource)
}

/** `transfer_raw`: moves an object that the signer owns, directly or through objects that own objects. @throws MoveFailure */
export function transferObject({ state, emit }: Context, signer: string, address: string, to: string): void {
  const token = state.tokens.get(address)
  const collection = state.collections.get(address)
  if (!token && !collection) throw abort(module, reasons.missing)
  // A collection's transfers are gated from its creation.
  if (!token?.ungated) throw abort(module, reasons.gated)
  for (let owner = token.owner, depth = 1; owner !== signer; depth += 1) {
    if (depth >= deepest) throw abort(module, reasons.nesting)
    const above = state.tokens.get(owner)
    if (!above) throw abort(module, state.collections.get(owner) ? reasons.gated : reasons.notOwner)
    if (!above.ungated) throw abort(module, reasons.gated)
    owner = above.owner
  }
  if (token.owner === to) return
  emit('0x1::object::Transfer', {
    ...{ from: shortAddress(token.owner), object: shortAddress(address), to: shortAddress(to) },
  })
  state.tokens.set(address, { ...token, owner: to })
}

export const objectFunctions: Record<string, FrameworkFunction> = {
  '0x1::object::transfer': {
    ...{ entry: true, public: true, signers: 1, types: 1, values: 2 },
    run(context, { signer, types, values }) {
      const take = reader(values)
      const address = take.address()
      assertObject(context.state, address, types[0])
      transferObject(context, signer, address, take.address())
      return []
    },
  },
  '0x1::object::transfer_call': {
    ...{ entry: true, public: true, signers: 1, types: 0, values: 2 },
    run(context, { signer, values }) {
      const take = reader(values)
      transferObject(context, signer, take.address(), take.address())
      return []
    },
  },
}
