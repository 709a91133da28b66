import { base58 } from '@scure/base'
import { PublicKey, SystemProgram } from '@solana/web3.js'
import type { Instruction } from '../history/instructions.ts'
import type { TransactionAnswer } from '../trees/leaves.ts'
import type { Chargeable } from './chargeable.ts'

/** A transfer of lamports from the treasury to an account. */
export function coinTo(treasury: string, to: string, lamports: bigint): Chargeable {
  const instruction = SystemProgram.transfer({
    fromPubkey: new PublicKey(treasury),
    toPubkey: new PublicKey(to),
    lamports,
  })
  return { instructions: [instruction], signers: [] }
}

/** Whether an address has no key of its own: a program, an account that a program owns, or a PDA. @param keeper see `keeperOf` */
export function isProgramsOwn(address: string, keeper: string | null): boolean {
  if (keeper !== null && keeper !== SystemProgram.programId.toBase58()) return true
  return !PublicKey.isOnCurve(new PublicKey(address).toBytes())
}

/** The system program's instruction `Transfer`: its number, 4 bytes, and lamports, 8 bytes. */
const transfer = { number: 2, lamportsAt: 4, length: 12 } as const

/** Lamports that a successful transaction's own instructions sent from its payer. */
export function coinSent({ transaction: { message } }: TransactionAnswer): bigint {
  const sent = message.instructions.map(({ accounts, programIdIndex, data = '' }) => {
    if (accounts[0] !== 0) return 0n
    const program = message.accountKeys[programIdIndex] ?? ''
    const keys = accounts.map((place) => message.accountKeys[place] ?? '')
    return transferIn({ program, accounts: keys, data: base58.decode(data) })?.lamports ?? 0n
  })
  return sent.reduce((sum, one) => sum + one, 0n)
}

/** What a transfer of the system program moves; null for any other instruction. */
export function transferIn({
  program,
  accounts: [from, to],
  data,
}: Instruction): { from: string; to: string; lamports: bigint } | null {
  const bytes = Buffer.from(data)
  if (program !== SystemProgram.programId.toBase58() || from === undefined || to === undefined) return null
  if (bytes.length !== transfer.length || bytes.readUInt32LE() !== transfer.number) return null
  return { from, to, lamports: bytes.readBigUInt64LE(transfer.lamportsAt) }
}
