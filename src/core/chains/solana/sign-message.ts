import { base58 } from '@scure/base'
import { CoreError } from '../../lib/errors.ts'
import type { SignedText } from '../family/accounts.ts'
import type { SolanaAccount } from './key-pair.ts'

/**
 * Signs a text as wallets of Solana do (`signMessage`): its bytes as they are. A transaction's message begins with how many sign it, or with its
 * version and the highest bit set. What begins with a printable character would be signed by 32 at least, for which no transaction has room, or
 * has a version of 66 and above, which there is not.
 * @throws CoreError `signature.message` for a text that begins otherwise
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
