/** The reference pages name everything that there is to be named, and nothing in the documents leads nowhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import { batchMoves, type Move, mintMoves, transactionMoves } from '../../src/core/journal/states.ts'
import { root } from '../core/trial-core.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...filesIn('docs').filter((file) => file.endsWith('.md')),
]

/** The commands that do something, with what is typed to reach them. */
function commandsOf(command: Command, path: readonly string[] = []): { path: string; command: Command }[] {
  if (command.commands.length === 0) return [{ path: path.join(' '), command }]
  return command.commands.flatMap((one) => commandsOf(one, [...path, one.name()]))
}

const program = createProgram({
  version: '0',
  open: () => {
    throw new Error('nothing is run here')
  },
  ended: () => undefined,
})

it('docs/cli.md has every command with its options', () => {
  const text = read('docs/cli.md')
  const rows = text.split('\n')
  const missing = commandsOf(program).flatMap(({ path, command }) => {
    // `mint` has a table of its own for its options.
    const said =
      path === 'mint'
        ? text
        : rows.find((row) => row.startsWith(`| \`${path}`) && !/[\w-]/.test(row[path.length + 3] ?? ''))
    if (said === undefined) return [path]
    return command.options.flatMap(({ long }) => (long && !said.includes(`\`${long}`) ? [`${path} ${long}`] : []))
  })
  expect(missing).toEqual([])
})

it('docs/settings.md has every environment variable of ours, and no other', () => {
  const variable = /\bMINTDESK_[A-Z_]*[A-Z]\b/g
  const sources = ['src', 'scripts', 'test'].flatMap(filesIn).filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  const used = new Set(sources.flatMap((file) => read(file).match(variable) ?? []))
  // It stands in the example of a program that the window shows.
  used.delete('MINTDESK_KEY')
  const described = new Set(read('docs/settings.md').match(variable))
  expect([...described].sort()).toEqual([...used].sort())
})

it('docs/journal.md draws the states as the journal has them', () => {
  const edges = (moves: Record<string, Move>): string[] =>
    Object.entries(moves).flatMap(([name, { from, to }]) => from.map((state) => `${state} --> ${to}: ${name}`))
  const drawn = [...read('docs/journal.md').matchAll(/```mermaid\n([\s\S]*?)```/g)].map(([, picture = '']) =>
    [...picture.matchAll(/(\w+ --> \w+): (.+)/g)].flatMap(([, edge, names = '']) =>
      names.split(', ').map((name) => `${edge}: ${name}`),
    ),
  )
  expect(drawn.map((picture) => picture.sort())).toEqual(
    [mintMoves, batchMoves, transactionMoves].map((moves) => edges(moves).sort()),
  )
})

/** What the headings of a page are linked to by. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

it('every file, folder, script and link that a document names is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const isThere = (path: string): boolean => existsSync(join(root, path))
  const dead = pages.flatMap((page) => {
    const text = read(page)
    const words = [...text.matchAll(/`[^`\n]+`/g)].flatMap(([code]) => code.slice(1, -1).split(/[\s(),]+/))
    const sources = /^((src|test|docs|scripts|resources)\/[\w./-]+|[\w./-]+\.(tsx?|mjs|sol))$/
    const commands = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].flatMap(([, name]) => name ?? [])
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, to, anchor]) => ({
      to: to ? join(dirname(page), to) : page,
      anchor,
    }))
    return [
      ...words.filter((word) => sources.test(word) && !isThere(word)),
      ...commands.filter((name) => scripts[name] === undefined).map((name) => `npm run ${name}`),
      ...links.filter(({ to }) => !isThere(to)).map(({ to }) => to),
      ...links.flatMap(({ to, anchor }) =>
        anchor !== undefined && to.endsWith('.md') && isThere(to) && !anchorsOf(to).includes(anchor)
          ? [`${to}#${anchor}`]
          : [],
      ),
    ].map((what) => `${page}: ${what}`)
  })
  expect(dead).toEqual([])
})
