/** docs/architecture.md has the layers of the code; imports go down them. Comments cite documents that are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../core/trial-core.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => posix.join('src', file.replaceAll('\\', '/')))
  .filter((file) => /\.tsx?$/.test(file))

it('imports go down the layers of docs/architecture.md, but where the families are put together', () => {
  const [, section = ''] = /### Layers\n([\s\S]*?)\n## /.exec(read('docs/architecture.md')) ?? []
  const layers = [...section.matchAll(/^\d+\. (.*)$/gm)].map(([, line = '']) =>
    [...line.matchAll(/`([^`]+)`/g)].flatMap(([, folder]) => folder ?? []),
  )
  /** The layer that names the longest beginning of the path; 0 is the uppermost. */
  const layerOf = (file: string): number => {
    const named = layers.flatMap((folders, layer) => folders.map((folder) => ({ folder, layer })))
    const fitting = named.filter(({ folder }) => file.startsWith(folder))
    return fitting.sort((a, b) => b.folder.length - a.folder.length)[0]?.layer ?? Number.NaN
  }
  const homeless = sources.filter((file) => Number.isNaN(layerOf(file)))
  const up = sources.flatMap((file) =>
    [...read(file).matchAll(/(?:from |import\()'(\.[^']*)'/g)]
      .map(([, to = '']) => posix.join(dirname(file), to))
      .filter((to) => layerOf(to) < layerOf(file))
      .map((to) => `${file} -> ${to}`),
  )
  expect({ layers: layers.length, homeless, up: up.sort() }).toEqual({
    layers: 10,
    homeless: [],
    up: [
      'src/core/practice/evm-family.ts',
      'src/core/practice/solana/program-files.ts',
      'src/core/practice/solana/solana-family.ts',
      'src/core/wallets/keyring.ts',
    ].map((to) => `src/core/chains/families.ts -> ${to}`),
  })
})

it('a document that a comment cites is in docs/, with the section', () => {
  const dead = sources.flatMap((file) =>
    [...read(file).matchAll(/([\w./-]+\.md)\b(?:, "([^"\n]+)")?/g)]
      .filter(([, page = '', heading]) => {
        if (!page.startsWith('docs/') || !existsSync(join(root, page))) return true
        return (
          heading !== undefined &&
          !read(page)
            .split('\n')
            .some((line) => line.replace(/^#+ /, '') === heading)
        )
      })
      .map(([cited]) => `${file}: ${cited}`),
  )
  expect(dead).toEqual([])
})

it('no folder of code has more than thirty files of its own', () => {
  const files = ['src', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath }) => parentPath),
  )
  const counts = new Map<string, number>()
  for (const folder of files) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  expect([...counts].filter(([, own]) => own > 30).map(([folder]) => folder)).toEqual([])
})

it('a file of more than 250 lines says in docs/architecture.md why', () => {
  const [, reasons = ''] = read('docs/architecture.md').split('### Files over 250 lines')
  const long = sources.filter(
    // What `npm run client` writes nobody reads from top to bottom.
    (file) => file !== 'src/client/api.ts' && read(file).trimEnd().split('\n').length > 250,
  )
  expect(long.filter((file) => !reasons.includes(`\`${file}\``))).toEqual([])
})
