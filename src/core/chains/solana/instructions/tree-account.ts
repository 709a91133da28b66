import { PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import type { TreeSize } from '../../family/trees.ts'
import { treeBytes } from './tree-size.ts'

/**
 * Creates a tree's account; the payer and the account's own key sign.
 * @param rent lamports that make the account rent-exempt
 * @param program the compression program that will own the account
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
