import { z } from 'zod'

/**
 * The answer of `GET /app/media/{session}/thumbnail` if there is no picture. It has status 200, because on a page of many pictures a missing
 * one is no error. `waiting`: the thumbnail is being made; ask again in a moment.
 */
export const noThumbnail = z.object({
  kind: z.enum(['video', 'audio', 'model', 'page', 'other', 'broken', 'large', 'unavailable', 'off', 'waiting']),
  message: z.string(),
})
export type NoThumbnail = z.infer<typeof noThumbnail>

/** What `POST /app/pictures` answers: the address by which metadata names the picture. */
export const storedPicture = z.object({ uri: z.string() })
