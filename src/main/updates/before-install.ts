/** Checks an update right before it is installed: electron-updater checked it at the download, which may be days ago. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UpdateError } from './update-error.ts'

/** A downloaded update. */
export interface Downloaded {
  downloadedFile: string
  /** The files of the signed description. */
  files: readonly { url: string; sha512: string }[]
}

/**
 * @param inPlaceOf the file that is removed for the update, if any: an update that does not fit would leave no program
 * @throws UpdateError when the update must not be installed; nothing was touched then
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
