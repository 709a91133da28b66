import { CallArgument, initSync, TransactionComposer, wasmModule } from '@aptos-labs/script-composer-pack'
import { generateTransactionPayloadWithABI, parseTypeTag, Serializer } from '@aptos-labs/ts-sdk'
import { bcs } from '@mysten/bcs'
import { beforeAll, describe, expect, it } from 'vitest'
import { moveStubs } from '../../../scripts/lib/move-stubs.mjs'
import { type PayloadInput, payloadLayout } from '../../../src/core/chains/aptos/bcs/payload.ts'
import { addressLayout } from '../../../src/core/chains/aptos/bcs/values.ts'
import {
  boundBurnPayload,
  burnPayload,
  coinPayload,
  collectionPayload,
  mintPayload,
  royaltyPayload,
  transferPayload,
  updatePayload,
} from '../../../src/core/chains/aptos/scripts/payloads.ts'
import { tokensThatFit } from '../../../src/core/chains/aptos/transactions/fit.ts'

const token = `0x${'7a'.repeat(32)}`
const receiver = `0x${'0b'.repeat(32)}`
const tokenType = '0x4::aptos_token::AptosToken'
const text = '0x1::string::String'
const object = `0x1::object::Object<${tokenType}>`

function ours(payload: PayloadInput): string {
  return Buffer.from(payloadLayout.serialize(payload).toBytes()).toString('hex')
}

/** What the official client makes of the same call. @param parameters as the module has them, without the signer */
function official(name: string, typeArguments: string[], parameters: string[], given: (string | bigint | boolean)[]) {
  const [module = '', call = ''] = name.split('/')
  const serializer = new Serializer()
  generateTransactionPayloadWithABI({
    function: `${module}::${call}` as `${string}::${string}::${string}`,
    typeArguments,
    functionArguments: given,
    abi: {
      typeParameters: typeArguments.map(() => ({ constraints: [] })),
      parameters: parameters.map((type) => parseTypeTag(type, { allowGenerics: true })),
    },
  }).serialize(serializer)
  return Buffer.from(serializer.toUint8Array()).toString('hex')
}

describe('what is called on Aptos is byte for byte what the official client calls', () => {
  const flags = [true, true, true, true, true, true, true, true, false]
  const creation = [text, 'u64', text, text, ...flags.map(() => 'bool'), 'u64', 'u64']

  it.each([
    ['without a limit', 0, 2n ** 64n - 1n],
    ['with a limit', 40, 40n],
  ])('a collection, %s', (_, supplyLimit, limit) => {
    expect(ours(collectionPayload({ name: 'Badges ä', uri: 'ipfs://c', description: 'Of gäste', supplyLimit }))).toBe(
      official('0x4::aptos_token/create_collection', [], creation, [
        'Of gäste',
        limit,
        'Badges ä',
        'ipfs://c',
        ...flags,
        0n,
        10_000n,
      ]),
    )
  })

  it('a burn of what is bound to its holder, a new URI, royalties and coin', () => {
    expect(ours(boundBurnPayload(token))).toBe(official('0x4::aptos_token/burn', [tokenType], [object], [token]))
    expect(ours(updatePayload(token, { uri: 'ipfs://n' }))).toBe(
      official('0x4::aptos_token/set_uri', [tokenType], [object, text], [token, 'ipfs://n']),
    )
    const collectionType = '0x4::aptos_token::AptosCollection'
    expect(ours(royaltyPayload(token, receiver, 250))).toBe(
      official(
        '0x4::aptos_token/set_collection_royalties_call',
        [collectionType],
        [`0x1::object::Object<${collectionType}>`, 'u64', 'u64', 'address'],
        [token, 250n, 10_000n, receiver],
      ),
    )
    expect(ours(coinPayload(receiver, 5n))).toBe(
      official('0x1::aptos_account/transfer', [], ['address', 'u64'], [receiver, 5n]),
    )
  })
})

