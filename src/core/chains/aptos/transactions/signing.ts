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

/** Ours: 2100-01-01, so that the sequence alone decides whether bytes are dead. With an earlier expiry that would stay unclear for a while. */
const neverSecs = 4_102_444_800n

const senderBytes = 32

type Authenticator = InferBcsInput<typeof signedTransactionLayout>['authenticator']

/** The payload in a call's data. */
export function payloadOf({ data }: Pick<ChainCall, 'data'>): PayloadInput {
  return decodeBcs(payloadLayout, Buffer.from(data.slice(2), 'hex'))
}

/** The transaction of a payload. A fee bump may change only the price: nodes accept no other change as a replacement. */
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

/** A transaction's bytes with the signatures of its sender and, if there is one, of a second signer. */
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

/** The same with zeros for signatures, as simulations require. */
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

/** Signs calls with the treasury, and with the wallet that a call names (`owner`). See `TransactionsClient.sign`. */
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

/** Remembers sender and sequence of signed bytes, with which the bytes begin. */
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
