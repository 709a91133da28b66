import { randomBytes } from 'node:crypto'
import type { SignedText } from '../family/accounts.ts'
import type { AptosAccount } from './key-pair.ts'

/**
 * Signs a text as Aptos wallets do (AIP-62, `aptos:signMessage`): with a head before it and a nonce after it. The signing message of a transaction
 * begins with a hash, so the signed text can be no transaction.
 */
export function signText(account: AptosAccount, text: string): SignedText {
  const message = `APTOS\nmessage: ${text}\nnonce: ${randomBytes(8).toString('hex')}`
  return {
    message,
    signature: `0x${Buffer.from(account.sign(Buffer.from(message))).toString('hex')}`,
    publicKey: `0x${Buffer.from(account.publicKey).toString('hex')}`,
  }
}
