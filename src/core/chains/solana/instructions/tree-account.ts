import { PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import type { TreeSize } from '../../family/trees.ts'
import { treeBytes } from './tree-size.ts'

/**
 * Makes the account that a tree lies in, which signs beside its payer.
 * @param rent lamports that free it from rent
 * @param program the compression program that is to own it
 */
export function treeAccount(
  payer: string,
  tree: string,
  size: TreeSize,
  rent: number,
  program: string,
): TransactionInstruction {
  return SystemProgram.createAccount({
    fromPubkey: new PublicKey(payer),
    newAccountPubkey: new PublicKey(tree),
    lamports: rent,
    space: treeBytes(size),
    programId: new PublicKey(program),
  })
}
