import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import type { SolanaAccount } from '../chains/solana/key-pair.ts'
import { boundedCache } from '../lib/bounded-cache.ts'
import { CoreError } from '../lib/errors.ts'
import { type UserKind, userIndices } from './derive.ts'
import { descend, ed25519KeyPair, ed25519Root } from './slip10.ts'

/** The Solana keys of one seed; paths as on EVM (keyring.ts), all steps hardened (SLIP-10). */
export interface SolanaKeys {
  /** Pays for and signs a project's transactions: m/44'/501'/project'/0'. */
  treasury(project: number): SolanaAccount
  /** A user's wallet: m/44'/501'/project'/1' and four indices of `userIndices`. */
  user(project: number, user: { kind: UserKind; id: string }): SolanaAccount
  /** The account of something that is created once, derived from the treasury's key and a name: a second creation would have the same address. */
  named(project: number, name: string): SolanaAccount
  /** Zeroes the keys in memory; nothing can be derived afterwards. */
  forget(): void
}

const solanaCoinPath = [44, 501] as const
const treasuryBranch = 0
const usersBranch = 1
const accountsKept = 10_000

/** @param seed 64 bytes of a BIP-39 seed */
export function openSolanaKeys(seed: Uint8Array): SolanaKeys {
  const coin = descend(ed25519Root(seed), solanaCoinPath)
  const kept = boundedCache<string, SolanaAccount>(accountsKept)
  let forgotten = false
  const once = (name: string, key: () => Buffer): SolanaAccount => {
    // After zeroing, derivation would return wrong keys.
    if (forgotten) throw new CoreError('vault.locked', 'The vault was locked meanwhile: unlock it.')
    const known = kept.get(name)
    if (known !== undefined) return known
    const made = accountOf(key())
    kept.set(name, made)
    return made
  }
  const treasuryKey = (project: number) => descend(coin, [project, treasuryBranch]).key
  return {
    forget() {
      forgotten = true
      kept.clear()
      coin.key.fill(0)
      coin.chainCode.fill(0)
    },
    treasury: (project) => once(`t ${project}`, () => treasuryKey(project)),
    user: (project, { kind, id }) =>
      once(`u ${project} ${kind} ${id}`, () => descend(coin, [project, usersBranch, ...userIndices(kind, id)]).key),
    named: (project, name) =>
      once(`n ${project} ${name}`, () =>
        createHash('sha256')
          .update('mintdesk solana account v1\n')
          .update(treasuryKey(project))
          .update(`\n${name}`)
          .digest(),
      ),
  }
}

function accountOf(key: Buffer): SolanaAccount {
  const { publicKey, sign } = ed25519KeyPair(key)
  return { address: base58.encode(publicKey), sign }
}
