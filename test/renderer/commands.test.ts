import { expect, it } from 'vitest'
import { type CommandSource, commandsFor } from '../../src/renderer/src/frame/palette/commands.ts'

const went: string[] = []
const project = { id: 'a', name: 'Practice', kind: 'practice', index: 0, enterprise: false } as const
const source: CommandSource = {
  project,
  projects: [project, { ...project, id: 'b', name: 'Shop', kind: 'live' }],
  runs: Array.from({ length: 40 }, (_, at) => ({ id: `r${at}`, name: `badges ${at}.csv`, collectionName: 'Summit' })),
  collections: [{ id: 'c', chainLabel: 'Polygon', metadata: { name: 'Summit' } }],
  wallets: [{ locator: 'email:ada@example.com:polygon', user: 'ada@example.com' }],
  go: (path) => void went.push(path),
  newImport: () => undefined,
  showShortcuts: () => undefined,
  chooseProject: (id) => void went.push(`project ${id}`),
}
const labels = (query: string) =>
  commandsFor(query, source).flatMap(({ name, commands }) => commands.map(({ label }) => `${name}: ${label}`))

it('shows pages and actions before anything is typed', () => {
  expect(labels('')).toContain('Pages: Runs')
  expect(labels('')).toContain('Actions: Switch to Shop')
  expect(labels(' ').some((label) => label.startsWith('Runs:'))).toBe(false)
})

it('finds by all words in any order and case, in names and in what stands below them', () => {
  expect(labels('SUMMIT 39')).toEqual(['Runs: badges 39.csv', 'Search: Look up “SUMMIT 39” in Wallets'])
  expect(labels('ada')).toContain('Wallets: ada@example.com')
  expect(labels('balance fee')).toContain('Settings: Fee balance')
})

it('shows a few of many, and leads where it says', () => {
  expect(labels('badges').filter((label) => label.startsWith('Runs:'))).toHaveLength(6)
  const found = commandsFor('0x12&x', source).flatMap(({ commands }) => commands)
  found.at(-1)?.act()
  commandsFor('switch shop', source)[0]?.commands[0]?.act()
  expect(went).toEqual(['/wallets?q=0x12%26x', 'project b'])
})
