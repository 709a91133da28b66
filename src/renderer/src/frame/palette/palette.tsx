import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useApi, useAppState, useCollections } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { useSwitchProject } from '../../api/project.ts'
import { useMintStore } from '../../mint/mint-store.ts'
import { useShortcutStore } from '../shortcut-store.ts'
import { commandsFor } from './commands.ts'
import classes from './palette.module.css'
import { paletteStore } from './palette-store.ts'
import { useLateSelection } from './use-late-selection.ts'

/** Ctrl/⌘ K: every page, collection, run, wallet and action by a few letters of its name. */
export function Palette() {
  const [query, setQuery] = useState('')
  const [opened, setOpened] = useState(false)
  const groups = useCommands(query, opened)
  useLateSelection(query, groups.length > 0)
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      onSpotlightOpen={() => setOpened(true)}
      onSpotlightClose={() => setOpened(false)}
      shortcut="mod + K"
      tagsToIgnore={[]}
      triggerOnContentEditable
      scrollable
      maxHeight="min(480px, 70vh)"
      className={classes.palette}
      overlayProps={{ blur: 0, backgroundOpacity: 0.5 }}
      title="Search pages and actions"
    >
      <Spotlight.Search
        placeholder="Search pages, runs, collections, wallets, actions"
        aria-label="Search pages, runs, collections, wallets, actions"
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {groups.map(({ name, commands }) => (
          <Spotlight.ActionsGroup key={name} label={name}>
            {commands.map(({ id, label, about, Icon, act }) => (
              <Spotlight.Action
                key={id}
                label={label}
                {...(about === undefined ? {} : { description: about })}
                leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
                dimmedSections={false}
                onClick={act}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** Fetches runs and wallets when the palette is first opened. */
function useCommands(query: string, enabled: boolean) {
  const api = useApi()
  const [, go] = useLocation()
  const choose = useSwitchProject()
  const { data: state } = useAppState()
  const { data: collections = [] } = useCollections()
  const { data: runs = [] } = useQuery({ queryKey: keys.runs, queryFn: api.runs, enabled })
  // The wallets that begin with the first word; the other words narrow them down.
  const [search] = useDebouncedValue(query.trim().split(/\s+/)[0] ?? '', 150)
  const { data: found } = useQuery({
    queryKey: [...keys.wallets, 'own', 'palette', search],
    queryFn: () => api.projectWallets({ search }),
    enabled: enabled && search !== '',
    placeholderData: keepPreviousData,
  })
  if (!state || !enabled) return []
  return commandsFor(query, {
    project: state.project,
    projects: state.projects,
    runs,
    collections,
    wallets: found?.wallets ?? [],
    go,
    newImport: () => {
      useMintStore.getState().set({ importId: null, upload: null })
      go('/mint')
    },
    showShortcuts: () => useShortcutStore.setState({ isShown: true }),
    chooseProject: choose,
  })
}
