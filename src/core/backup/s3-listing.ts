/** The answer of S3 to ListObjectsV2 (docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html). */
import { SaxesParser } from 'saxes'

export interface S3Listing {
  keys: string[]
  /** Common prefixes of keys up to the delimiter, where one was requested. */
  folders: string[]
  /** The token of the next page; null on the last one. */
  next: string | null
}

/** Null where the text is not such an answer. */
export function readS3Listing(xml: string): S3Listing | null {
  const path: string[] = []
  const found = new Map<string, string[]>()
  let text = ''
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    path.push(name)
    text = ''
  })
  parser.on('text', (piece) => {
    text += piece
  })
  parser.on('closetag', () => {
    const of = path.join(' ')
    found.set(of, [...(found.get(of) ?? []), text])
    path.pop()
    text = ''
  })
  try {
    parser.write(xml).close()
    const all = (name: string): string[] => found.get(`ListBucketResult ${name}`) ?? []
    if (!found.has('ListBucketResult')) return null
    const plain = all('EncodingType')[0] === 'url' ? decoded : (key: string) => key
    const isCut = all('IsTruncated')[0] === 'true'
    const next = isCut ? all('NextContinuationToken')[0] : null
    if (next === undefined) return null
    return { keys: all('Contents Key').map(plain), folders: all('CommonPrefixes Prefix').map(plain), next }
  } catch {
    return null
  }
}

const decoded = (key: string): string => decodeURIComponent(key.replaceAll('+', ' '))
