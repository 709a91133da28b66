import {
  AccountAddress,
  AccountAuthenticator,
  AccountAuthenticatorEd25519,
  Bool,
  ChainId,
  Deserializer,
  Ed25519PrivateKey,
  Ed25519PublicKey,
  Ed25519Signature,
  EntryFunction,
  FeePayerRawTransaction,
  generateSigningMessage,
  generateUserTransactionHash,
  Identifier,
  ModuleId,
  MoveVector,
  MultiAgentRawTransaction,
  MultiAgentTransaction,
  parseTypeTag,
  Script,
  RawTransaction as SdkRawTransaction,
  SignedTransaction as SdkSignedTransaction,
  Serialized,
  SimpleTransaction,
  TransactionAuthenticatorEd25519,
  TransactionAuthenticatorFeePayer,
  TransactionAuthenticatorMultiAgent,
  TransactionAuthenticatorSingleSender,
  TransactionPayloadEntryFunction,
  TransactionPayloadScript,
  U8,
  U16,
  U32,
  U64,
  U128,
  U256,
} from '@aptos-labs/ts-sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { authenticatorLayout } from '../../../src/core/chains/aptos/bcs/authenticator.ts'
import type { PayloadInput } from '../../../src/core/chains/aptos/bcs/payload.ts'
import {
  type RawTransaction,
  rawTransactionLayout,
  sharedSigningMessage,
  signedTransactionLayout,
  signingMessage,
  transactionHash,
} from '../../../src/core/chains/aptos/bcs/transaction.ts'
import { type TypeTag, typeTagLayout } from '../../../src/core/chains/aptos/bcs/type-tag.ts'
import { addressLayout, decodeBcs } from '../../../src/core/chains/aptos/bcs/values.ts'

const bytes = (maxLength: number) => fc.uint8Array({ maxLength })
const fixed = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const address = fixed(32).map((own) => `0x${Buffer.from(own).toString('hex')}`)
const identifier = fc.stringMatching(/^[a-z_][a-z0-9_]{0,20}$/)
const unsigned = (bits: bigint) => fc.bigInt({ min: 0n, max: 2n ** bits - 1n })
const u64 = unsigned(64n)

const { tag: typeTag } = fc.letrec<{ tag: TypeTag }>((tie) => ({
  tag: fc.oneof(
    { maxDepth: 2 },
    fc
      .constantFrom('bool', 'u8', 'u16', 'u32', 'u64', 'u128', 'u256', 'address', 'signer')
      .map((kind): TypeTag => ({ kind })),
    tie('tag').map((of): TypeTag => ({ kind: 'vector', of })),
    fc
      .record({ address, module: identifier, name: identifier, typeArguments: fc.array(tie('tag'), { maxLength: 2 }) })
      .map((struct): TypeTag => ({ kind: 'struct', struct })),
  ),
}))
const scriptArgument = fc.oneof(
  fc.nat(255).map((u8) => ({ u8 })),
  fc.nat(65_535).map((u16) => ({ u16 })),
  fc.nat(2 ** 31).map((u32) => ({ u32 })),
  u64.map((value) => ({ u64: value })),
  unsigned(128n).map((u128) => ({ u128 })),
  unsigned(256n).map((u256) => ({ u256 })),
  fc.boolean().map((bool) => ({ bool })),
  address.map((own) => ({ address: own })),
  bytes(40).map((u8Vector) => ({ u8Vector })),
  bytes(300).map((serialized) => ({ serialized })),
)
const payload: fc.Arbitrary<PayloadInput> = fc.oneof(
  fc
    .record({
      code: bytes(300),
      typeArguments: fc.array(typeTag, { maxLength: 2 }),
      arguments: fc.array(scriptArgument, { maxLength: 6 }),
    })
    .map((script) => ({ script })),
  fc
    .record({
      module: fc.record({ address, name: identifier }),
      name: identifier,
      typeArguments: fc.array(typeTag, { maxLength: 2 }),
      arguments: fc.array(bytes(200), { maxLength: 5 }),
    })
    .map((entryFunction) => ({ entryFunction })),
)
const rawTransaction: fc.Arbitrary<RawTransaction> = fc.record({
  sender: address,
  sequenceNumber: u64,
  payload,
  maxGasAmount: u64,
  gasUnitPrice: u64,
  expirationTimestampSecs: u64,
  chainId: fc.nat(255),
})
const pair = fc.record({ publicKey: fixed(32), signature: fixed(64) })
const shared = fc.record({
  sender: pair,
  secondary: fc.array(fc.record({ address, pair }), { maxLength: 3 }),
  feePayer: fc.record({ address, pair }),
})

