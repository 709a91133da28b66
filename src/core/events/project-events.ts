import type { Logger } from 'pino'
import type { AppEvent, Network, WalletScan } from '../../shared/app-api.ts'
import type { ProjectKind } from '../lib/project-kind.ts'
import { listProjects } from '../store/installation/projects.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { EventHub } from './hub.ts'

/** Publishes events that concern several projects to the windows of each. */
export interface ProjectEvents {
  /** Requests arrived for these projects; null: a request without a project. */
  requests(projectIds: readonly (string | null)[]): void
  /** Goes to the projects of the network's kind. */
  network(network: Network): void
  /** Goes to the projects of that kind. */
  scan(ofKind: ProjectKind, scan: WalletScan): void
  /** The vault changed. */
  vault(): void
  /** A backup began or ended. */
  backup(notice: string | null): void
}

/** Callers do not wait for the events to be published. */
export function projectEvents({ db, events, log }: { db: Store; events: EventHub; log: Logger }): ProjectEvents {
  const tellAll = async (event: AppEvent): Promise<void> => {
    for (const { id } of await listProjects(db).catch(() => [])) events.publish(id, event)
  }
  const tellNetwork = async (network: Network): Promise<void> => {
    for (const { id, kind } of await listProjects(db))
      if (kind === network.kind) events.publish(id, { type: 'network', network })
  }
  const tellScan = async (ofKind: ProjectKind, scan: WalletScan): Promise<void> => {
    for (const { id, kind } of await listProjects(db)) if (kind === ofKind) events.publish(id, { type: 'scan', scan })
  }
  const tellVault = async (): Promise<void> => {
    for (const { id } of await listProjects(db)) events.publish(id, { type: 'vault' })
  }
  return {
    requests(projectIds) {
      for (const id of projectIds) if (id !== null) events.publish(id, { type: 'requests' })
      if (projectIds.includes(null)) void tellAll({ type: 'requests' })
    },
    network: (network) =>
      void tellNetwork(network).catch((error: unknown) => log.warn({ err: error }, 'a network event was not told')),
    scan: (kind, scan) =>
      void tellScan(kind, scan).catch((error: unknown) => log.warn({ err: error }, 'a scan was not told of')),
    backup: (notice) => void tellAll({ type: 'backup', notice }),
    vault: () =>
      void tellVault().catch((error: unknown) => log.warn({ err: error }, 'a change of the vault was not told')),
  }
}
