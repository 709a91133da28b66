import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenEngine, openEngine } from './open-engine.ts'

/** A data folder, and the engines that are opened in it. */
export interface EngineFolder {
  dir: string
  open(options?: Partial<Parameters<typeof openEngine>[0]>): Promise<OpenEngine>
  close(engine: OpenEngine): Promise<void>
  /** Closes the engines that are still open, and removes the folder. */
  remove(): Promise<void>
}

/** Makes an empty data folder; `name` tells whose it is. */
export async function engineFolder(name: string): Promise<EngineFolder> {
  const dir = await mkdtemp(join(tmpdir(), `mintdesk-${name}-`))
  const opened = new Set<OpenEngine>()
  const close = async (engine: OpenEngine): Promise<void> => {
    opened.delete(engine)
    await engine.close()
  }
  return {
    dir,
    async open(options = {}) {
      const engine = await openEngine({ dir, ...options })
      opened.add(engine)
      return engine
    },
    close,
    async remove() {
      for (const engine of opened) await close(engine)
      await rm(dir, { recursive: true, force: true })
    },
  }
}
