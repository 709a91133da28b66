import type { Project } from '../../../shared/app-api.ts'
import type { Recipient } from '../../../shared/locator.ts'
import type { WalletUser } from '../../chains/family/wallet-owner.ts'
import type { CoreContext } from '../http/context.ts'

/** The user that a recipient names; undefined for an address. */
export function userOf(recipient: Recipient): WalletUser | undefined {
  return recipient.kind === 'address' ? undefined : named(recipient)
}

/** The address that a recipient names, or that of its user's wallet in the project. @throws CoreError for a chain without wallets, or while the vault is locked */
export async function addressOf(
  { wallets }: Pick<CoreContext, 'wallets'>,
  project: Project,
  recipient: Recipient,
): Promise<string> {
  if (recipient.kind === 'address') return recipient.address
  return wallets.address(project.kind, project.index, named(recipient), recipient.chain)
}

function named(recipient: Exclude<Recipient, { kind: 'address' }>): WalletUser {
  if (recipient.kind === 'email') return { kind: 'email', user: recipient.email }
  return { kind: 'userId', user: recipient.userId }
}
