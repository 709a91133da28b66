import { PublicKey, SystemProgram } from '@solana/web3.js'
import type { Chargeable } from './chargeable.ts'

/** What sends lamports of the treasury to an account. */
export function coinTo(treasury: string, to: string, lamports: bigint): Chargeable {
  const instruction = SystemProgram.transfer({
    fromPubkey: new PublicKey(treasury),
    toPubkey: new PublicKey(to),
    lamports,
  })
  return { instructions: [instruction], signers: [] }
}

/** Whether an address has no key of its own: that of a program, or of what a program keeps. @param keeper see `keeperOf` */
export function isProgramsOwn(address: string, keeper: string | null): boolean {
  if (keeper !== null && keeper !== SystemProgram.programId.toBase58()) return true
  return !PublicKey.isOnCurve(new PublicKey(address).toBytes())
}
