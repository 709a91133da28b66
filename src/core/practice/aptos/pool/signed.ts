import { createPublicKey, verify } from 'node:crypto'
import { sha3_256 } from '@noble/hashes/sha3.js'
import type { AccountAuthenticator } from '../../../chains/aptos/bcs/authenticator.ts'
import {
  type SignedTransaction,
  sharedSigningMessage,
  signedTransactionLayout,
  signingMessage,
  transactionHash,
} from '../../../chains/aptos/bcs/transaction.ts'
import { decodeBcs } from '../../../chains/aptos/bcs/values.ts'
import { type Executable, nonceOf } from '../execution/execute.ts'
import { longAddress } from '../state/addresses.ts'

/** An account that signs, and the messages of which it must have signed one. */
export interface Signer {
  address: string
  authenticator: AccountAuthenticator
  messages: readonly Uint8Array[]
}

/** A transaction as it was sent. */
export interface ReadTransaction extends Executable {
  raw: Uint8Array
  hash: string
  chainId: number
  /** Undefined: it has a sequence number. */
  nonce: bigint | undefined
  signers: Signer[]
  signed: SignedTransaction
}

/** @throws Error in a few words for bytes that are no transaction, or of a kind that is not taken here */
export function readSigned(raw: Uint8Array): ReadTransaction {
  const signed = decodeBcs(signedTransactionLayout, raw)
  const { rawTransaction, authenticator } = signed
  const { sender, payload, maxGasAmount, gasUnitPrice, expirationTimestampSecs } = rawTransaction
  const shared =
    authenticator.$kind === 'multiAgent'
      ? authenticator.multiAgent
      : authenticator.$kind === 'feePayer'
        ? authenticator.feePayer
        : null
  const secondary = shared?.secondarySignerAddresses ?? []
  if (shared && shared.secondarySigners.length !== secondary.length)
    throw new RangeError('it has another number of secondary signers than of their addresses')
  const payer = authenticator.$kind === 'feePayer' ? authenticator.feePayer.feePayerAddress : sender
  return {
    ...{ raw, signed, hash: transactionHash(raw), bytes: raw.length, chainId: rawTransaction.chainId },
    ...{ payload, sender, secondary, payer, sequence: rawTransaction.sequenceNumber, nonce: nonceOf(payload) },
    ...{ expiration: expirationTimestampSecs, maxUnits: maxGasAmount, price: gasUnitPrice },
    signers: signersOf(signed),
  }
}

function signersOf({ rawTransaction, authenticator }: SignedTransaction): Signer[] {
  const { sender } = rawTransaction
  switch (authenticator.$kind) {
    case 'ed25519': {
      const own = { $kind: 'ed25519', ed25519: authenticator.ed25519 } as const
      return [{ address: sender, authenticator: own, messages: [signingMessage(rawTransaction)] }]
    }
    case 'singleSender':
      return [
        { address: sender, authenticator: authenticator.singleSender, messages: [signingMessage(rawTransaction)] },
      ]
    case 'multiAgent': {
      const { secondarySignerAddresses: addresses, secondarySigners, sender: own } = authenticator.multiAgent
      const messages = [sharedSigningMessage(rawTransaction, addresses)]
      return [
        { address: sender, authenticator: own, messages },
        ...secondarySigners.map((one, place) => ({ address: addresses[place] ?? '', authenticator: one, messages })),
      ]
    }
    case 'feePayer': {
      const { secondarySignerAddresses: addresses, secondarySigners, sender: own, ...payer } = authenticator.feePayer
      const message = sharedSigningMessage(rawTransaction, addresses, payer.feePayerAddress)
      // The others may have signed before the payer was known (aptos-core, authenticator.rs).
      const messages = [message, sharedSigningMessage(rawTransaction, addresses, longAddress('0x0'))]
      return [
        { address: sender, authenticator: own, messages },
        ...secondarySigners.map((one, place) => ({ address: addresses[place] ?? '', authenticator: one, messages })),
        { address: payer.feePayerAddress, authenticator: payer.feePayerSigner, messages: [message] },
      ]
    }
    default:
      throw new RangeError(`an authenticator ${authenticator.$kind} is not taken here`)
  }
}

/** The key's bytes and the signature; null for an authenticator without a signature. */
function signatureOf(authenticator: AccountAuthenticator): { publicKey: Uint8Array; signature: Uint8Array } | null {
  if (authenticator.$kind === 'ed25519') return authenticator.ed25519
  if (authenticator.$kind !== 'singleKey') return null
  const { publicKey, signature } = authenticator.singleKey
  return { publicKey: publicKey.ed25519, signature: signature.ed25519 }
}

/** Scheme numbers, which turn a key into an authentication key (aptos-core, authenticator.rs). */
const schemes = { ed25519: 0, singleKey: 2 } as const

/** The authentication key of an authenticator: 0x and 64 hex digits; null for one without a signature. */
export function authenticationKey(authenticator: AccountAuthenticator): string | null {
  const found = signatureOf(authenticator)
  if (found === null) return null
  const [head, scheme] =
    authenticator.$kind === 'singleKey' ? [[0, found.publicKey.length], schemes.singleKey] : [[], schemes.ed25519]
  const hash = sha3_256(Buffer.concat([Buffer.from(head), found.publicKey, Buffer.of(scheme)]))
  return `0x${Buffer.from(hash).toString('hex')}`
}

/** The bytes in front of an ed25519 key (SubjectPublicKeyInfo, RFC 8410). */
const keyHead = Buffer.from('302a300506032b6570032100', 'hex')

/** Whether an account signed one of its messages. */
export function isSignedBy({ authenticator, messages }: Signer): boolean {
  const found = signatureOf(authenticator)
  if (found === null) return false
  try {
    const key = createPublicKey({ key: Buffer.concat([keyHead, found.publicKey]), format: 'der', type: 'spki' })
    return messages.some((message) => verify(null, message, key, found.signature))
  } catch {
    return false
  }
}
