/** Builds src/ into out/, if out/ is missing or older. */
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, node, root, say } from './checkout.mjs'

const OUTPUTS = [
  'out/main/index.js',
  'out/main/core.js',
  'out/main/cli.js',
  'out/main/import-worker.js',
  'out/main/checkpoint-worker.js',
  'out/main/backup-worker.js',
  'out/main/workbook-reader.js',
  'out/main/row-checker.js',
  'out/main/draw-process.js',
  'out/main/solana-node.js',
  'out/main/aptos-node.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/client/index.js',
]
const SOURCES = ['src', 'electron.vite.config.ts', 'package.json', 'tsconfig.json', 'tsconfig.client.json']
/** Its time is when the last successful build began, so that files edited during a build are built again. */
const STAMP = join(root, 'out/.built')

/** Whether a built file is missing or older than a source. */
export function buildIsDue() {
  if (![...OUTPUTS.map((file) => join(root, file)), STAMP].every((file) => existsSync(file))) return true
  const built = statSync(STAMP).mtimeMs
  return SOURCES.some((path) => newest(join(root, path)) > built)
}

/** Builds the whole app with electron-vite. */
export function build() {
  say('Building the app…')
  const began = new Date()
  must('The build', node, [
    join(root, 'node_modules/electron-vite/bin/electron-vite.js'),
    'build',
    '--logLevel',
    'warn',
  ])
  must('The build of the client', node, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.client.json'])
  mkdirSync(join(root, 'out'), { recursive: true })
  writeFileSync(STAMP, '')
  utimesSync(STAMP, began, began)
}

/** The latest change below a path, ms. The time of a folder itself shows that files were removed. */
function newest(path) {
  const info = statSync(path)
  if (!info.isDirectory()) return info.mtimeMs
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
