import { base58 } from '@scure/base'
import { ComputeBudgetProgram, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import type { SolanaAccount } from '../key-pair.ts'

/** Solana's own: most bytes of a transaction. */
export const transactionBytes = 1232
/** The blockhash of a message that is not signed yet. */
const noBlockhash = new Uint8Array(32)

/** A legacy message (two bytes shorter than a versioned one) of these instructions. `price`: micro-lamports per compute unit. */
export function compileMessage(
  treasury: string,
  instructions: readonly TransactionInstruction[],
  budget: { units: number; price: bigint },
): Uint8Array {
  const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: budget.units })
  const price = budget.price === 0n ? [] : [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: budget.price })]
  return legacyMessage(new PublicKey(treasury), [limit, ...price, ...instructions])
}

interface MessageAccount {
  bytes: Uint8Array
  signer: boolean
  writable: boolean
}

/** The same bytes as web3.js's `compileToLegacyMessage`, which converts each address to base58 and back: ten times as long. */
function legacyMessage(payer: PublicKey, instructions: readonly TransactionInstruction[]): Uint8Array {
  const accounts = new Map<string, MessageAccount>()
  const account = (key: PublicKey, signer: boolean, writable: boolean): string => {
    const bytes = key.toBytes()
    const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
    const known = accounts.get(name)
    if (known) {
      known.signer ||= signer
      known.writable ||= writable
    } else accounts.set(name, { bytes, signer, writable })
    return name
  }
  account(payer, true, true)
  const called = instructions.map(({ programId, keys, data }) => ({
    program: account(programId, false, false),
    accounts: keys.map(({ pubkey, isSigner, isWritable }) => account(pubkey, isSigner, isWritable)),
    data,
  }))
  const all = [...accounts]
  const these = (signer: boolean, writable: boolean) =>
    all.filter(([, one]) => one.signer === signer && one.writable === writable)
  const [payers, readers, writers, others] = [
    these(true, true),
    these(true, false),
    these(false, true),
    these(false, false),
  ]
  const ordered = [...payers, ...readers, ...writers, ...others]
  const places = new Map(ordered.map(([name], place) => [name, place]))
  const placeOf = (name: string): number => places.get(name) ?? 0
  return Buffer.concat([
    Buffer.from([payers.length + readers.length, readers.length, others.length, ...compact(ordered.length)]),
    ...ordered.map(([, { bytes }]) => bytes),
    noBlockhash,
    Buffer.from(compact(called.length)),
    ...called.flatMap(({ program, accounts: own, data }) => [
      Buffer.from([placeOf(program), ...compact(own.length), ...own.map(placeOf), ...compact(data.length)]),
      data,
    ]),
  ])
}

/** Solana's encoding of an array's length (compact-u16): 7 bits a byte, lowest first. */
function compact(length: number): number[] {
  return length < 128 ? [length] : [(length & 127) | 128, ...compact(length >> 7)]
}

/** How many signatures a message requires. */
export function signaturesOf(message: Uint8Array): number {
  return message[0] ?? 0
}

/** The same message with another blockhash (32 bytes). */
export function withBlockhash(message: Uint8Array, blockhash: Uint8Array): Uint8Array {
  const made = new Uint8Array(message)
  made.set(blockhash, blockhashAt(message))
  return made
}

/** The blockhash of a signed transaction. */
export function blockhashOf(transaction: Uint8Array): Uint8Array {
  const message = transaction.subarray(1 + 64 * (transaction[0] ?? 0))
  const at = blockhashAt(message)
  return message.subarray(at, at + 32)
}

function blockhashAt(message: Uint8Array): number {
  const accounts = message[3] ?? 0
  if (accounts > 127) throw new Error('a message with more accounts than a transaction holds')
  return 4 + 32 * accounts
}

/** The transaction of a message with all required signatures. Deterministic, as ed25519 signatures are. */
export function signTransaction(message: Uint8Array, accounts: readonly SolanaAccount[]): Uint8Array {
  const count = signaturesOf(message)
  const signatures = Array.from({ length: count }, (_, place) => {
    const key = base58.encode(message.subarray(4 + 32 * place, 36 + 32 * place))
    const account = accounts.find(({ address }) => address === key)
    if (!account) throw new Error(`a transaction asks for a signature of ${key}, which is no key of ours`)
    return account.sign(message)
  })
  return Buffer.concat([Buffer.from([count]), ...signatures, message])
}
