import { z } from 'zod'

export const project = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['practice', 'live']),
  index: z.int(),
  /** Whether API keys may transfer NFTs; a person switches it, never a program. */
  enterprise: z.boolean(),
})
export type Project = z.infer<typeof project>

/**
 * `GET /app/projects` → `project[]`; `POST /app/projects` with `projectRequest` → `project` (422 `live.seed` for a live one while there
 * is no live seed, 409 `project.exists` for a name that is taken); `PATCH /app/projects/{id}` with `projectPatch` → `project`.
 */
export const projectRequest = z.object({
  name: z.string().trim().min(1).max(60),
  kind: z.enum(['practice', 'live']).default('practice'),
})
export const projectPatch = z.object({ name: projectRequest.shape.name.optional(), enterprise: z.boolean().optional() })