describe('what is sent to Aptos is byte for byte what the official client makes', () => {
  it('addresses', () => {
    fc.assert(
      fc.property(address, (own) => {
        expect(Buffer.from(addressLayout.serialize(own).toBytes())).toEqual(sdkBytes(AccountAddress.from(own)))
      }),
    )
  })

  it('types', () => {
    fc.assert(
      fc.property(typeTag, (tag) => {
        const ours = typeTagLayout.serialize(tag).toBytes()
        expect(Buffer.from(ours)).toEqual(sdkBytes(parseTypeTag(written(tag))))
        expect(decodeBcs(typeTagLayout, ours)).toEqual(tag)
      }),
    )
  })

  it('transactions, and what is signed of them', () => {
    fc.assert(
      fc.property(rawTransaction, fc.array(address, { maxLength: 3 }), address, (own, secondary, feePayer) => {
        const ours = rawTransactionLayout.serialize(own).toBytes()
        const sdk = sdkTransaction(own)
        expect(Buffer.from(ours)).toEqual(sdkBytes(sdk))
        expect(signingMessage(own)).toEqual(Buffer.from(generateSigningMessage(sdkBytes(sdk), 'APTOS::RawTransaction')))
        const withData = 'APTOS::RawTransactionWithData'
        const addresses = secondary.map((one) => AccountAddress.from(one))
        expect(sharedSigningMessage(own, secondary)).toEqual(
          Buffer.from(generateSigningMessage(sdkBytes(new MultiAgentRawTransaction(sdk, addresses)), withData)),
        )
        const paid = new FeePayerRawTransaction(sdk, addresses, AccountAddress.from(feePayer))
        expect(sharedSigningMessage(own, secondary, feePayer)).toEqual(
          Buffer.from(generateSigningMessage(sdkBytes(paid), withData)),
        )
        const again = rawTransactionLayout.serialize(decodeBcs(rawTransactionLayout, ours)).toBytes()
        expect(Buffer.from(again).equals(ours)).toBe(true)
      }),
    )
  })

  it('signed transactions and their hashes', () => {
    fc.assert(
      fc.property(rawTransaction, shared, (own, { sender, secondary, feePayer }) => {
        const sdk = sdkTransaction(own)
        const one = sdkPair(sender)
        const addresses = secondary.map(({ address: its }) => its)
        const others = secondary.map(({ pair: its }) => sdkPair(its))
        const sdkAddresses = addresses.map((its) => AccountAddress.from(its))
        const inCommon = {
          sender: { ed25519: sender },
          secondarySignerAddresses: addresses,
          secondarySigners: secondary.map(({ pair: its }) => ({ ed25519: its })),
        }
        const payer = { address: AccountAddress.from(feePayer.address), authenticator: sdkPair(feePayer.pair) }
        const cases = [
          [{ ed25519: sender }, new TransactionAuthenticatorEd25519(one.public_key, one.signature)],
          [{ multiAgent: inCommon }, new TransactionAuthenticatorMultiAgent(one, sdkAddresses, others)],
          [
            {
              feePayer: {
                ...inCommon,
                feePayerAddress: feePayer.address,
                feePayerSigner: { ed25519: feePayer.pair },
              },
            },
            new TransactionAuthenticatorFeePayer(one, sdkAddresses, others, payer),
          ],
          [{ singleSender: { ed25519: sender } }, new TransactionAuthenticatorSingleSender(one)],
        ] as const
        for (const [authenticator, theirs] of cases) {
          const signed = signedTransactionLayout.serialize({ rawTransaction: own, authenticator }).toBytes()
          expect(Buffer.from(signed)).toEqual(sdkBytes(new SdkSignedTransaction(sdk, theirs)))
          const read = decodeBcs(signedTransactionLayout, signed)
          expect(Buffer.from(authenticatorLayout.serialize(read.authenticator).toBytes())).toEqual(sdkBytes(theirs))
        }
        const [[ed25519], [multiAgent]] = cases
        const bytesOf = (authenticator: typeof ed25519 | typeof multiAgent) =>
          signedTransactionLayout.serialize({ rawTransaction: own, authenticator }).toBytes()
        expect(transactionHash(bytesOf(ed25519))).toBe(
          generateUserTransactionHash({ transaction: new SimpleTransaction(sdk), senderAuthenticator: one }),
        )
        expect(transactionHash(bytesOf(multiAgent))).toBe(
          generateUserTransactionHash({
            transaction: new MultiAgentTransaction(sdk, sdkAddresses),
            senderAuthenticator: one,
            additionalSignersAuthenticators: others,
          }),
        )
      }),
      { numRuns: 50 },
    )
  })

  it('a signature of a single key', () => {
    const key = new Ed25519PrivateKey(new Uint8Array(32).fill(7), false)
    const { publicKey, signature } = { publicKey: key.publicKey(), signature: key.sign('0x00') }
    const singleKey = {
      publicKey: { ed25519: publicKey.toUint8Array() },
      signature: { ed25519: signature.toUint8Array() },
    }
    const ours = authenticatorLayout.serialize({ singleSender: { singleKey } }).toBytes()
    const theirs = AccountAuthenticator.deserialize(new Deserializer(ours.subarray(1)))
    expect(theirs.isSingleKey()).toBe(true)
    expect(Buffer.from(ours.subarray(1))).toEqual(sdkBytes(theirs))
  })
})

