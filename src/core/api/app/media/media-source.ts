import { z } from 'zod'
import { mintAddress } from '../../../../shared/app-api/mint-address.ts'
import { ipfsPath } from '../../../holdings/ipfs-address.ts'
import { LinkedFileError } from '../../../metadata/linked-file-error.ts'
import { linkKind } from '../../../metadata/links.ts'
import type { MediaSource } from '../../../metadata/thumbnails/thumbnails.ts'
import { type MediaRole, mediaOfMint } from '../../../store/collections/pictures.ts'
import type { AppContext } from '../context.ts'
import type { MediaQuery } from './media-access.ts'

type Sources = Pick<AppContext, 'db' | 'imports' | 'holdings'>

/**
 * What a request for media names: a URL, a CID, a dropped file, or a file of an NFT of this database.
 * @throws LinkedFileError where it names nothing that can be fetched; CoreError `import.notFound`
 */
export async function mediaSource(context: Sources, query: MediaQuery): Promise<MediaSource> {
  if ('url' in query) return { kind: 'url', url: query.url }
  if ('ipfs' in query) return { kind: 'ipfs', path: ipfsPath(query.ipfs) }
  if ('import' in query)
    return { kind: 'dropped', folder: await context.imports.mediaDir(query.import), name: query.path }
  return await ofMint(context, query.mint, query.role)
}

const hosted = z.object({ image: z.string(), animation_url: z.string() })

async function ofMint({ db, imports, holdings }: Sources, pk: number, role: MediaRole): Promise<MediaSource> {
  const named = await mediaOfMint(db, pk, role)
  let link = named?.link ?? ''
  if (named?.uri) {
    const [found] = await holdings.metadata([named.uri])
    const { image, animation_url } = hosted.catch({ image: '', animation_url: '' }).parse(found)
    link = role === 'image' ? image : animation_url
  }
  link = link.trim()
  if (link === '') throw new LinkedFileError('metadata.media', `${mintAddress(pk, role)} names no picture.`)
  switch (linkKind(link)) {
    case 'http':
      return { kind: 'url', url: link }
    case 'ipfs':
      return { kind: 'ipfs', path: ipfsPath(link) }
    case 'ar':
      return { kind: 'url', url: `https://arweave.net/${link.replace(/^ar:\/*/i, '')}` }
    case 'data':
      return { kind: 'data', text: link }
    case 'file':
      if (named?.importId) return { kind: 'dropped', folder: await imports.mediaDir(named.importId), name: link }
  }
  throw new LinkedFileError('metadata.url', `${JSON.stringify(link.slice(0, 100))} is not an address of a picture.`)
}
