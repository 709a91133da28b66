/** Opens the parts that check spreadsheets, test their links, and add their rows to runs. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { uploads } from './api/app/imports/import-routes.ts'
import type { Hub } from './events/hub.ts'
import { ipfsAddress, ipfsPath } from './holdings/ipfs-address.ts'
import { confirmedNames } from './imports/confirmed-names.ts'
import { createImports } from './imports/imports.ts'
import { openLinkTrials } from './imports/links/open-link-trials.ts'
import type { lazyEngine } from './lazy-engine.ts'
import type { ContentStore } from './metadata/content-store.ts'
import { openEntering } from './minting/runs/entering.ts'
import type { ProgramFile } from './program-files.ts'
import { findProject } from './store/installation/projects.ts'
import type { Store } from './store/sqlite/open.ts'
import type { Trial } from './trial.ts'

export interface SpreadsheetDeps {
  db: Store
  /** The database's file, which worker threads open themselves. */
  storeFile: string
  dataDir: string
  importsDir: string
  programFile: ProgramFile
  env: Readonly<Record<string, string | undefined>>
  clock(): number
  log: Logger
  trial: Trial | undefined
  events: Hub
  content: ContentStore
  engine: ReturnType<typeof lazyEngine>
  runChanged(runId: string): void
  atEnd(end: () => unknown): void
}

/** First removes uploads and recovers imports that an earlier core left unfinished. */
export async function openSpreadsheets(deps: SpreadsheetDeps) {
  const { db, storeFile, dataDir, importsDir, programFile, env, clock, log, trial, events, content, engine } = deps
  const { runChanged, atEnd } = deps
  await rm(join(dataDir, uploads), { recursive: true, force: true })
  const imports = createImports({
    store: db,
    storeFile,
    dir: importsDir,
    workerFile: programFile('import-worker'),
    async contractsAmong(projectId, chain, addresses) {
      const project = await findProject(db, projectId)
      if (!project) throw new Error(`there is no project ${projectId}`)
      const client = await engine.parts.chains.client(project.kind, chain)
      return [...(await client.contractsAmong(addresses))]
    },
    async namesOn(projectId, chain, names) {
      const project = await findProject(db, projectId)
      if (!project) throw new Error(`there is no project ${projectId}`)
      const client = await engine.parts.chains.client(project.kind, chain)
      if (!client.names) throw new Error(`names are not looked up on ${client.network}`)
      return client.names.resolve(names)
    },
    confirmed: confirmedNames(clock),
    onChange: (change) => events.publish(change.projectId, { type: 'import', import: change.import }),
  })
  await imports.recover()
  atEnd(() => imports.close())
  const linkTrials = openLinkTrials({
    ...{ imports, clock, allowedHosts: env.MINTDESK_ALLOW_HOSTS },
    isKept: async (link) => (await content.find(ipfsPath(link))) !== undefined,
    ipfsAddresses: async (link) =>
      (await engine.parts.providers.gateways()).map((gateway) => ipfsAddress(gateway, ipfsPath(link))),
    onFault: (error) => log.warn({ err: error }, 'links of a file could not be tried'),
  })
  atEnd(() => linkTrials.close())
  const point = trial?.point ?? (() => undefined)
  const entering = openEntering({
    ...{ db, imports, clock, log, point, atOnce: trial?.rowsAtOnce },
    minting: { wake: (collectionPk) => engine.wake(collectionPk) },
    runChanged,
  })
  return { imports, linkTrials, entering, point }
}
