import type { InferBcsInput } from '@mysten/bcs'
import type { ChainCall } from '../../family/call.ts'
import type { SignedAttempt, TransactionsClient } from '../../family/transactions.ts'
import { signatureBytes } from '../bcs/authenticator.ts'
import { type PayloadInput, payloadLayout } from '../bcs/payload.ts'
import {
  type RawTransaction,
  sharedSigningMessage,
  signedTransactionLayout,
  signingMessage,
  transactionHash,
} from '../bcs/transaction.ts'
import { decodeBcs } from '../bcs/values.ts'
import type { AptosClientOptions, ClientMemory } from '../client-options.ts'
import type { AptosAccount } from '../key-pair.ts'

/** Ours: 2100-01-01. The sequence alone decides what counts: bytes that expire could be dead or not, for all that is known meanwhile. */
const neverSecs = 4_102_444_800n

const senderBytes = 32

type Authenticator = InferBcsInput<typeof signedTransactionLayout>['authenticator']

/** A call's payload as it stands in its data. */
export function payloadOf({ data }: Pick<ChainCall, 'data'>): PayloadInput {
  return decodeBcs(payloadLayout, Buffer.from(data.slice(2), 'hex'))
}

/** The transaction of a payload. Whoever bumps its fee changes the price alone: nodes take nothing else in its place. */
export function transactionOf(
  payload: PayloadInput,
  {
    chainId,
    sender,
    sequence,
    units,
    price,
  }: { chainId: number; sender: string; sequence: number; units: bigint; price: bigint },
): RawTransaction {
  return {
    sender,
    sequenceNumber: BigInt(sequence),
    payload,
    maxGasAmount: units,
    gasUnitPrice: price,
    expirationTimestampSecs: neverSecs,
    chainId,
  }
}

/** The bytes of a transaction with its signatures: of its sender, and of a second signer where there is one. */
export function signedBytes(
  rawTransaction: RawTransaction,
  sender: AptosAccount,
  second: AptosAccount | null,
): Uint8Array {
  if (second === null)
    return withAuthenticator(rawTransaction, { ed25519: pairOf(sender, signingMessage(rawTransaction)) })
  const message = sharedSigningMessage(rawTransaction, [second.address])
  return withAuthenticator(rawTransaction, {
    multiAgent: {
      sender: { ed25519: pairOf(sender, message) },
      secondarySignerAddresses: [second.address],
      secondarySigners: [{ ed25519: pairOf(second, message) }],
    },
  })
}

/** The same with signatures of zeros, as simulations want them. */
export function unsignedBytes(
  rawTransaction: RawTransaction,
  sender: AptosAccount,
  second: AptosAccount | null,
): Uint8Array {
  const without = (account: AptosAccount): AptosAccount => ({
    ...account,
    sign: () => new Uint8Array(signatureBytes),
  })
  return signedBytes(rawTransaction, without(sender), second && without(second))
}

/** Signs calls of the treasury, with the wallet beside it that a call names. See `TransactionsClient.sign`. */
export function signer(options: Pick<AptosClientOptions, 'chainId' | 'treasury' | 'user'>): TransactionsClient['sign'] {
  return async (call, projectIndex, sequence, fee): Promise<SignedAttempt> => {
    const treasury = options.treasury(projectIndex)
    const second = call.owner ? options.user(projectIndex, call.owner) : null
    const transaction = transactionOf(payloadOf(call), {
      ...{ chainId: options.chainId, sender: treasury.address, sequence },
      ...{ units: BigInt(call.weight), price: fee.max },
    })
    const bytes = signedBytes(transaction, treasury, second)
    return { hash: transactionHash(bytes), raw: `0x${Buffer.from(bytes).toString('hex')}`, fee }
  }
}

/** Keeps in mind whose these signed bytes are; they begin with their sender and its sequence. */
export function noteSent({ sent }: Pick<ClientMemory, 'sent'>, raws: readonly string[]): void {
  for (const raw of raws) {
    const bytes = Buffer.from(raw.slice(2), 'hex')
    if (bytes.length < senderBytes + 8) continue
    const sender = `0x${bytes.toString('hex', 0, senderBytes)}`
    sent.set(transactionHash(bytes), { sender, sequence: Number(bytes.readBigUInt64LE(senderBytes)) })
  }
}

function pairOf({ publicKey, sign }: AptosAccount, message: Uint8Array) {
  return { publicKey, signature: sign(message) }
}

function withAuthenticator(rawTransaction: RawTransaction, authenticator: Authenticator): Uint8Array {
  return signedTransactionLayout.serialize({ rawTransaction, authenticator }).toBytes()
}
