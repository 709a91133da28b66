/** Starts an app as Electron would: `electron [-r file] [--inspect=0] [--switches] <app folder> [args]`. */
import { readFileSync } from 'node:fs'
import inspector from 'node:inspector'
import { createRequire, registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const args = process.argv.slice(2)
process.argv = [join(import.meta.dirname, 'dist/electron'), ...args]
const STANDIN = new URL('electron.mjs', import.meta.url).href

// `import 'electron'` and `require('electron')` mean the stand-in from here on.
registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(\/(main|common))?$/.test(specifier)
      ? { url: STANDIN, format: 'module', shortCircuit: true }
      : next(specifier, context),
})

const inspect = args.find((arg) => arg.startsWith('--inspect'))
if (inspect) inspector.open(Number(inspect.split('=')[1] ?? 9229), '127.0.0.1')

const isRequire = (arg) => arg === '-r' || arg === '--require'
const preloads = args.filter((_arg, i) => isRequire(args[i - 1]))
const appPath = resolve(args.find((arg, i) => !arg.startsWith('-') && !isRequire(args[i - 1])) ?? '.')
const manifest = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8'))

const { start } = await import(STANDIN)
start({ manifest, args, folder: appPath })
const require = createRequire(import.meta.url)
for (const file of preloads) require(resolve(file))
await import(pathToFileURL(join(appPath, manifest.main)).href)
