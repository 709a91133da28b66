import { PublicKey, SystemProgram } from '@solana/web3.js'
import type { Commitment } from './accounts.ts'
import { compressionProgramV2, coreProgram } from './instructions/core-instructions.ts'
import { compressionProgram } from './instructions/instructions.ts'
import { accountAnswer } from './rpc/answers.ts'
import type { SolanaRpc } from './rpc/rpc.ts'
import type { Chargeable } from './transactions/chargeable.ts'

export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

/** The owning programs for a contract kind: `account` of collections and of tokens that are accounts, `tree` of trees. */
export const programsOf = (contractKind: string): { account: string; tree: string } =>
  contractKind === 'core'
    ? { account: coreProgram, tree: compressionProgramV2 }
    : { account: tokenProgram, tree: compressionProgram }

/** Whether an account was made at its address; `coin`: lamports there if not, because anybody can send coin to any address. */
export interface Place {
  made: boolean
  coin: bigint
}

/** The state of the address of an account that is made once. @param program the account's owner once it is made */
export async function placeOf(
  rpc: SolanaRpc,
  address: string,
  program: string,
  commitment: Commitment = 'confirmed',
): Promise<Place> {
  const at = { encoding: 'base64', commitment, dataSlice: { offset: 0, length: 0 } }
  const { value } = await rpc.call('getAccountInfo', [address, at], accountAnswer)
  const isCoin = value?.owner === SystemProgram.programId.toBase58()
  return { made: value?.owner === program, coin: isCoin ? BigInt(value.lamports) : 0n }
}

/** Makes an account. Programs make none where coin lies, so the coin goes to the treasury first, signed by the same key. */
export function makeAt(
  { coin }: Place,
  address: string,
  treasury: string,
  instructions: Chargeable['instructions'],
): Chargeable['instructions'] {
  if (coin === 0n) return instructions
  const [fromPubkey, toPubkey] = [new PublicKey(address), new PublicKey(treasury)]
  return [SystemProgram.transfer({ fromPubkey, toPubkey, lamports: coin }), ...instructions]
}
