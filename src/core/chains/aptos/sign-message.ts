import { randomBytes } from 'node:crypto'
import type { SignedText } from '../family/accounts.ts'
import type { AptosAccount } from './key-pair.ts'

/**
 * Signs a text as wallets of Aptos do (AIP-62, `aptos:signMessage`): between a head and a number used once. What a transaction signs begins with
 * a hash instead, so that it can be none.
 */
export function signText(account: AptosAccount, text: string): SignedText {
  const message = `APTOS\nmessage: ${text}\nnonce: ${randomBytes(8).toString('hex')}`
  return {
    message,
    signature: `0x${Buffer.from(account.sign(Buffer.from(message))).toString('hex')}`,
    publicKey: `0x${Buffer.from(account.publicKey).toString('hex')}`,
  }
}
