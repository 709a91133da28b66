import { lazy } from '../../lib/lazy.ts'
import { parseAllowedHosts } from '../../metadata/addresses.ts'
import type { LinkTrierDeps } from '../../metadata/try-link.ts'
import type { LinkTrials, LinkTrialsDeps } from './link-trials.ts'

export type OpenLinkTrialsOptions = Omit<LinkTrialsDeps, 'tryLink'> &
  Omit<LinkTrierDeps, 'fetcher'> & {
    /** MINTDESK_ALLOW_HOSTS. */
    allowedHosts: string | undefined
  }

/** The link trials of imports; the code that they need is loaded at the first one. */
export function openLinkTrials(options: OpenLinkTrialsOptions): LinkTrials {
  let opening: Promise<LinkTrials> | undefined
  const opened = (): Promise<LinkTrials> => {
    opening ??= open(options)
    return opening
  }
  return {
    ...lazy(opened, ['look']),
    forget: (id) => void opening?.then((trials) => trials.forget(id)),
    close: async () => await (await opening)?.close(),
  }
}

async function open({ allowedHosts, isKept, ipfsAddresses, ...rest }: OpenLinkTrialsOptions): Promise<LinkTrials> {
  const [{ createFetcher }, { linkTrier, tryBounds }, { createLinkTrials }] = await Promise.all([
    import('../../metadata/fetch-file.ts'),
    import('../../metadata/try-link.ts'),
    import('./link-trials.ts'),
  ])
  const fetcher = createFetcher({ allowedHosts: parseAllowedHosts(allowedHosts), bounds: tryBounds })
  const trials = createLinkTrials({ ...rest, tryLink: linkTrier({ fetcher, isKept, ipfsAddresses }) })
  return {
    ...trials,
    async close() {
      await trials.close()
      await fetcher.close()
    },
  }
}
