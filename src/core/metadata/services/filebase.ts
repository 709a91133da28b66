import type { ContentStore } from '../content-store.ts'
import type { PinningService } from '../pinning.ts'
import { kuboService } from './kubo.ts'

/** Where Filebase answers (https://filebase.com/docs/ipfs/rpc-api). */
export const filebaseUrl = 'https://rpc.filebase.io'

const cures = {
  unknown: 'copy the token again (Filebase: Access Keys, IPFS RPC API)',
  rights: 'make a token of a bucket that keeps its content on IPFS, and give that one here',
  room: 'take a larger plan there, or delete what you no longer need',
}

/**
 * Filebase speaks Kubo's RPC (`dag/import`, `pin/ls`, `version`), with a token of one bucket. It has no `id`, and hosted nodes pin
 * one root a request, so an upload has one.
 */
export function filebaseService(
  { token, url = filebaseUrl, patienceMs }: { token: string; url?: string; patienceMs?: number },
  store: ContentStore,
): PinningService {
  return kuboService(
    {
      url,
      auth: `bearer:${token}`,
      hosted: { name: 'Filebase', rootsPerUpload: 1, cures },
      ...(patienceMs === undefined ? {} : { patienceMs }),
    },
    store,
  )
}