describe('what scripts are sent with is what the composer makes of the same calls', () => {
  beforeAll(() => {
    initSync({ module: wasmModule })
  })

  const bytes = (value: Uint8Array) => CallArgument.newBytes(value)
  const string = (value: string) => bytes(bcs.string().serialize(value).toBytes())
  const address = (value: string) => bytes(addressLayout.serialize(value).toBytes())
  const composed = (composer: TransactionComposer, build: (call: Call) => void): string => {
    for (const stub of moveStubs()) composer.store_module(stub)
    build((...of) => composer.add_batched_call(...of))
    // A payload is the number of its kind, and the script.
    return `00${Buffer.from(composer.generate_batched_calls(true)).toString('hex')}`
  }
  type Call = (...of: Parameters<TransactionComposer['add_batched_call']>) => CallArgument[]

  it.each([1, 2, 30])('%s mints', (count) => {
    const tokens = Array.from({ length: count }, (_, place) => ({
      name: `Bädge #${place}`,
      uri: `ipfs://${'u'.repeat(place * 7)}`,
      recipient: `0x${String(place).padStart(64, '0')}`,
    }))
    const theirs = composed(TransactionComposer.single_signer(), (call) => {
      const one = (...of: Parameters<Call>): CallArgument => {
        const [made] = call(...of)
        if (!made) throw new Error('nothing was returned')
        return made
      }
      const collection = one('0x1::string', 'utf8', [], [string('Badges')])
      const description = one('0x1::string', 'utf8', [], [string('')])
      const keys = one('0x1::option', 'to_vec', [text], [one('0x1::option', 'none', [text], [])])
      const values = one('0x1::option', 'to_vec', ['vector<u8>'], [one('0x1::option', 'none', ['vector<u8>'], [])])
      for (const { name, uri, recipient } of tokens) {
        const texts = [collection.copy(), description.copy(), string(name), string(uri)]
        const signer = CallArgument.newSigner(0)
        const none = [keys.copy(), keys.copy(), values.copy()]
        const made = one('0x4::aptos_token', 'mint_token_object', [], [signer, ...texts, ...none])
        call('0x1::object', 'transfer', [tokenType], [CallArgument.newSigner(0), made, address(recipient)])
      }
    })
    expect(ours(mintPayload('Badges', tokens))).toBe(theirs)
  })

  it('a transfer that its second signer makes, and an update of name and URI', () => {
    const moved = composed(TransactionComposer.multi_signer(2), (call) => {
      call(
        '0x1::object',
        'transfer',
        ['0x4::token::Token'],
        [CallArgument.newSigner(1), address(token), address(receiver)],
      )
    })
    expect(ours(transferPayload(token, receiver))).toBe(moved)
    const updated = composed(TransactionComposer.single_signer(), (call) => {
      const signer = () => CallArgument.newSigner(0)
      call('0x4::aptos_token', 'set_name', [tokenType], [signer(), address(token), string('New')])
      call('0x4::aptos_token', 'set_uri', [tokenType], [signer(), address(token), string('ipfs://n')])
    })
    expect(ours(updatePayload(token, { name: 'New', uri: 'ipfs://n' }))).toBe(updated)
  })

  it.each([
    ['another wallet', 1],
    ['the treasury', 0],
  ])('a burn that %s must hold the token for', (_, holder) => {
    const composer = holder === 1 ? TransactionComposer.multi_signer(2) : TransactionComposer.single_signer()
    const burnt = composed(composer, (call) => {
      const own = [address(token), address(receiver)]
      call('0x1::object', 'transfer', [tokenType], [CallArgument.newSigner(holder), ...own])
      call('0x4::aptos_token', 'burn', [tokenType], [CallArgument.newSigner(0), address(token)])
    })
    expect(ours(burnPayload(token, receiver, holder === 1))).toBe(burnt)
  })
})

describe('how many tokens go into one transaction', () => {
  const tokens = (count: number, uriBytes: number) =>
    new Array(count).fill({ name: 'n'.repeat(128), symbol: '', uri: 'u'.repeat(uriBytes), recipient: receiver })

  it('thirty of the longest that the chain keeps, and fewer of what is longer', () => {
    expect(tokensThatFit('c'.repeat(128), tokens(100, 512))).toBe(30)
    expect(tokensThatFit('c', tokens(3, 512))).toBe(3)
    const large = tokensThatFit('c', tokens(100, 4_000))
    const bytes = (count: number) => ours(mintPayload('c', tokens(count, 4_000))).length / 2
    expect(bytes(large)).toBeLessThan(48_000)
    expect(bytes(large + 1)).toBeGreaterThan(47_800)
    expect(tokensThatFit('c', tokens(2, 60_000))).toBe(1)
  })
})
