import { z } from 'zod'

/**
 * `GET /app/origins` → `allowedOrigins`: the origins whose pages may call `/api` from a browser, such as `http://localhost:5173`.
 * `PUT /app/origins/{origin}` adds an origin, `DELETE` removes it; both answer the present list, including concurrent changes.
 */
export const allowedOrigins = z.object({ origins: z.array(z.string()) })
export const originParams = z.object({ origin: z.string().trim().min(1).max(300) })
