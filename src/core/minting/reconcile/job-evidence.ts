import type { CopiesRecord, JobRecord, TokensRecord } from '../../chains/family/job-record.ts'
import type { Work } from '../../chains/family/work.ts'

/**
 * How the chain's record of a job differs from the batch that was to be minted under it, as the end of a sentence; null when it is exactly that
 * batch: the same recipients in the same order, and the same metadata.
 */
export function differenceOf(work: Work, record: JobRecord): string | null {
  if (work.kind === 'mint-copies') return record.kind === 'copies' ? differenceOfCopies(work, record) : notThese
  if (work.kind !== 'mint-batch' && work.kind !== 'mint-uris' && work.kind !== 'mint-single')
    throw new Error(`work of the kind ${work.kind} has no job that mints`)
  if (record.kind !== 'tokens') return notThese
  const recipients = work.kind === 'mint-single' ? [work.recipient] : work.recipients
  if (!isSame(recipients, record.recipients)) return 'for other recipients'
  return hasMetadata(work, record.metadata) ? null : 'with other metadata'
}

const notThese = 'as something else'

function hasMetadata(
  work: Extract<Work, { kind: 'mint-batch' | 'mint-uris' | 'mint-single' }>,
  metadata: TokensRecord['metadata'],
): boolean {
  switch (metadata.kind) {
    case 'folder':
      return (
        work.kind === 'mint-batch' && isSame([work.folder], [metadata.folder]) && (work.base ?? false) === metadata.base
      )
    case 'uris':
      return work.kind === 'mint-uris' && work.uris.join('\n') === metadata.uris.join('\n')
    case 'single':
      return work.kind === 'mint-single' && work.uri === metadata.uri
  }
}

function differenceOfCopies(work: Extract<Work, { kind: 'mint-copies' }>, record: CopiesRecord): string | null {
  const text = ({ recipient, tokenId, amount }: CopiesRecord['items'][number]): string =>
    `${recipient} ${tokenId} ${amount}`
  if (!isSame(work.copies.map(text), record.items.map(text))) return 'for other recipients, or of other templates'
  return isSame([work.folder], [record.folder]) ? null : 'with another list of its mints'
}

/** Whether addresses and hashes are the same, regardless of case. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, place) => text.toLowerCase() === other[place]?.toLowerCase())
}
