import { z } from 'zod'

const versioned = z.object({ version: z.int().optional().catch(undefined) }).catch({ version: undefined })

/** The `version` of a file's JSON; undefined when it has none, or none that is an integer. */
export function fileVersion(json: unknown): number | undefined {
  return versioned.parse(json).version
}
