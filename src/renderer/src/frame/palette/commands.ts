import type { IconSearch } from '@tabler/icons-react'
import {
  IconArrowsExchange,
  IconFile,
  IconKeyboard,
  IconSearch as IconLook,
  IconProgress,
  IconSettings,
  IconStack2,
  IconTableExport,
  IconWallet,
} from '@tabler/icons-react'
import type { CollectionSummary, Project, Run } from '../../../../shared/app-api.ts'
import { sectionsOf } from '../../settings/places.ts'
import { pages } from '../pages.ts'

export interface Command {
  id: string
  label: string
  about?: string
  Icon: typeof IconSearch
  act(): void
}

export interface CommandGroup {
  name: string
  commands: Command[]
}

/** What the palette knows, and what it can do with it. */
export interface CommandSource {
  project: Project
  projects: readonly Project[]
  runs: readonly Pick<Run, 'id' | 'name' | 'collectionName'>[]
  collections: readonly (Pick<CollectionSummary, 'id' | 'chainLabel'> & { metadata: { name: string } })[]
  wallets: readonly { locator: string; user: string }[]
  go(path: string): void
  newImport(): void
  showShortcuts(): void
  chooseProject(id: string): void
}

/** The most entries of each group: one letter more leads to the rest. */
const most = 6

/** Every command that holds all words of `query`, in groups; without a query, pages and actions alone. Pure. */
export function commandsFor(query: string, source: CommandSource): CommandGroup[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const holds = ({ label, about = '' }: Command) =>
    words.every((word) => `${label} ${about}`.toLowerCase().includes(word))
  const groups = words.length === 0 ? [pageCommands(source), actionCommands(source)] : allCommands(source)
  const found = groups
    .map(({ name, commands }) => ({ name, commands: commands.filter(holds).slice(0, most) }))
    .filter(({ commands }) => commands.length > 0)
  if (words.length === 0) return found
  const wanted = query.trim()
  const look: Command = {
    id: 'look-up',
    label: `Look up “${wanted}” in Wallets`,
    about: 'An address, an e-mail address, a user id',
    Icon: IconLook,
    act: () => source.go(`/wallets?q=${encodeURIComponent(wanted)}`),
  }
  return [...found, { name: 'Search', commands: [look] }]
}

function allCommands(source: CommandSource): CommandGroup[] {
  const { go, runs, collections, wallets } = source
  return [
    pageCommands(source),
    actionCommands(source),
    {
      name: 'Runs',
      commands: runs.map(({ id, name, collectionName }) => ({
        id: `run ${id}`,
        label: name,
        about: collectionName,
        Icon: IconProgress,
        act: () => go(`/runs/${id}`),
      })),
    },
    {
      name: 'Collections',
      commands: collections.map(({ id, metadata, chainLabel }) => ({
        id: `collection ${id}`,
        label: metadata.name,
        about: chainLabel,
        Icon: IconStack2,
        act: () => go(`/collections/${id}`),
      })),
    },
    {
      name: 'Wallets',
      commands: wallets.map(({ locator, user }) => ({
        id: `wallet ${locator}`,
        label: user,
        about: locator,
        Icon: IconWallet,
        act: () => go(`/wallets?q=${encodeURIComponent(locator)}`),
      })),
    },
    {
      name: 'Settings',
      commands: sectionsOf(source.project.kind).map(({ path, word, about }) => ({
        id: path,
        label: word,
        about,
        Icon: IconSettings,
        act: () => go(path),
      })),
    },
  ]
}

function pageCommands({ go }: CommandSource): CommandGroup {
  return {
    name: 'Pages',
    commands: pages.map(({ path, word, about, Icon }) => ({ id: path, label: word, about, Icon, act: () => go(path) })),
  }
}

function actionCommands({
  project,
  projects,
  go,
  newImport,
  showShortcuts,
  chooseProject,
}: CommandSource): CommandGroup {
  const others = projects.filter(({ id }) => id !== project.id)
  return {
    name: 'Actions',
    commands: [
      { id: 'new-import', label: 'Mint another file', Icon: IconFile, act: newImport },
      { id: 'hand-over', label: 'Hand NFTs over', Icon: IconTableExport, act: () => go('/wallets/hand-over') },
      { id: 'shortcuts', label: 'Show the shortcuts', Icon: IconKeyboard, act: showShortcuts },
      ...others.map(({ id, name, kind }) => ({
        id: `project ${id}`,
        label: `Switch to ${name}`,
        about: kind === 'live' ? 'Live project' : 'Practice project',
        Icon: IconArrowsExchange,
        act: () => chooseProject(id),
      })),
    ],
  }
}
