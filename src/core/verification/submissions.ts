import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** Reads the contracts' sources shipped with Mintdesk, as `npm run contracts` writes them. @param resourcesDir absolute path of `resources` */
export function submissionReader(resourcesDir: string): (file: string) => Promise<string> {
  return async (file) => {
    const packed = await readFile(join(resourcesDir, 'contracts/submissions', file))
    return (await promisify(gunzip)(packed)).toString('utf8')
  }
}
