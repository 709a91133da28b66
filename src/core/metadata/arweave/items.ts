import { arweaveId } from '../../lib/uri-prefix.ts'
import { arweaveIdOf, contentOfArweaveId, keepArweaveId } from '../../store/installation/arweave-items.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { ContentStore, StoredFile } from '../content-store.ts'
import { type DataItem, type DataItemSigner, signDataItem } from './data-item.ts'

/** A stored file, signed for Arweave. */
export interface SignedFile extends DataItem {
  file: StoredFile
}

/** Our content on Arweave, where an id depends on content and account. */
export interface ArweaveItems {
  /** The id of a stored file, which is signed at the first call. @throws Error when it is not stored; what `account` throws */
  idOf(cid: string): Promise<string>
  /** The CID of our own file that an `https://arweave.net/<id>` names; undefined when it names none. */
  cidOf(uri: string): Promise<string | undefined>
  /** A stored file, signed for the upload. @throws the same as idOf */
  sign(cid: string): Promise<SignedFile>
}

export interface ArweaveItemsOptions {
  db: Store
  content: ContentStore
  /** Signs the items. @throws CoreError while the seed is out of reach */
  account(): DataItemSigner
}

/** The items of an installation. Ids are stored: from an address on chain they lead back to its content. */
export function arweaveItems({ db, content, account }: ArweaveItemsOptions): ArweaveItems {
  async function sign(cid: string): Promise<SignedFile> {
    const found = await content.find(cid)
    if (found?.kind !== 'file')
      throw new Error(`The content ${cid} is no file of the store: put the folder "content" of your data folder back.`)
    const kept = await arweaveIdOf(db, cid)
    // A later version may detect another type for the file, but its id depends on the first one.
    const type = kept?.type ?? (await content.contentType(found))
    const signed = await signFile(account(), type, found)
    if (kept !== undefined && kept.id !== signed.id)
      throw new Error(`The content ${cid} is named ${kept.id} on Arweave, and this seed names it ${signed.id}.`)
    if (kept === undefined) await keepArweaveId(db, { cid, id: signed.id, type })
    return { ...signed, file: found }
  }

  return {
    sign,
    async idOf(cid) {
      const kept = await arweaveIdOf(db, cid)
      return kept?.id ?? (await sign(cid)).id
    },
    async cidOf(uri) {
      const id = arweaveId(uri)
      return id === undefined ? undefined : contentOfArweaveId(db, id)
    },
  }
}

/** Signs a stored file with its media type, with which gateways serve it. */
export function signFile(account: DataItemSigner, type: string, { size, open }: StoredFile): Promise<DataItem> {
  return signDataItem(account, { 'Content-Type': type, 'App-Name': 'Mintdesk' }, { size, bytes: open() })
}
