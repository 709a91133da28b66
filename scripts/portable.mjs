/**
 * `npm run portable [-- <platform>] [--to <folder>]`: packs Mintdesk with its own Node into one archive, in release/ or the folder, for
 * machines without Node and without a window. Uses Mintdesk's npm package and npm's packages of Node.
 * Platforms: linux-x64, linux-arm64, darwin-x64, darwin-arm64, win-x64; by default this machine's.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main, must, root, say } from './lib/checkout.mjs'
import { launcher, windowsLauncher } from './lib/launcher.mjs'
import { packTarball } from './lib/npm-tarball.mjs'

/** npm's names of system and CPU, by the platform in the names of Node's packages. */
const PLATFORMS = {
  'linux-x64': ['linux', 'x64'],
  'linux-arm64': ['linux', 'arm64'],
  'darwin-x64': ['darwin', 'x64'],
  'darwin-arm64': ['darwin', 'arm64'],
  'win-x64': ['win32', 'x64'],
}

/** Dependencies of litesvm and better-sqlite3 that are never loaded: only their native modules are used. */
const UNUSED = ['@solana', '@solana-program', 'better-sqlite3/deps', 'better-sqlite3/src', 'node-addon-api']

await main(async () => {
  const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true })
  const platform = positionals[0] ?? `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const [os, cpu] = PLATFORMS[platform] ?? []
  if (os === undefined)
    throw new Error(`There is no portable Mintdesk for ${platform}: choose ${Object.keys(PLATFORMS).join(', ')}.`)
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { version: nodeVersion } = JSON.parse(readFileSync(join(root, 'node_modules/node/package.json'), 'utf8'))
  const release = values.to ?? join(root, 'release')
  const tarball = await packTarball(release)
  const folder = join(release, `${name}-${version}-${platform}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  must('Installing Mintdesk and Node', 'npm', [
    ...[
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
      '--loglevel=error',
    ],
    ...[`--os=${os}`, `--cpu=${cpu}`, ...(os === 'linux' ? ['--libc=glibc'] : [])],
    ...[tarball, `node-${platform}@${nodeVersion}`],
  ])
  keepNode(folder, platform, os)
  for (const part of UNUSED) rmSync(join(folder, 'node_modules', part), { recursive: true, force: true })
  writeLauncher(folder, platform, os)
  for (const file of ['LICENSE', 'CHANGELOG.md'])
    if (existsSync(join(root, file))) cpSync(join(root, file), join(folder, file))
  const archive = `${folder}.tar.gz`
  must('Packing', 'tar', ['-czf', archive, '-C', release, `${name}-${version}-${platform}`])
  say(`Made ${archive}.`)
})

/** Keeps only the program and its licence from npm's package of Node. */
function keepNode(folder, platform, os) {
  const file = os === 'win32' ? 'node.exe' : 'node'
  const from = join(folder, `node_modules/node-${platform}`)
  cpSync(join(from, 'bin', file), join(folder, file))
  cpSync(join(from, 'LICENSE'), join(folder, 'LICENSE-node'), { force: true })
  rmSync(from, { recursive: true })
  if (os !== 'win32') chmodSync(join(folder, file), 0o755)
}

function writeLauncher(folder, platform, os) {
  if (os === 'win32') return writeFileSync(join(folder, 'mintdesk.cmd'), windowsLauncher)
  const file = join(folder, 'mintdesk')
  writeFileSync(file, launcher(platform))
  chmodSync(file, 0o755)
}
