import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import {
  ComputeBudgetProgram,
  Keypair,
  type PublicKey,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { longBase58 } from '../../../src/core/practice/solana/base58.ts'
import { readTransaction } from '../../../src/core/practice/solana/transaction-bytes.ts'
import { transactionJson } from '../../../src/core/practice/solana/transaction-json.ts'

const bytesOf = (length: number, salt: number) =>
  Buffer.concat(
    Array.from({ length: Math.ceil(length / 32) }, (_, part) =>
      createHash('sha256').update(`${salt} ${part}`).digest(),
    ),
  ).subarray(0, length)

describe('the practice network of Solana says what a node says', () => {
  it('of bytes of every length, as every base58 does', () => {
    for (let length = 0; length < 700; length += length < 70 ? 1 : 37) {
      const bytes = bytesOf(length, length)
      expect(longBase58(bytes)).toBe(base58.encode(bytes))
      // Zeros in front are digits of their own, and a number of 5, 10, 20 or 40 digits is at an edge.
      bytes.fill(0, 0, length % 7)
      expect(longBase58(bytes)).toBe(base58.encode(bytes))
    }
    for (const digits of [4, 5, 6, 9, 10, 11, 19, 20, 21, 39, 40, 41, 160])
      for (const text of ['z'.repeat(digits), `2${'1'.repeat(digits - 1)}`])
        expect(longBase58(base58.decode(text))).toBe(text)
  })

  it('of transactions, legacy ones and those of version 0', () => {
    const payer = Keypair.fromSeed(bytesOf(32, 1))
    const hash = base58.encode(bytesOf(32, 2))
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 5 })
    const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: hash, instructions: [limit] })
    const legacy = new Transaction({ recentBlockhash: hash, feePayer: payer.publicKey }).add(limit)
    legacy.sign(payer)
    const versioned = new VersionedTransaction(message.compileToV0Message())
    versioned.sign([payer])
    const of = (signature: Uint8Array | null | undefined) => ({
      signatures: [base58.encode(signature ?? new Uint8Array())],
      message: {
        header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
        recentBlockhash: hash,
        accountKeys: [payer.publicKey, ComputeBudgetProgram.programId].map((key: PublicKey) => key.toBase58()),
        instructions: [{ programIdIndex: 1, accounts: [], data: base58.encode(limit.data), stackHeight: 1 }],
      },
    })
    expect(transactionJson(legacy.serialize(), 'json')).toEqual({
      version: 'legacy',
      transaction: of(legacy.signature),
    })
    const expected = of(versioned.signatures[0])
    expect(transactionJson(versioned.serialize(), 'json')).toEqual({
      version: 0,
      transaction: { ...expected, message: { ...expected.message, addressTableLookups: [] } },
    })
  })

  it('and takes none that is not whole, or of a version that it does not know', () => {
    const payer = Keypair.fromSeed(bytesOf(32, 1))
    const hash = base58.encode(bytesOf(32, 2))
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 5 })
    const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: hash, instructions: [limit] })
    const versioned = new VersionedTransaction(message.compileToV0Message())
    versioned.sign([payer])
    const whole = versioned.serialize()
    expect(readTransaction(whole).message.instructions).toHaveLength(1)
    for (let length = 0; length < whole.length; length++)
      expect(() => readTransaction(whole.subarray(0, length))).toThrow(RangeError)
    const later = Uint8Array.from(whole)
    later[65] = 0x81
    expect(() => readTransaction(later)).toThrow('version 1')
  })
})
