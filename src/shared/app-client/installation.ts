import { z } from 'zod'
import { type ProviderRequest, providersState, providerTest } from '../api-schemas/providers.ts'
import { type StorageRequest, storageState, storageTest } from '../api-schemas/storage.ts'
import { storageSeen } from '../app-api/storage-seen.ts'
import {
  allowedOrigins,
  type BackupSchedule,
  backupsState,
  type MakeBackupRequest,
  type RecoveryOptions,
  recoveryState,
  ticketPage,
} from '../app-api.ts'
import type { Caller } from '../http-client.ts'
import { seg } from './paths.ts'

/** Calls for the whole data folder, not one project: sessions, storage, providers of holdings, recovery, events. */
export function installationCalls({ get, send }: Caller) {
  return {
    /** The stream of events, resumed after `lastId` if it is not null. */
    events: (lastId: string | null, signal: AbortSignal) =>
      send('/app/events', {
        headers: { accept: 'text/event-stream', ...(lastId === null ? {} : { 'last-event-id': lastId }) },
        signal,
      }),

    /** Lets one window in, once. */
    ticket: async () => (await get(z.object({ ticket: z.string() }), '/app/tickets', { method: 'POST' })).ticket,
    /** Writes a page that opens the window with a ticket; returns its file name. */
    ticketPage: async () => (await get(ticketPage, '/app/pages', { method: 'POST' })).file,
    /** Ends the sessions of all windows. */
    signOut: () => send('/app/sessions', { method: 'DELETE' }),
    origins: () => get(allowedOrigins, '/app/origins'),
    allowOrigin: (origin: string) => get(allowedOrigins, `/app/origins/${seg(origin)}`, { method: 'PUT' }),
    removeOrigin: (origin: string) => get(allowedOrigins, `/app/origins/${seg(origin)}`, { method: 'DELETE' }),

    providers: () => get(providersState, '/app/providers'),
    setProvider: (scope: string, request: ProviderRequest) =>
      get(providersState, `/app/providers/${seg(scope)}`, { method: 'PUT', json: request }),
    dropProvider: (scope: string) => get(providersState, `/app/providers/${seg(scope)}`, { method: 'DELETE' }),
    testProvider: (scope: string) => get(providerTest, `/app/providers/${seg(scope)}/test`, { method: 'POST' }),
    /** null: the default list. @param shown the list that was edited; absent: overwrites any list */
    setGateways: (gateways: string[] | null, shown?: readonly string[]) =>
      get(providersState, '/app/gateways', { method: 'PUT', json: { gateways, shown } }),

    storage: () => get(storageState, '/app/storage'),
    setStorage: (request: StorageRequest) => get(storageState, '/app/storage', { method: 'PUT', json: request }),
    dropStorage: () => get(storageState, '/app/storage', { method: 'DELETE' }),
    storageSeen: () => get(storageSeen, '/app/storage/seen', { method: 'POST' }),
    testStorage: () => get(storageTest, '/app/storage/test', { method: 'POST' }),

    backups: () => get(backupsState, '/app/backups'),
    makeBackup: (request: MakeBackupRequest) => get(backupsState, '/app/backups', { method: 'POST', json: request }),
    scheduleBackups: (request: BackupSchedule) => get(backupsState, '/app/backups', { method: 'PUT', json: request }),
    dropBackups: () => get(backupsState, '/app/backups', { method: 'DELETE' }),

    startRecovery: (request: RecoveryOptions) => get(recoveryState, '/app/recovery', { method: 'POST', json: request }),
    recovery: () => get(recoveryState, '/app/recovery'),
  }
}
