import { bcs } from '@mysten/bcs'
import type { PayloadInput } from '../bcs/payload.ts'
import type { TypeTag } from '../bcs/type-tag.ts'
import { addressLayout, decodeBcs, u64Layout } from '../bcs/values.ts'
import { burnScripts, mintScripts, transferScript, updateScript } from './bytecode.ts'

/** A token to be minted. */
export interface MintedTexts {
  name: string
  uri: string
  recipient: string
}

/** A collection's texts on chain. */
export interface CollectionTexts {
  name: string
  uri: string
  description: string
}

/** Ours: tokens have no description on chain; the metadata at the URI has it. */
const tokenDescription = ''
/** Royalties are fractions of ten thousand. */
export const royaltyDenominator = 10_000n
/** Name, URI, recipient; before them come the collection's name and the description, which all tokens share. */
const argumentsPerMint = 3
const u64Max = 2n ** 64n - 1n
const [framework, objects] = ['0x1', '0x4'] as const
const tokenType = typeNamed('aptos_token', 'AptosToken')
const collectionType = typeNamed('aptos_token', 'AptosCollection')

const text = (value: string): Uint8Array => bcs.string().serialize(value).toBytes()
const address = (value: string): Uint8Array => addressLayout.serialize(value).toBytes()
const u64 = (value: bigint): Uint8Array => u64Layout.serialize(value).toBytes()
const bool = (value: boolean): Uint8Array => bcs.bool().serialize(value).toBytes()

/** Mints tokens, one to 30 (a script for each number), and sends each to its recipient; all or none. @throws RangeError for more */
export function mintPayload(collectionName: string, tokens: readonly MintedTexts[]): PayloadInput {
  const script = mintScripts[tokens.length - 1]
  if (script === undefined) throw new RangeError(`there is no script of ${tokens.length} mints`)
  const each = tokens.flatMap(({ name, uri, recipient }) => [text(name), text(uri), address(recipient)])
  return scriptPayload(script, [text(collectionName), text(tokenDescription), ...each])
}

/** Names and URIs of the tokens that a script minted, in its order; null if it is no script of `mintPayload`. */
export function mintedTexts(code: Uint8Array, values: readonly Uint8Array[]): { name: string; uri: string }[] | null {
  const [, , ...each] = values
  const count = Math.floor(each.length / argumentsPerMint)
  if (mintScripts[count - 1] !== Buffer.from(code).toString('base64')) return null
  const read = (place: number): string => decodeBcs(bcs.string(), each[place] ?? new Uint8Array())
  return Array.from({ length: count }, (_, token) => {
    const at = token * argumentsPerMint
    return { name: read(at), uri: read(at + 1) }
  })
}

/** Transfers a token that the second signer holds. */
export function transferPayload(token: string, to: string): PayloadInput {
  return scriptPayload(transferScript, [address(token), address(to)])
}

/** Changes a token's URI, and its name if one is given. */
export function updatePayload(token: string, { name, uri }: { name?: string | undefined; uri: string }): PayloadInput {
  if (name === undefined) return tokenCall('set_uri', [tokenType], [address(token), text(uri)])
  return scriptPayload(updateScript, [address(token), text(name), address(token), text(uri)])
}

/**
 * Burns a token as its collection's creator, if the holder still holds it.
 * @param signs whether the holder signs beside the treasury; else the holder is the treasury
 */
export function burnPayload(token: string, holder: string, signs: boolean): PayloadInput {
  const script = signs ? burnScripts.ofWallet : burnScripts.ofTreasury
  return scriptPayload(script, [address(token), address(holder), address(token)])
}

/** Burns a token that is bound to its holder: nobody can have moved it, so the holder is not checked. */
export function boundBurnPayload(token: string): PayloadInput {
  return tokenCall('burn', [tokenType], [address(token)])
}

/** Makes a collection whose creator can change everything changeable and burn tokens, but not freeze them. */
export function collectionPayload(facts: CollectionTexts & { supplyLimit: number }): PayloadInput {
  const { name, uri, description, supplyLimit } = facts
  const mutable = new Array(7).fill(bool(true))
  const [burnable, freezable] = [bool(true), bool(false)]
  const limit = supplyLimit === 0 ? u64Max : BigInt(supplyLimit)
  return tokenCall(
    'create_collection',
    [],
    [
      text(description),
      u64(limit),
      text(name),
      text(uri),
      ...mutable,
      burnable,
      freezable,
      u64(0n),
      u64(royaltyDenominator),
    ],
  )
}

/** Sets the receiver and share of royalties, which marketplaces read. */
export function royaltyPayload(collection: string, receiver: string, basisPoints: number): PayloadInput {
  const shares = [u64(BigInt(basisPoints)), u64(royaltyDenominator)]
  return tokenCall(
    'set_collection_royalties_call',
    [collectionType],
    [address(collection), ...shares, address(receiver)],
  )
}

/** Sends octas; creates the recipient's account if there is none. */
export function coinPayload(to: string, octas: bigint): PayloadInput {
  return entryCall({ address: framework, name: 'aptos_account' }, 'transfer', [], [address(to), u64(octas)])
}

function tokenCall(name: string, typeArguments: TypeTag[], values: Uint8Array[]): PayloadInput {
  return entryCall({ address: objects, name: 'aptos_token' }, name, typeArguments, values)
}

function entryCall(
  module: { address: string; name: string },
  name: string,
  typeArguments: TypeTag[],
  values: Uint8Array[],
): PayloadInput {
  return { entryFunction: { module, name, typeArguments, arguments: values } }
}

function scriptPayload(bytecode: string, values: readonly Uint8Array[]): PayloadInput {
  const code = Uint8Array.from(Buffer.from(bytecode, 'base64'))
  return { script: { code, typeArguments: [], arguments: values.map((serialized) => ({ serialized })) } }
}

function typeNamed(module: string, name: string): TypeTag {
  return { kind: 'struct', struct: { address: objects, module, name, typeArguments: [] } }
}
