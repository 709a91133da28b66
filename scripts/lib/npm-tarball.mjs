/** Makes the npm package `mintdesk`, as it would be published. */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './checkout.mjs'
import { prepare } from './prepare.mjs'
import { writeThirdParty } from './third-party.mjs'

/**
 * Builds the app if needed and packs it.
 * @param {string} folder the folder for the tarball
 * @returns {Promise<string>} the tarball's path
 */
export async function packTarball(folder) {
  await prepare()
  mkdirSync(folder, { recursive: true })
  writeThirdParty(root)
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const { status, stdout } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('Packing the npm package failed; the lines above say why.')
  const [{ filename }] = JSON.parse(stdout)
  return join(folder, filename)
}