describe('what strangers send', () => {
  const signed = signedTransactionLayout
    .serialize({
      rawTransaction: {
        sender: '0x1',
        sequenceNumber: 1n,
        payload: { script: { code: new Uint8Array(3), typeArguments: [], arguments: [] } },
        maxGasAmount: 1n,
        gasUnitPrice: 100n,
        expirationTimestampSecs: 1n,
        chainId: 4,
      },
      authenticator: { ed25519: { publicKey: new Uint8Array(32), signature: new Uint8Array(64) } },
    })
    .toBytes()

  it('is refused where it is cut off anywhere, or something follows', () => {
    // In a buffer that others share, as bodies of requests lie in one.
    const large = Buffer.concat([Buffer.alloc(100, 1), signed, Buffer.alloc(100, 1)])
    expect(() => decodeBcs(signedTransactionLayout, large.subarray(100, 100 + signed.length))).not.toThrow()
    for (let length = 0; length < signed.length; length++)
      expect(() => decodeBcs(signedTransactionLayout, large.subarray(100, 100 + length))).toThrow()
    expect(() => decodeBcs(signedTransactionLayout, large.subarray(100, 101 + signed.length))).toThrow(/canonical/)
  })

  it('is refused where it is damaged so that it says something in another form, and never harms', () => {
    fc.assert(
      fc.property(fc.nat(signed.length - 1), fc.nat(255), (at, byte) => {
        const damaged = Uint8Array.from(signed)
        damaged[at] = byte
        try {
          const read = decodeBcs(signedTransactionLayout, damaged)
          expect(Buffer.from(signedTransactionLayout.serialize(read).toBytes())).toEqual(Buffer.from(damaged))
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
    )
  })

  it('is refused where types are nested without end', () => {
    const deep = Uint8Array.from([...new Array<number>(1000).fill(6), 1])
    expect(() => decodeBcs(typeTagLayout, deep)).toThrow(/nested/)
  })
})

function sdkBytes(value: { bcsToBytes(): Uint8Array }): Buffer {
  return Buffer.from(value.bcsToBytes())
}

function sdkPair({ publicKey, signature }: { publicKey: Uint8Array; signature: Uint8Array }) {
  return new AccountAuthenticatorEd25519(new Ed25519PublicKey(publicKey), new Ed25519Signature(signature))
}

function written(tag: TypeTag): string {
  if (tag.kind === 'vector') return `vector<${written(tag.of)}>`
  if (tag.kind !== 'struct') return tag.kind
  const { address: its, module, name, typeArguments } = tag.struct
  const inner = typeArguments.length === 0 ? '' : `<${typeArguments.map(written).join(', ')}>`
  return `${its}::${module}::${name}${inner}`
}

function sdkTransaction(own: RawTransaction): SdkRawTransaction {
  return new SdkRawTransaction(
    AccountAddress.from(own.sender),
    BigInt(own.sequenceNumber),
    sdkPayload(own.payload),
    own.maxGasAmount,
    own.gasUnitPrice,
    own.expirationTimestampSecs,
    new ChainId(own.chainId),
  )
}

function sdkPayload(own: PayloadInput): TransactionPayloadScript | TransactionPayloadEntryFunction {
  if ('script' in own) {
    const { code, typeArguments, arguments: given } = own.script
    const types = [...typeArguments].map((tag) => parseTypeTag(written(tag)))
    return new TransactionPayloadScript(new Script(code, types, [...given].map(sdkArgument)))
  }
  if (!('entryFunction' in own)) throw new Error('not made here')
  const { module, name, typeArguments, arguments: given } = own.entryFunction
  return new TransactionPayloadEntryFunction(
    new EntryFunction(
      new ModuleId(AccountAddress.from(module.address), new Identifier(module.name)),
      new Identifier(name),
      [...typeArguments].map((tag) => parseTypeTag(written(tag))),
      [...given].map((value) => ({
        bcsToBytes: () => value,
        serialize: (serializer) => serializer.serializeFixedBytes(value),
        serializeForEntryFunction: (serializer) => serializer.serializeBytes(value),
        bcsToHex: () => {
          throw new Error('not asked')
        },
      })),
    ),
  )
}

function sdkArgument(given: object) {
  const [kind, value]: [string, unknown] = Object.entries(given)[0] ?? ['', null]
  switch (kind) {
    case 'u8':
      return new U8(Number(value))
    case 'u16':
      return new U16(Number(value))
    case 'u32':
      return new U32(Number(value))
    case 'u64':
      return new U64(BigInt(String(value)))
    case 'u128':
      return new U128(BigInt(String(value)))
    case 'u256':
      return new U256(BigInt(String(value)))
    case 'bool':
      return new Bool(value === true)
    case 'address':
      return AccountAddress.from(String(value))
    case 'u8Vector':
      return MoveVector.U8(value as Uint8Array)
    default:
      return new Serialized(value as Uint8Array)
  }
}
