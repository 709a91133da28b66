import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { countsFor } from '../../http/auth.ts'
import { ApiFault } from '../../http/faults.ts'
import { mediaCookie } from '../sessions/session-routes.ts'
import type { Sessions } from '../sessions/sessions.ts'

export const mediaParams = z.object({ session: z.string().max(100) })

/** Where media lie: at any URL, behind a CID, in the folder that was dropped with a spreadsheet, or where an NFT of this database names them. */
export const mediaQuery = z.union([
  z.object({ url: z.url({ protocol: /^https?$/ }).max(8_192) }),
  z.object({ ipfs: z.string().min(1).max(2_000) }),
  z.object({ import: z.string().max(64), path: z.string().min(1).max(4_096) }),
  z.object({ mint: z.coerce.number().int().min(1), role: z.enum(['image', 'animation']).default('image') }),
])
export type MediaQuery = z.infer<typeof mediaQuery>

/** Media are authorised by a cookie, since an `<img>` sends no bearer token. @throws ApiFault 401 without the cookie of that session */
export async function requireMediaCookie(
  sessions: Pick<Sessions, 'ofMedia'>,
  request: FastifyRequest,
  session: string,
): Promise<void> {
  const cookie = mediaCookie(request)
  if (cookie === undefined || !countsFor(await sessions.ofMedia(session, cookie), request))
    throw new ApiFault(401, 'session.missing', 'This needs the session of the window: open Mintdesk from its own link.')
}
