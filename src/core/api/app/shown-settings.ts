/**
 * Settings as a signed-in person sees them who is no admin. An address may contain a provider's key in its path, so only the host is shown; ids
 * of keys and folders of this computer are left out.
 */
import type { ProvidersState } from '../../../shared/api-schemas/providers.ts'
import type { StorageState } from '../../../shared/api-schemas/storage.ts'
import { type BackupsState, mayDo } from '../../../shared/app-api.ts'
import type { SessionPerson } from '../../store/installation/sessions.ts'

type Who = Pick<SessionPerson, 'role'> | null | undefined

const left = '…'

/** Which service serves what is minted, without where and how Mintdesk reaches it. */
export function storageShownTo(who: Who, state: StorageState): StorageState {
  const { service } = state
  if (seesAll(who) || service === null) return state
  const { url, bucket } = service
  return { service: { ...service, url: hostOf(url), bucket: bucket && { ...bucket, accessKeyId: left } } }
}

/** Which providers are set, without any part of a key. */
export function providersShownTo(who: Who, state: ProvidersState): ProvidersState {
  if (seesAll(who)) return state
  const set = state.set.map(({ key, url, ...rest }) => ({
    ...rest,
    key: key === null ? null : left,
    ...(url === undefined ? {} : { url: hostOf(url) }),
  }))
  return { ...state, set }
}

/** Whether and when backups are made, without where and how. */
export function backupsShownTo(who: Who, state: BackupsState): BackupsState {
  if (seesAll(who)) return state
  const { schedule, running, last, notice } = state
  return {
    ...state,
    bucket: null,
    schedule: schedule && { ...schedule, place: left },
    running: running && { ...running, place: left },
    last: last && { ...last, place: left },
    notice: backupNoticeShownTo(who, notice),
  }
}

/** That a backup failed, without the reason, which names the place. */
export function backupNoticeShownTo(who: Who, notice: string | null): string | null {
  return seesAll(who) ? notice : notice && 'An admin sees why.'
}

/** The details of an audit entry, without the place of backups. */
export function auditDetailShownTo(who: Who, detail: Record<string, unknown>): Record<string, unknown> {
  return seesAll(who) || detail.place === undefined ? detail : { ...detail, place: left }
}

/** The person at this computer has no role, and sees everything. */
function seesAll(who: Who): boolean {
  return !who || mayDo(who.role, 'admin')
}

function hostOf(address: string): string {
  const url = URL.parse(address)
  return url === null || url.host === '' ? left : url.origin
}
