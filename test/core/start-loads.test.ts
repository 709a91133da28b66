import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

const staticImport = /^(?:import|export)\s(?!type\b)(?:[\w*{},\s$]*?\sfrom\s)?'([^']+)'/gm

/** The packages that are loaded with a file: its own imports and those of what it imports, but not what it imports later, by `import()`. */
function loadedWith(file: string, seen = new Set<string>(), packages = new Set<string>()): Set<string> {
  if (seen.has(file)) return packages
  seen.add(file)
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(staticImport)) {
    if (!from.startsWith('.')) packages.add(from)
    else loadedWith(join(dirname(file), from), seen, packages)
  }
  return packages
}

it('a core that starts loads nothing that a later request may wait for', () => {
  const entry = join(root, 'src/core/index.ts')
  expect(existsSync(entry)).toBe(true)
  const packages = [...loadedWith(entry)]
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'kysely', 'zod', 'better-sqlite3']))
  const late =
    /^(undici|viem|litesvm|svix|file-type|ipfs-unixfs-importer|@solana\/|@metaplex-foundation\/|@fastify\/(swagger|swagger-ui|static)$)/
  expect(packages.filter((name) => late.test(name))).toEqual([])
})
