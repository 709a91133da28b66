/** A folder that looks like Electron for Linux, for packing without Electron's binary. An app that is packed with it cannot open a window. */
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Electron's fuses in its binary: this text, a version, the number of fuses, and each as `0` or `1`. https://github.com/electron/fuses */
const FUSE_WIRE = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100101'),
])
const PROGRAMS = ['chrome_crashpad_handler', 'chrome-sandbox']
const FILES = ['LICENSE', 'LICENSES.chromium.html', 'icudtl.dat', 'resources.pak', 'v8_context_snapshot.bin']

/**
 * @param {string} folder is deleted and made again
 * @param {string} version of the Electron that the folder imitates
 * @returns the folder
 */
export function makePackingStandin(folder, version) {
  rmSync(folder, { recursive: true, force: true })
  for (const part of ['resources', 'locales']) mkdirSync(join(folder, part), { recursive: true })
  for (const program of PROGRAMS) copyFileSync('/bin/true', join(folder, program))
  writeFileSync(join(folder, 'electron'), FUSE_WIRE)
  chmodSync(join(folder, 'electron'), 0o755)
  for (const file of FILES) writeFileSync(join(folder, file), file)
  writeFileSync(join(folder, 'locales/en-US.pak'), '')
  writeFileSync(join(folder, 'version'), version)
  return folder
}
