import { z } from 'zod'

/**
 * What `GET /app/media/{session}/thumbnail` answers in place of a picture, with 200: a page that shows many pictures is not in error where some
 * have none. `waiting`: it is on its way, and may be asked for again in a moment.
 */
export const noThumbnail = z.object({
  kind: z.enum(['video', 'audio', 'model', 'page', 'other', 'broken', 'large', 'unavailable', 'off', 'waiting']),
  message: z.string(),
})
export type NoThumbnail = z.infer<typeof noThumbnail>

/** What `POST /app/pictures` answers: the address by which metadata names the picture. */
export const storedPicture = z.object({ uri: z.string() })
