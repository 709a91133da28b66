import { ComputeBudgetProgram, PublicKey, type TransactionInstruction, TransactionMessage } from '@solana/web3.js'
import type { SolanaAccount } from '../../wallets/solana-keys.ts'

/** Solana's own: most bytes of a transaction. */
export const transactionBytes = 1232
/** A message that is not signed yet has this for its blockhash. */
const noBlockhash = '1'.repeat(32)

/** A legacy message (two bytes shorter than a versioned one) of these instructions. The price is in millionths of a lamport. */
export function compileMessage(
  treasury: string,
  instructions: readonly TransactionInstruction[],
  budget: { units: number; price: bigint },
): Uint8Array {
  const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: budget.units })
  const price = budget.price === 0n ? [] : [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: budget.price })]
  return new TransactionMessage({
    payerKey: new PublicKey(treasury),
    recentBlockhash: noBlockhash,
    instructions: [limit, ...price, ...instructions],
  })
    .compileToLegacyMessage()
    .serialize()
}

/** How many signatures a message asks for. */
export function signaturesOf(message: Uint8Array): number {
  return message[0] ?? 0
}

/** The same message with another blockhash (32 bytes). */
export function withBlockhash(message: Uint8Array, blockhash: Uint8Array): Uint8Array {
  const accounts = message[3] ?? 0
  if (accounts > 127) throw new Error('a message with more accounts than a transaction holds')
  const made = new Uint8Array(message)
  made.set(blockhash, 4 + 32 * accounts)
  return made
}

/** A transaction of a message, signed by everybody it asks for. Reproducible: ed25519 signatures hold no chance. */
export function signTransaction(message: Uint8Array, accounts: readonly SolanaAccount[]): Uint8Array {
  const count = signaturesOf(message)
  const signatures = Array.from({ length: count }, (_, place) => {
    const key = new PublicKey(message.subarray(4 + 32 * place, 36 + 32 * place)).toBase58()
    const account = accounts.find(({ address }) => address === key)
    if (!account) throw new Error(`a transaction asks for a signature of ${key}, which is no key of ours`)
    return account.sign(message)
  })
  return Buffer.concat([Buffer.from([count]), ...signatures, message])
}
