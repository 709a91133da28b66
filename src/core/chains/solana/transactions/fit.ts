import type { TransactionInstruction } from '@solana/web3.js'
import type { NewToken } from '../../family/tokens.ts'
import { compileMessage, transactionBytes } from './message.ts'

/** Bytes of a transaction that mints one token without texts, and of that token's instruction data, and how many accounts it names; measured once. */
export interface Measure {
  transaction: number
  data: number
  accounts: number
}

const addressBytes = 32

/** @param one builds the instruction of one token */
export function measureOne(payer: string, one: (token: NewToken) => readonly TransactionInstruction[]): Measure {
  const instructions = one({ recipient: anyAddress, name: '', symbol: '', uri: '' })
  const message = compileMessage(payer, instructions, { units: 0, price: 1n })
  const [first] = instructions
  return { transaction: 1 + 64 + message.length, data: first?.data.length ?? 0, accounts: first?.keys.length ?? 0 }
}

/** How many tokens, from the first on, one transaction holds; at least one. Exact, without building anything. */
export function tokensThatFit(measure: Measure, tokens: readonly NewToken[]): number {
  const recipients = new Set<string>()
  // What an instruction adds beside its data and the length of that: its program, its accounts and how many they are.
  const instructionHead = 1 + 1 + measure.accounts
  // The measured token's own part comes off again: each is added alike.
  let bytes = measure.transaction - addressBytes - instructionHead - lengthBytes(measure.data) - measure.data
  let count = 0
  for (const { recipient, name, symbol, uri } of tokens) {
    const data = measure.data + Buffer.byteLength(name) + Buffer.byteLength(symbol) + Buffer.byteLength(uri)
    bytes += instructionHead + lengthBytes(data) + data + (recipients.has(recipient) ? 0 : addressBytes)
    if (bytes > transactionBytes) break
    recipients.add(recipient)
    count++
  }
  return Math.max(1, count)
}

/** Lengths are of 7 bits a byte. */
function lengthBytes(length: number): number {
  return length < 128 ? 1 : 2
}

/** A wallet that is nobody's. */
const anyAddress = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
