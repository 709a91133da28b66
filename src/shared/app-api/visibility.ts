/** What others see of a collection: `GET /app/collections/{id}/visible`. */
import { z } from 'zod'

export const visibleChecks = [
  'contract',
  'interfaces',
  'owner',
  'collection-metadata',
  'token-metadata',
  'picture',
  'source',
  'transfer',
] as const

export const visibility = z.object({
  checks: z.array(
    z.object({
      what: z.enum(visibleChecks),
      /** `unknown`: it could not be asked now; `none`: there is nothing to be seen yet, or this network has no such thing. */
      state: z.enum(['seen', 'unseen', 'unknown', 'none']),
      /** A sentence with the cure where it is not seen. */
      said: z.string(),
      /** Where a person sees it. */
      url: z.string().nullable(),
    }),
  ),
  /** When that was. */
  at: z.string(),
})
export type Visibility = z.infer<typeof visibility>
export type VisibleCheck = Visibility['checks'][number]

/** What people call each of them. */
export const visibleNames: Readonly<Record<VisibleCheck['what'], string>> = {
  contract: 'On the network',
  interfaces: 'Interfaces',
  owner: 'Owner',
  'collection-metadata': 'Its own metadata',
  'token-metadata': 'Metadata of the first NFT',
  picture: 'Picture of the first NFT',
  source: 'Source on explorers',
  transfer: 'First transfer',
}
