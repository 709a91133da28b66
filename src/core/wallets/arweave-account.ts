import { base58 } from '@scure/base'
import type { SolanaAccount } from '../chains/solana/key-pair.ts'
import { descend, ed25519KeyPair, ed25519Root } from './slip10.ts'

/** A number that no project has: projects are counted from 0. */
const notAProject = 0x7fff_ffff

/**
 * The account that signs uploads to Arweave. The installation has one, so that projects share what was stored and paid for there.
 * m/44'/501'/2147483647'/0', a Solana account that no project uses.
 * @param seed 64 bytes of a BIP-39 seed
 */
export function arweaveAccount(seed: Uint8Array): SolanaAccount {
  const { key } = descend(ed25519Root(seed), [44, 501, notAProject, 0])
  const { publicKey, sign } = ed25519KeyPair(key)
  return { address: base58.encode(publicKey), sign }
}
