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
      /** `unknown`: the check could not be made now; `none`: there is nothing to see yet, or the network has no such feature. */
      state: z.enum(['seen', 'unseen', 'unknown', 'none']),
      /** The result in a sentence, with the remedy if `unseen`. */
      said: z.string(),
      /** The page where a person sees it. */
      url: z.string().nullable(),
    }),
  ),
  /** When the checks were made. */
  at: z.string(),
})
export type Visibility = z.infer<typeof visibility>
export type VisibleCheck = Visibility['checks'][number]

/** The display name of each check. */
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
