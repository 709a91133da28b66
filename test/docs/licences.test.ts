/** Mintdesk is under the MIT licence and serves many chains: every package that comes with it may be used so. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { root } from '../core/trial-core.ts'

const allowed = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'Unlicense'],
  // Of files that stay files of their own (MPL), or of a library that anybody can replace in node_modules (LGPL).
  ...['MPL-2.0', 'LGPL-3.0', 'LGPL-3.0-only', 'LGPL-3.0-or-later'],
])

/** Packages whose package.json does not say it in a way that can be read; their LICENSE files do. */
const told: Readonly<Record<string, string>> = { 'text-encoding-utf-8': 'Unlicense' }

const locked = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.boolean().optional(), devOptional: z.boolean().optional(), optional: z.boolean().optional() }),
  ),
})
const manifest = z.object({
  license: z.union([z.string(), z.array(z.string()), z.object({ type: z.string() })]).optional(),
  licenses: z.array(z.union([z.string(), z.object({ type: z.string() })])).optional(),
})

/** What a package says of itself, one name for each licence of which one may be chosen. */
function licencesOf(path: string): string[] {
  const { license, licenses } = manifest.parse(JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')))
  const named = [license ?? licenses ?? told[path.replace('node_modules/', '')] ?? 'none'].flat()
  return named.map((one) => (typeof one === 'string' ? one : one.type)).flatMap((one) => one.split(/ OR /))
}

/** Of licences that hold together, all must be. */
function isAllowed(licence: string): boolean {
  return licence
    .replaceAll(/[()]/g, '')
    .split(/ AND /)
    .every((one) => allowed.has(one))
}

/** The folders of the packages that are built into the app: the build lists them. */
function builtIn(): string[] {
  const folders = ['main', 'preload', 'renderer'].flatMap((part) =>
    z.array(z.string()).parse(JSON.parse(readFileSync(join(root, 'out', part, 'packages.json'), 'utf8'))),
  )
  // Some packages hold others, without their manifests; those are installed beside them as well.
  return folders.map((folder) =>
    existsSync(join(root, folder, 'package.json')) ? folder : `node_modules/${folder.split('/node_modules/').at(-1)}`,
  )
}

it('every package that is built in, or installed along, has a licence that lets it be used here', () => {
  const { packages } = locked.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const installed = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true,
  )
  // Programs for other systems are not installed here; they come with the package that names them.
  const missing = installed.filter(([path]) => !existsSync(join(root, path, 'package.json')))
  expect(missing.filter(([, { optional }]) => optional !== true)).toEqual([])
  const here = installed.map(([path]) => path).filter((path) => existsSync(join(root, path, 'package.json')))
  const shipped = [...new Set([...here, ...builtIn()])]
  const refused = shipped
    .map((path) => ({ path, licences: licencesOf(path) }))
    .filter(({ licences }) => !licences.some(isAllowed))
  expect(shipped.length).toBeGreaterThan(250)
  expect(refused).toEqual([])
})
