import { createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { mnemonicToSeedWebcrypto } from '@scure/bip39'
import { LRUCache } from 'lru-cache'
import type { Address } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { boundedCache } from '../lib/bounded-cache.ts'
import { CoreError } from '../lib/errors.ts'
import { type AptosKeys, openAptosKeys } from './aptos-keys.ts'
import { deriveHardened, evmCoinPath, type KeyNode, rootNode, type UserKind, userIndices } from './derive.ts'
import { openSolanaKeys, type SolanaKeys } from './solana-keys.ts'

/** A user of a project: `id` is the normalised e-mail address, or the user id as it is. */
export type User = { kind: UserKind; id: string }

/**
 * The keys of one seed. Each is derived from the seed, the project's index and the user alone; the path holds no chain,
 * so a user has one address on all EVM chains. Private keys are not handed out, only accounts that sign, and addresses.
 */
export type Keyring = {
  /** The account that pays for and signs a project's transactions: m/44'/60'/project'/0'. */
  treasury: (project: number) => PrivateKeyAccount
  /** The account of a user: m/44'/60'/project'/1' and four indices of {@link userIndices}. */
  userAccount: (project: number, user: User) => PrivateKeyAccount
  /** The address of a user's account; about 0.4 ms the first time. */
  userAddress: (project: number, user: User) => Address
  /** The addresses of many users, in their order; the event loop gets a turn every few of them. */
  userAddresses: (project: number, users: readonly User[]) => Promise<Address[]>
  /** The key of the tags in the project's `mints.json` files, 32 bytes: an HMAC of the key at m/44'/60'/project'/2'. */
  mintsKey: (project: number) => Uint8Array
  /** Its keys on Solana. */
  solana: SolanaKeys
  /** Its keys on Aptos. */
  aptos: AptosKeys
  /** Zeroes the keys in memory; nothing can be derived afterwards. Accounts that were handed out keep their keys. */
  forget: () => void
}

const addressesKept = 100_000
const projectsKept = 1000

/** How long users' addresses are derived before the event loop gets a turn, ms. */
const turnMilliseconds = 8

const treasuryBranch = 0
const usersBranch = 1
const mintsBranch = 2

/**
 * Opens the keys of a BIP-39 seed.
 * @param mnemonic the words of the seed, already checked
 */
export async function openKeyring(mnemonic: string): Promise<Keyring> {
  return keyringOf(await mnemonicToSeedWebcrypto(mnemonic))
}

/**
 * Opens the keys of a seed.
 * @param seed the 64 bytes that BIP-39 derives from the words; not kept
 */
export function keyringOf(seed: Uint8Array): Keyring {
  const root = rootNode(seed)
  const coin = deriveHardened(root, evmCoinPath)
  wipe(root)
  const branches = new LRUCache<string, KeyNode>({ max: projectsKept, dispose: wipe })
  const addresses = boundedCache<string, Address>(addressesKept)
  const mintsKeys = new LRUCache<number, Buffer>({ max: projectsKept, dispose: (key) => key.fill(0) })
  let forgotten = false

  function branch(project: number, number: number): KeyNode {
    // After zeroing, derivation would return wrong keys.
    if (forgotten) throw new CoreError('vault.locked', 'The vault was locked meanwhile: unlock it.')
    const name = `${project}/${number}`
    const kept = branches.get(name)
    if (kept !== undefined) return kept
    const node = deriveHardened(coin, [project, number])
    branches.set(name, node)
    return node
  }

  function userKey(project: number, { kind, id }: User): `0x${string}` {
    return toHex(deriveHardened(branch(project, usersBranch), userIndices(kind, id)).key)
  }

  function userAddress(project: number, user: User): Address {
    const name = `${project}\n${user.kind}\n${user.id}`
    const kept = addresses.get(name)
    if (kept !== undefined) return kept
    const address = privateKeyToAddress(userKey(project, user))
    addresses.set(name, address)
    return address
  }

  async function userAddresses(project: number, users: readonly User[]): Promise<Address[]> {
    const found: Address[] = []
    let turn = performance.now()
    for (const user of users) {
      found.push(userAddress(project, user))
      if (performance.now() - turn < turnMilliseconds) continue
      await nextTurn()
      turn = performance.now()
    }
    return found
  }

  const solana = openSolanaKeys(seed)
  const aptos = openAptosKeys(seed)

  return {
    solana,
    aptos,
    treasury: (project) => privateKeyToAccount(toHex(branch(project, treasuryBranch).key)),
    userAccount: (project, user) => privateKeyToAccount(userKey(project, user)),
    userAddress,
    userAddresses,
    // Cached, since each mint needs it. Returns a copy, since `forget` zeroes the cached key.
    mintsKey(project) {
      const known = mintsKeys.get(project)
      if (known) return Buffer.from(known)
      const made = createHmac('sha256', branch(project, mintsBranch).key).update('mintdesk mints.json v1').digest()
      mintsKeys.set(project, made)
      return Buffer.from(made)
    },
    forget() {
      forgotten = true
      branches.clear()
      mintsKeys.clear()
      wipe(coin)
      solana.forget()
      aptos.forget()
    },
  }
}

function wipe({ key, chainCode }: KeyNode): void {
  key.fill(0)
  chainCode.fill(0)
}

function toHex(key: Uint8Array): `0x${string}` {
  return `0x${Buffer.from(key).toString('hex')}`
}
