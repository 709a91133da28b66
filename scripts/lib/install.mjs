/** Installs the packages of package-lock.json. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, node, root, say } from './checkout.mjs'

/** Whether node_modules is missing, incomplete, or differs from package-lock.json. */
export function installIsDue() {
  return packagesDiffer() || !nodeRuns()
}

/** Installs all packages. Only the package `node` may run its install script, which downloads Node. */
export function install() {
  if (packagesDiffer()) {
    say('Installing packages (the first time takes about a minute)…')
    npm('Installing packages', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  }
  if (!nodeRuns()) npm('Installing Node', ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'])
  if (!nodeRuns()) throw new Error(`The installed Node does not run: ${node}. Delete node_modules and try again.`)
}

/**
 * Compares versions rather than times: git gives files new times on every checkout, and a needless `npm ci` deletes files that
 * other processes use. npm writes its record last, so an interrupted install has none.
 */
function packagesDiffer() {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return true
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(record)
  return Object.entries(wanted).some(([path, entry]) => {
    const found = present[path]
    return path !== '' && (found ? found.version !== entry.version : !entry.optional && !entry.peer)
  })
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

function nodeRuns() {
  return spawnSync(node, ['--version'], { timeout: 20_000 }).status === 0
}

function npm(what, args) {
  // npm names its own program and Node in these variables. `node` on the path may be the very file that is being replaced.
  const { npm_execpath: cli, npm_node_execpath: runner } = process.env
  if (cli?.endsWith('.js') && runner && runner !== node) must(what, runner, [cli, ...args])
  else must(what, 'npm', args, { shell: process.platform === 'win32' })
}
