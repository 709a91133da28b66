import { type Context, type FrameworkFunction, reader } from '../execution/context.ts'
import { type AbortReason, abort } from '../execution/failures.ts'
import { namedObject, shortAddress } from '../state/addresses.ts'
import type { CollectionState, Royalty, StateDraft } from '../state/state.ts'
import { assertObject, assertVacant } from './objects.ts'

/** Most bytes of each text of a collection or a token. */
export const longest = { name: 128, uri: 512, description: 2048 } as const

const reasons = {
  supply: {
    ...{ category: 'outOfRange', name: 'ECOLLECTION_SUPPLY_EXCEEDED', code: 2 },
    description: 'The collection has reached its supply and no more tokens can be minted, unless some are burned',
  },
  name: {
    ...{ category: 'outOfRange', name: 'ECOLLECTION_NAME_TOO_LONG', code: 3 },
    description: 'The collection name is over the maximum length',
  },
  uri: {
    ...{ category: 'outOfRange', name: 'EURI_TOO_LONG', code: 4 },
    description: 'The URI is over the maximum length',
  },
  description: {
    ...{ category: 'outOfRange', name: 'EDESCRIPTION_TOO_LONG', code: 5 },
    description: 'The description is over the maximum length',
  },
  zero: {
    ...{ category: 'invalidArgument', name: 'EMAX_SUPPLY_CANNOT_BE_ZERO', code: 6 },
    description: 'The max supply must be positive',
  },
  royalty: {
    ...{ category: 'outOfRange', name: 'EROYALTY_EXCEEDS_MAXIMUM', code: 2 },
    description: 'The royalty cannot be greater than 100%',
  },
  denominator: {
    ...{ category: 'outOfRange', name: 'EROYALTY_DENOMINATOR_IS_ZERO', code: 3 },
    description: 'The royalty denominator cannot be 0',
  },
  notCreator: {
    ...{ category: 'permissionDenied', name: 'ENOT_CREATOR', code: 2 },
    description: 'The provided signer is not the creator',
  },
  immutable: {
    ...{ category: 'permissionDenied', name: 'EFIELD_NOT_MUTABLE', code: 3 },
    description: 'Attempted to mutate an immutable field',
  },
  missing: {
    ...{ category: 'notFound', name: 'ECOLLECTION_DOES_NOT_EXIST', code: 6 },
    description: '',
  },
} as const satisfies Record<string, AbortReason>

const tooLong = (text: string, most: number): boolean => Buffer.byteLength(text) > most

/** The address of a creator's collection. @throws MoveFailure */
export function collectionAddress(creator: string, name: string): string {
  if (tooLong(name, longest.name)) throw abort('0x4::collection', reasons.name)
  return namedObject(creator, Buffer.from(name))
}

/** Counts one more token. @returns the token's index, from 1 @throws MoveFailure */
export function incrementSupply({ state, emit }: Context, address: string, token: string): bigint {
  const collection = collectionAt(state, address)
  if (collection.supply >= collection.maxSupply) throw abort('0x4::collection', reasons.supply)
  const minted = collection.minted + 1n
  state.collections.set(address, { ...collection, minted, supply: collection.supply + 1n })
  emit('0x4::collection::Mint', {
    ...{ collection: shortAddress(address), index: { value: minted.toString() }, token: shortAddress(token) },
  })
  return minted
}

/** @throws MoveFailure */
export function collectionAt(state: StateDraft, address: string): CollectionState {
  const collection = state.collections.get(address)
  if (!collection) throw abort('0x4::aptos_token', reasons.missing)
  return collection
}

function royaltyOf(numerator: bigint, denominator: bigint, payee: string): Royalty {
  if (denominator === 0n) throw abort('0x4::royalty', reasons.denominator)
  if (numerator > denominator) throw abort('0x4::royalty', reasons.royalty)
  return { numerator, denominator, payee }
}

/** A collection that the signer created and may change. @throws MoveFailure */
function authorized(state: StateDraft, signer: string, address: string, isMutable: boolean): CollectionState {
  const collection = collectionAt(state, address)
  if (collection.creator !== signer) throw abort('0x4::aptos_token', reasons.notCreator)
  if (!isMutable) throw abort('0x4::aptos_token', reasons.immutable)
  return collection
}

function setText(field: 'description' | 'uri'): FrameworkFunction {
  return {
    ...{ entry: true, public: true, signers: 1, types: 1, values: 2 },
    run({ state, emit }, { signer, types, values }) {
      const take = reader(values)
      const [address, text] = [take.address(), take.text()]
      assertObject(state, address, types[0])
      const allowed = state.collections.get(address)?.mutable[field] ?? false
      const collection = authorized(state, signer, address, allowed)
      if (tooLong(text, longest[field])) throw abort('0x4::collection', reasons[field])
      emit('0x4::collection::Mutation', {
        ...{ mutated_field_name: field, collection: { inner: shortAddress(address) } },
        ...{ old_value: collection[field], new_value: text },
      })
      state.collections.set(address, { ...collection, [field]: text })
      return []
    },
  }
}

export const collectionFunctions: Record<string, FrameworkFunction> = {
  '0x4::aptos_token::create_collection': {
    ...{ entry: true, public: true, signers: 1, types: 0, values: 15 },
    run({ state }, { signer, values }) {
      const take = reader(values)
      const [description, maxSupply, name, uri] = [take.text(), take.u64(), take.text(), take.text()]
      const mutable = {
        ...{ description: take.bool(), royalty: take.bool(), uri: take.bool() },
        ...{ tokenDescription: take.bool(), tokenName: take.bool() },
        ...{ tokenProperties: take.bool(), tokenUri: take.bool() },
        ...{ burnable: take.bool(), freezable: take.bool() },
      }
      const royalty = royaltyOf(take.u64(), take.u64(), signer)
      if (maxSupply === 0n) throw abort('0x4::collection', reasons.zero)
      const address = collectionAddress(signer, name)
      assertVacant(state, address)
      if (tooLong(uri, longest.uri)) throw abort('0x4::collection', reasons.uri)
      if (tooLong(description, longest.description)) throw abort('0x4::collection', reasons.description)
      state.collections.set(address, {
        ...{ creator: signer, name, description, uri, maxSupply, minted: 0n, supply: 0n, royalty, mutable },
      })
      return []
    },
  },
  '0x4::aptos_token::set_collection_description': setText('description'),
  '0x4::aptos_token::set_collection_uri': setText('uri'),
  '0x4::aptos_token::set_collection_royalties_call': {
    ...{ entry: true, public: false, signers: 1, types: 1, values: 4 },
    run({ state }, { signer, types, values }) {
      const take = reader(values)
      const address = take.address()
      assertObject(state, address, types[0])
      const royalty = royaltyOf(take.u64(), take.u64(), take.address())
      const allowed = state.collections.get(address)?.mutable.royalty ?? false
      state.collections.set(address, { ...authorized(state, signer, address, allowed), royalty })
      return []
    },
  },
}
