import { addressLayout } from '../../../chains/aptos/bcs/values.ts'
import { type CallOf, type Context, type FrameworkFunction, reader } from '../execution/context.ts'
import { type AbortReason, abort } from '../execution/failures.ts'
import { shortAddress } from '../state/addresses.ts'
import type { StateDraft, TokenState } from '../state/state.ts'
import { collectionAddress, collectionAt, incrementSupply, longest } from './collections.ts'
import { assertObject } from './objects.ts'
import { properties } from './property-map.ts'

const reasons = {
  name: {
    ...{ category: 'outOfRange', name: 'ETOKEN_NAME_TOO_LONG', code: 4 },
    description: 'The token name is over the maximum length',
  },
  uri: {
    ...{ category: 'outOfRange', name: 'EURI_TOO_LONG', code: 5 },
    description: 'The URI is over the maximum length',
  },
  description: {
    ...{ category: 'outOfRange', name: 'EDESCRIPTION_TOO_LONG', code: 6 },
    description: 'The description is over the maximum length',
  },
  missing: {
    ...{ category: 'notFound', name: 'ETOKEN_DOES_NOT_EXIST', code: 1 },
    description: '',
  },
  notCreator: {
    ...{ category: 'permissionDenied', name: 'ENOT_CREATOR', code: 2 },
    description: 'The provided signer is not the creator',
  },
  immutable: {
    ...{ category: 'permissionDenied', name: 'EFIELD_NOT_MUTABLE', code: 3 },
    description: 'Attempted to mutate an immutable field',
  },
  unburnable: {
    ...{ category: 'permissionDenied', name: 'ETOKEN_NOT_BURNABLE', code: 4 },
    description: 'Attempted to burn a non-burnable token',
  },
} as const satisfies Record<string, AbortReason>

type TextField = 'name' | 'description' | 'uri'
const flagOf = { name: 'tokenName', description: 'tokenDescription', uri: 'tokenUri' } as const

function assertLength(field: TextField, text: string): void {
  if (Buffer.byteLength(text) > longest[field]) throw abort('0x4::token', reasons[field])
}

/** `mint_internal`. @returns the token's address @throws MoveFailure */
function mint(context: Context, { signer, values }: CallOf, freezable: (creatorMay: boolean) => boolean): string {
  const { state } = context
  const take = reader(values)
  const [collectionName, description, name, uri] = [take.text(), take.text(), take.text(), take.text()]
  const [keys, types, bytes] = [take.texts(), take.texts(), take.manyBytes()]
  const address = context.newAddress()
  const collection = collectionAddress(signer, collectionName)
  assertObject(state, collection, { kind: 'struct', struct: collectionType })
  assertLength('name', name)
  assertLength('description', description)
  assertLength('uri', uri)
  const index = incrementSupply(context, collection, address)
  const { mutable } = collectionAt(state, collection)
  state.tokens.set(address, {
    ...{ collection, index, owner: signer, name, description, uri, ungated: true, deposit: 0n },
    ...{ burnable: mutable.burnable, freezable: freezable(mutable.freezable) },
    mutable: mutable.tokenDescription || mutable.tokenName || mutable.tokenUri,
    properties: properties(keys, types, bytes),
  })
  return address
}

const collectionType = {
  ...{ address: addressLayout.parse(addressLayout.serialize('0x4').toBytes()), module: 'collection' },
  ...{ name: 'Collection', typeArguments: [] },
}

/** A token whose creator, the signer, may change it. @throws MoveFailure */
function authorized(state: StateDraft, signer: string, address: string): TokenState {
  const token = state.tokens.get(address)
  if (!token) throw abort('0x4::aptos_token', reasons.missing)
  if (collectionAt(state, token.collection).creator !== signer) throw abort('0x4::aptos_token', reasons.notCreator)
  return token
}

function setText(field: TextField): FrameworkFunction {
  return {
    ...{ entry: true, public: true, signers: 1, types: 1, values: 2 },
    run({ state, emit }, { signer, types, values }) {
      const take = reader(values)
      const [address, text] = [take.address(), take.text()]
      assertObject(state, address, types[0])
      const collection = state.tokens.get(address)?.collection ?? ''
      const isMutable = collectionAt(state, collection).mutable[flagOf[field]]
      if (!isMutable) throw abort('0x4::aptos_token', reasons.immutable)
      const token = authorized(state, signer, address)
      assertLength(field, text)
      emit('0x4::token::Mutation', {
        ...{ mutated_field_name: field, token_address: shortAddress(address) },
        ...{ old_value: token[field], new_value: text },
      })
      state.tokens.set(address, { ...token, [field]: text })
      return []
    },
  }
}

function setGate(ungated: boolean): FrameworkFunction {
  return {
    ...{ entry: true, public: true, signers: 1, types: 1, values: 1 },
    run({ state }, { signer, types, values }) {
      const address = reader(values).address()
      assertObject(state, address, types[0])
      const token = authorized(state, signer, address)
      if (!token.freezable) throw abort('0x4::aptos_token', reasons.immutable)
      state.tokens.set(address, { ...token, ungated })
      return []
    },
  }
}

export const tokenFunctions: Record<string, FrameworkFunction> = {
  '0x4::aptos_token::mint': {
    ...{ entry: true, public: true, signers: 1, types: 0, values: 7 },
    run(context, call) {
      mint(context, call, (creatorMay) => creatorMay)
      return []
    },
  },
  '0x4::aptos_token::mint_token_object': {
    ...{ entry: false, public: true, signers: 1, types: 0, values: 7 },
    run: (context, call) => [
      addressLayout.serialize(mint(context, call, (creatorMay) => creatorMay)).toBytes() as Uint8Array,
    ],
  },
  '0x4::aptos_token::mint_soul_bound': {
    ...{ entry: true, public: true, signers: 1, types: 0, values: 8 },
    run(context, call) {
      const { state, emit } = context
      const to = reader(call.values.slice(7)).address()
      const address = mint(context, call, () => false)
      const token = authorized(state, call.signer, address)
      emit('0x1::object::Transfer', {
        ...{ from: shortAddress(call.signer), object: shortAddress(address), to: shortAddress(to) },
      })
      state.tokens.set(address, { ...token, owner: to, ungated: false })
      return []
    },
  },
  '0x4::aptos_token::burn': {
    ...{ entry: true, public: true, signers: 1, types: 1, values: 1 },
    run({ state, emit }, { signer, types, values }) {
      const address = reader(values).address()
      assertObject(state, address, types[0])
      const token = authorized(state, signer, address)
      if (!token.burnable) throw abort('0x4::aptos_token', reasons.unburnable)
      const collection = collectionAt(state, token.collection)
      state.collections.set(token.collection, { ...collection, supply: collection.supply - 1n })
      emit('0x4::collection::Burn', {
        ...{ collection: shortAddress(token.collection), index: token.index.toString() },
        ...{ previous_owner: shortAddress(token.owner), token: shortAddress(address) },
      })
      state.tokens.set(address, undefined)
      return []
    },
  },
  '0x4::aptos_token::set_uri': setText('uri'),
  '0x4::aptos_token::set_name': setText('name'),
  '0x4::aptos_token::set_description': setText('description'),
  '0x4::aptos_token::freeze_transfer': setGate(false),
  '0x4::aptos_token::unfreeze_transfer': setGate(true),
}
