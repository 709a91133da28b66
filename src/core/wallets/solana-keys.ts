import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import type { SolanaAccount } from '../chains/solana/key-pair.ts'
import { boundedCache } from '../lib/bounded-cache.ts'
import { CoreError } from '../lib/errors.ts'
import { type UserKind, userIndices } from './derive.ts'

/** The Solana keys that one seed gives; paths as on EVM (keyring.ts), all steps hardened (SLIP-10). */
export interface SolanaKeys {
  /** Pays for and signs a project's transactions: m/44'/501'/project'/0'. */
  treasury(project: number): SolanaAccount
  /** A user's wallet: m/44'/501'/project'/1' and four indices of `userIndices`. */
  user(project: number, user: { kind: UserKind; id: string }): SolanaAccount
  /** The address that something made once is given: follows from the treasury's key and a name, so that it cannot be made twice. */
  named(project: number, name: string): SolanaAccount
  /** Zeroes what lies in memory; nothing can be derived afterwards. */
  forget(): void
}

const hardened = 0x8000_0000
const solanaCoinPath = [44, 501] as const
const treasuryBranch = 0
const usersBranch = 1
const accountsKept = 10_000
/** RFC 8410: what stands before the 32 bytes of an ed25519 key in PKCS #8. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

interface Node {
  key: Buffer
  chainCode: Buffer
}

/** @param seed 64 bytes of a BIP-39 seed */
export function openSolanaKeys(seed: Uint8Array): SolanaKeys {
  const coin = descend(split(createHmac('sha512', 'ed25519 seed').update(seed).digest()), solanaCoinPath)
  const kept = boundedCache<string, SolanaAccount>(accountsKept)
  let forgotten = false
  const once = (name: string, key: () => Buffer): SolanaAccount => {
    // Of zeroes, other keys would be derived.
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

function descend(node: Node, indices: readonly number[]): Node {
  return indices.reduce(({ key, chainCode }, index) => {
    const data = Buffer.alloc(37)
    data.set(key, 1)
    data.writeUInt32BE(hardened + index, 33)
    return split(createHmac('sha512', chainCode).update(data).digest())
  }, node)
}

function split(mac: Buffer): Node {
  return { key: mac.subarray(0, 32), chainCode: mac.subarray(32) }
}

function accountOf(key: Buffer): SolanaAccount {
  const secret: KeyObject = createPrivateKey({ key: Buffer.concat([pkcs8, key]), format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(secret).export({ format: 'jwk' })
  return {
    address: base58.encode(Buffer.from(x ?? '', 'base64url')),
    sign: (message) => sign(null, message, secret),
  }
}
