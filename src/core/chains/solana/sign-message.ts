import { base58 } from '@scure/base'
import { CoreError } from '../../lib/errors.ts'
import type { SignedText } from '../family/accounts.ts'
import type { SolanaAccount } from './key-pair.ts'

/**
 * Signs a text's bytes unchanged, as Solana wallets do (`signMessage`). A transaction's message begins with its number of signatures, or with its
 * version and the highest bit set. A text that begins with a printable character cannot be one: it would need 32 signatures or more, for which no
 * transaction has room, or a version of 66 or above.
 * @throws CoreError `signature.message` for a text that begins with a control character
 */
export function signText(account: SolanaAccount, message: string): SignedText {
  if (message.charCodeAt(0) < firstPrintable)
    throw new CoreError(
      'signature.message',
      'The message begins with a control character or an empty line, which on Solana could be a transaction: leave that out, and sign what the market shows.',
    )
  return { message, signature: base58.encode(account.sign(Buffer.from(message))), publicKey: null }
}

const firstPrintable = 0x20
