import type { TransactionInstruction } from '@solana/web3.js'
import type { NewToken } from '../../family/tokens.ts'
import { compileMessage, transactionBytes } from './message.ts'

/**
 * Measured once with a token without texts: bytes of a transaction that mints it, bytes of its instruction's data, and the number of the
 * instruction's accounts.
 */
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

/** How many of the first tokens fit into one transaction; at least one. Exact, without building the transaction. */
export function tokensThatFit(measure: Measure, tokens: readonly NewToken[]): number {
  const recipients = new Set<string>()
  // Bytes of an instruction without its data and the data's length: program index, number of accounts, account indexes.
  const instructionHead = 1 + 1 + measure.accounts
  // Without the measured token's own part: the loop adds each token in the same way.
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

/** Bytes of a compact-u16 length: 7 bits a byte. */
function lengthBytes(length: number): number {
  return length < 128 ? 1 : 2
}

/** Any valid address: only its length counts. */
const anyAddress = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
