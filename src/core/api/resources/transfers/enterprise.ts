import type { Project } from '../../../../shared/app-api.ts'
import { ApiFault } from '../../http/faults.ts'

/** Asserts that a project may move NFTs out of its users' wallets. @throws ApiFault 403 */
export function requireEnterprise({ enterprise, id, name }: Project): void {
  if (enterprise) return
  throw new ApiFault(
    403,
    'transfer.enterprise',
    `Transfers need enterprise access, which is off for the project ${JSON.stringify(name)}: a person turns it on in the window, or with "mintdesk projects enterprise on ${id}".`,
  )
}
