import { z } from 'zod'

/** An amount of a coin in its smallest unit (wei), a decimal text: JSON's numbers end too early. */
export const amount = z.string().regex(/^\d+$/)
/** ISO 8601 with milliseconds, UTC. */
export const time = z.string()
