import { collectionByPk } from '../store/collections.ts'
import { lanesWithHistory, lanesWithWork, networksWithFillers } from '../store/lane.ts'
import { findProject, listProjects } from '../store/projects.ts'
import type { EngineDeps } from './deps.ts'
import { type Lane, openLane } from './lane.ts'
import type { Minting } from './minting.ts'

export interface Engine extends Minting {
  /** A network came up or was restarted: what it may have lost is sent again. */
  networkRestarted(network: string): void
}

/** The minting engine: one lane for each signer on each network, side by side. */
export function createEngine(deps: EngineDeps): Engine {
  const lanes = new Map<string, Promise<Lane | null>>()
  const opened = new Map<string, Lane>()
  /** Why there is no lane where there is work for one. */
  const idle = new Map<string, string>()
  let closed = false

  async function open(projectId: string, chain: string): Promise<Lane | null> {
    const project = await findProject(deps.db, projectId)
    if (!project) throw new Error(`there is no project ${projectId}`)
    const reason = deps.chains.unavailable(project.kind, chain)
    if (closed || reason !== null) {
      if (reason !== null) idle.set(`${projectId} ${chain}`, reason)
      return null
    }
    const client = await deps.chains.client(project.kind, chain)
    const lane = { network: client.network, signer: client.treasury(project.index) }
    const made = openLane({ deps, project, client, lane })
    opened.set(`${projectId} ${chain}`, made)
    return made
  }

  function laneOf(projectId: string, chain: string): Promise<Lane | null> {
    const key = `${projectId} ${chain}`
    const known = lanes.get(key)
    if (known) return known
    const opening = open(projectId, chain).catch((error: unknown) => {
      deps.log.error({ err: error, chain }, 'a lane could not be opened')
      lanes.delete(key)
      return null
    })
    lanes.set(key, opening)
    return opening
  }

  async function wake(collectionPk: number): Promise<void> {
    const collection = await collectionByPk(deps.db, collectionPk)
    if (!closed) (await laneOf(collection.project_id, collection.chain))?.wake()
  }

  /** Lanes of a network that have anything in the journal: a network that fell back must get it again. */
  async function restarted(network: string): Promise<void> {
    const [kind, chain = ''] = network.split(':')
    const history = (await lanesWithHistory(deps.db)).filter((lane) => lane.network === network)
    if (history.length === 0) return
    const projects = await listProjects(deps.db)
    for (const { id } of projects.filter((project) => project.kind === kind)) {
      const key = `${id} ${chain}`
      const known = lanes.has(key)
      const lane = await laneOf(id, chain)
      if (known) lane?.networkRestarted()
    }
  }

  const report = (what: Promise<unknown>) =>
    what.catch((error: unknown) => {
      if (!closed) deps.log.error({ err: error }, 'the minting engine could not look at the database')
    })

  return {
    async start() {
      for (const { projectId, chain } of await lanesWithWork(deps.db)) await laneOf(projectId, chain)
      for (const network of await networksWithFillers(deps.db)) await restarted(network)
    },
    notice(projectId, chain, runId) {
      const key = `${projectId} ${chain}`
      const why = idle.get(key)
      const unavailable =
        why === undefined ? null : ({ for: 'network', text: why, missing: null, address: null } as const)
      return opened.get(key)?.notice(runId) ?? unavailable
    },
    wake: (collectionPk) => void report(wake(collectionPk)),
    networkRestarted: (network) => void report(restarted(network)),
    async close() {
      closed = true
      for (const lane of await Promise.all(lanes.values())) await lane?.close()
    },
  }
}
