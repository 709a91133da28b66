import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { CoreError } from '../lib/errors.ts'

// The names in @foundry-rs/anvil's const.mjs, which exist for these five machines and no others.
const packages: ReadonlyMap<string, string> = new Map([
  ['darwin-arm64', '@foundry-rs/anvil-darwin-arm64'],
  ['darwin-x64', '@foundry-rs/anvil-darwin-amd64'],
  ['linux-arm64', '@foundry-rs/anvil-linux-arm64'],
  ['linux-x64', '@foundry-rs/anvil-linux-amd64'],
  ['win32-x64', '@foundry-rs/anvil-win32-amd64'],
])

export type Machine = { platform: NodeJS.Platform; arch: string }

/**
 * The path of the anvil program that was installed with the app. In a packed app it is the copy beside the archive, since a
 * program inside `app.asar` cannot be started.
 *
 * @throws CoreError `network.unavailable`, with the cure, when this machine has no anvil build or it was not installed
 */
export async function findAnvil(machine: Machine = process): Promise<string> {
  const name = packages.get(`${machine.platform}-${machine.arch}`)
  if (name === undefined) {
    throw new CoreError(
      'network.unavailable',
      `There is no practice network for this kind of computer (${machine.platform} ${machine.arch}); anvil exists for Linux and macOS on x64 and arm64 and for Windows on x64.`,
    )
  }
  try {
    // The program's package is a dependency of @foundry-rs/anvil, which need not lie at the top of node_modules.
    const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
    const folder = dirname(createRequire(wrapper).resolve(`${name}/package.json`))
    const file = join(folder, 'bin', machine.platform === 'win32' ? 'anvil.exe' : 'anvil')
    const unpacked = file.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`)
    await access(unpacked, constants.X_OK)
    return unpacked
  } catch {
    throw anvilMissing(name)
  }
}

export function anvilMissing(where: string): CoreError {
  return new CoreError(
    'network.unavailable',
    `The practice network's program anvil is missing (${where}): install the app again (in a clone: npm ci --ignore-scripts && npm rebuild node).`,
  )
}
