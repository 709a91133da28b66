import { z } from 'zod'
import { network, treasury } from './networks.ts'
import { signedIn } from './people/people.ts'
import { project } from './projects.ts'

/** `GET /app/state`: what the frame of the window shows. */
export const appState = z.object({
  version: z.string(),
  dataDir: z.string(),
  /** Who is signed in; null: the person at this computer. */
  person: signedIn.nullable(),
  /** Whether people sign in to this Mintdesk over the network. */
  isServer: z.boolean(),
  project,
  projects: z.array(project),
  networks: z.array(network),
  /** One entry per chain in use. */
  treasuries: z.array(treasury),
})
export type AppState = z.infer<typeof appState>
