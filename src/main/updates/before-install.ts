/** What must hold at the moment an update is put in place: electron-updater looked at it when it was downloaded, maybe days ago. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UpdateError } from './update-error.ts'

/** A downloaded update. */
export interface Downloaded {
  downloadedFile: string
  /** Of its signed description. */
  files: readonly { url: string; sha512: string }[]
}

/**
 * @param inPlaceOf the file that is removed for it, where that is so: a new one that does not fit would leave none
 * @throws UpdateError when it must not be installed; nothing was touched then
 */
export async function checkBeforeInstall({ downloadedFile, files }: Downloaded, inPlaceOf?: string): Promise<void> {
  const expected = files.find(({ url }) => url === basename(downloadedFile))?.sha512
  const hash = createHash('sha512')
  try {
    await pipeline(createReadStream(downloadedFile), hash)
  } catch (cause) {
    throw new UpdateError('The downloaded update is gone, so it was not installed: download it again.', cause)
  }
  if (hash.digest('base64') !== expected)
    throw new UpdateError(
      'The downloaded update was changed after it was verified, so it was not installed: download it again.',
    )
  if (inPlaceOf === undefined) return
  const { bavail, bsize } = await statfs(dirname(inPlaceOf))
  if (bavail * bsize < (await stat(downloadedFile)).size)
    throw new UpdateError(
      `The update does not fit beside ${inPlaceOf}, so it was not installed: free some space there.`,
    )
}
