import { createHmac } from 'node:crypto'
import { parseRecipient } from '../../shared/locator.ts'
import { CoreError } from '../lib/errors.ts'
import { mintTag } from '../metadata/batch-folder.ts'
import { addWallets } from '../store/installation/wallets.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { Wallets } from '../wallets/addresses.ts'
import type { EngineProject, MintIdentity } from './deps.ts'
import type { JobId } from './job-id.ts'

export interface IdentityOptions {
  db: Store
  wallets: Wallets
  mintsKey(project: EngineProject): Uint8Array
  clock(): number
}

function jobIdOf(mintsKey: Uint8Array, work: string): JobId {
  const key = createHmac('sha256', mintsKey).update('mintdesk jobs v1').digest()
  return `0x${createHmac('sha256', key).update(work, 'utf8').digest('hex')}`
}

/** Tags, job ids and recipients' addresses of mints, from the project's keys and derived wallets. */
export function mintIdentities({ db, wallets, mintsKey, clock }: IdentityOptions): MintIdentity {
  return {
    tag: (project, identity) => mintTag(mintsKey(project), identity),
    job: (project, work) => jobIdOf(mintsKey(project), work),
    async recipientAddress(project, locator, chain) {
      const parsed = parseRecipient(locator, chain)
      if (!parsed.ok) throw new CoreError('recipient.format', parsed.faults.map(({ message }) => message).join(' '))
      const { recipient } = parsed
      if (recipient.kind === 'address') return recipient.address
      const user = recipient.kind === 'email' ? recipient.email : recipient.userId
      const address = await wallets.address(project.kind, project.index, { kind: recipient.kind, user }, chain)
      await addWallets(db, project.id, [{ kind: recipient.kind, user, chain, address }], clock())
      return address
    },
  }
}
