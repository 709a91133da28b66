import { z } from 'zod'

/**
 * `GET /app/origins` → `allowedOrigins`: those of pages that may call `/api` from a browser, such as `http://localhost:5173`.
 * `PUT /app/origins/{origin}` allows one more, `DELETE` allows it no longer; both answer what is allowed now, whoever changed it meanwhile.
 */
export const allowedOrigins = z.object({ origins: z.array(z.string()) })
export const originParams = z.object({ origin: z.string().trim().min(1).max(300) })
