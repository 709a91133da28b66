import { join } from 'node:path'
import type { Logger } from 'pino'
import { lazy } from '../../lib/lazy.ts'
import { parseAllowedHosts } from '../addresses.ts'
import type { ContentStore } from '../content-store.ts'
import type { Thumbnails } from './thumbnails.ts'

export interface OpenThumbnailsOptions {
  dataDir: string
  /** The file of `draw-process`. */
  program: string
  content: Pick<ContentStore, 'find'>
  /** MINTDESK_ALLOW_HOSTS. */
  allowedHosts: string | undefined
  ipfsAddresses(path: string): Promise<readonly string[]>
  clock: () => number
  log: Logger
}

/** Thumbnails, with their cache in the data folder; the code and processes that they need are loaded at the first one. */
export function openThumbnails(options: OpenThumbnailsOptions): Thumbnails {
  let opening: Promise<Thumbnails> | undefined
  const opened = (): Promise<Thumbnails> => {
    opening ??= open(options)
    return opening
  }
  return {
    ...lazy(opened, ['get']),
    close: async () => await (await opening)?.close(),
  }
}

async function open({
  dataDir,
  program,
  allowedHosts,
  log,
  clock,
  ...rest
}: OpenThumbnailsOptions): Promise<Thumbnails> {
  const [{ createFetcher }, { openThumbnailCache }, { openDrawers }, { createThumbnails, thumbnailFetchBounds }] =
    await Promise.all([
      import('../fetch-file.ts'),
      import('./thumbnail-cache.ts'),
      import('./drawers.ts'),
      import('./thumbnails.ts'),
    ])
  return createThumbnails({
    ...rest,
    clock,
    cache: await openThumbnailCache(join(dataDir, 'thumbnails'), clock),
    drawers: openDrawers({ program, warn: (message) => log.warn(message) }),
    fetcher: createFetcher({ allowedHosts: parseAllowedHosts(allowedHosts), bounds: thumbnailFetchBounds }),
  })
}
