import { z } from 'zod'
import { network, treasury } from './networks.ts'
import { project } from './projects.ts'

/** `GET /app/state`: what the frame of the window shows. */
export const appState = z.object({
  version: z.string(),
  dataDir: z.string(),
  project,
  projects: z.array(project),
  networks: z.array(network),
  /** One entry per chain in use. */
  treasuries: z.array(treasury),
})
export type AppState = z.infer<typeof appState>
