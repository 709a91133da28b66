/**
 * `npm run pack`: makes the installers for this system, in release/. If Electron cannot be downloaded, makes the unpacked app for Linux on
 * a stand-in, which contains all of Mintdesk's files but opens no window. Passes arguments to electron-builder: `-- --linux deb`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { main, must, node, root, say } from './lib/checkout.mjs'
import { electronPath, fetchElectron } from './lib/electron.mjs'
import { makePackingStandin } from './lib/packing-standin.mjs'
import { prepare } from './lib/prepare.mjs'
import { writeThirdParty } from './lib/third-party.mjs'
import { buildInUpdates, takeOutUpdates } from './lib/update-source.mjs'

await main(async () => {
  await prepare()
  writeThirdParty(root)
  const args = process.argv.slice(2)
  const standin = args.includes('--stand-in')
  const electron = standin ? undefined : (electronPath() ?? (await fetchElectron()))
  if (electron === undefined && process.platform !== 'linux')
    throw new Error('Electron could not be downloaded from github.com, and installers need it.')
  if (electron === undefined && !standin)
    say('Electron could not be downloaded from github.com: this packs the app on a stand-in, which starts no window.')
  try {
    const builder = [join(root, 'node_modules/electron-builder/cli.js'), '--publish', 'never']
    const options = [...buildInUpdates(root, process.env), ...(electron === undefined ? onStandin() : [])]
    must('Packing', node, [...builder, ...options, ...args.filter((arg) => arg !== '--stand-in')])
  } finally {
    takeOutUpdates(root)
  }
})

function onStandin() {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'))
  const folder = makePackingStandin(join(root, 'release/electron-standin'), version)
  return ['--linux', 'dir', `-c.electronDist=${folder}`, `-c.electronVersion=${version}`]
}
