import { z } from 'zod'

/** `GET /app/origins`, `PUT /app/origins`: origins of pages that may call `/api` from a browser, such as `http://localhost:5173`. */
export const allowedOrigins = z.object({ origins: z.array(z.string().trim().min(1).max(300)).max(200) })
