import { accountAddress } from '../chains/aptos/addresses.ts'
import type { AptosAccount } from '../chains/aptos/key-pair.ts'
import { boundedCache } from '../lib/bounded-cache.ts'
import { CoreError } from '../lib/errors.ts'
import { type UserKind, userIndices } from './derive.ts'
import { descend, ed25519KeyPair, ed25519Root } from './slip10.ts'

/** The Aptos keys of one seed; paths as on EVM (keyring.ts), all steps hardened (SLIP-10). */
export interface AptosKeys {
  /** Pays for and signs a project's transactions: m/44'/637'/project'/0'. */
  treasury(project: number): AptosAccount
  /** A user's wallet: m/44'/637'/project'/1' and four indices of `userIndices`. */
  user(project: number, user: { kind: UserKind; id: string }): AptosAccount
  /** Zeroes the keys in memory; nothing can be derived afterwards. */
  forget(): void
}

/** BIP-44's purpose and Aptos' coin type (SLIP-44). */
const aptosCoinPath = [44, 637] as const
const treasuryBranch = 0
const usersBranch = 1
const accountsKept = 10_000

/** @param seed 64 bytes of a BIP-39 seed */
export function openAptosKeys(seed: Uint8Array): AptosKeys {
  const coin = descend(ed25519Root(seed), aptosCoinPath)
  const kept = boundedCache<string, AptosAccount>(accountsKept)
  let forgotten = false
  const once = (name: string, path: readonly number[]): AptosAccount => {
    // After zeroing, derivation would return wrong keys.
    if (forgotten) throw new CoreError('vault.locked', 'The vault was locked meanwhile: unlock it.')
    const known = kept.get(name)
    if (known !== undefined) return known
    const pair = ed25519KeyPair(descend(coin, path).key)
    const made = { address: accountAddress(pair.publicKey), ...pair }
    kept.set(name, made)
    return made
  }
  return {
    treasury: (project) => once(`t ${project}`, [project, treasuryBranch]),
    user: (project, { kind, id }) =>
      once(`u ${project} ${kind} ${id}`, [project, usersBranch, ...userIndices(kind, id)]),
    forget() {
      forgotten = true
      kept.clear()
      coin.key.fill(0)
      coin.chainCode.fill(0)
    },
  }
}
