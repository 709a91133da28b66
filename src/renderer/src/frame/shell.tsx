import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense, useEffect } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { useConnection } from '../api/context.tsx'
import { MintPage } from '../mint/mint-page.tsx'
import { Page } from '../ui/page.tsx'
import { useCutTitles } from '../ui/use-cut-titles.ts'
import { Waiting } from '../ui/waiting.tsx'
import { ErrorFence } from './error-fence.tsx'
import { pageAt } from './pages.ts'
import { Palette } from './palette/palette.tsx'
import { Rail } from './rail.tsx'
import classes from './shell.module.css'
import { ShortcutList } from './shortcut-list.tsx'
import { TopBar } from './top-bar.tsx'
import { useFocusOnPage } from './use-focus-on-page.ts'
import { useLinkedPage } from './use-linked-page.ts'
import { useMenu } from './use-menu.ts'
import { useOpenedFiles } from './use-opened-files.ts'
import { useUpdateNotice } from './use-update-notice.ts'

const pages = {
  runs: () => import('../runs/runs-page.tsx'),
  run: () => import('../runs/run-page.tsx'),
  collections: () => import('../collections/collections-page.tsx'),
  collection: () => import('../collections/collection-page.tsx'),
  wallets: () => import('../wallets/wallets-page.tsx'),
  handOvers: () => import('../wallets/hand-over/hand-overs-page.tsx'),
  handOver: () => import('../wallets/hand-over/hand-over-page.tsx'),
  settings: () => import('../settings/settings-page.tsx'),
  developers: () => import('../developers/developers-page.tsx'),
  chart: () => import('../runs/rate-chart.tsx'),
  checklist: () => import('../mint/live/live-checklist.tsx'),
}
const RunsPage = lazy(pages.runs)
const RunPage = lazy(pages.run)
const CollectionsPage = lazy(pages.collections)
const CollectionPage = lazy(pages.collection)
const WalletsPage = lazy(pages.wallets)
const HandOversPage = lazy(pages.handOvers)
const HandOverPage = lazy(pages.handOver)
const SettingsPage = lazy(pages.settings)
const DevelopersPage = lazy(pages.developers)

/** The frame: rail, top bar, and the page the address names. */
export function Shell() {
  const connection = useConnection()
  useMenu()
  useOpenedFiles()
  useLinkedPage()
  useUpdateNotice()
  useCutTitles()
  const [place] = useLocation()
  useFocusOnPage(place)
  // Loads all pages before they are needed: the core that serves them may be down then.
  useEffect(() => {
    for (const load of Object.values(pages)) load().catch(() => undefined)
  }, [])
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to the page
      </a>
      <Rail />
      <section className={classes.bar} aria-label="At a glance">
        <TopBar />
      </section>
      <main id="content" tabIndex={-1} className={classes.main}>
        {connection !== 'up' && (
          <div className={classes.lost} role="status">
            <IconAlertTriangle size={16} aria-hidden style={{ flex: 'none' }} />
            <Text size="sm">
              {connection === 'lost'
                ? 'Mintdesk’s core is not answering; this window reconnects by itself.'
                : 'Another program answers at Mintdesk’s address, and is told nothing. Start Mintdesk again; close that program if it keeps the port.'}{' '}
              What was accepted is on disk, and nothing is minted twice.
            </Text>
          </div>
        )}
        <ErrorFence place={place}>
          <Suspense
            fallback={
              <Page title={pageAt(place)?.word ?? 'Mintdesk'}>
                <Waiting what="page" />
              </Page>
            }
          >
            <Switch>
              <Route path="/">
                <Redirect to="/mint" replace />
              </Route>
              <Route path="/mint">
                <MintPage />
              </Route>
              <Route path="/mint/:id">{({ id }) => <MintPage key={id} importId={id} />}</Route>
              <Route path="/runs" component={RunsPage} />
              <Route path="/runs/:id">{({ id }) => <RunPage key={id} id={id} />}</Route>
              <Route path="/collections" component={CollectionsPage} />
              <Route path="/collections/:id">{({ id }) => <CollectionPage key={id} id={id} />}</Route>
              <Route path="/wallets" component={WalletsPage} />
              <Route path="/wallets/hand-over" component={HandOversPage} />
              <Route path="/wallets/hand-over/:id">{({ id }) => <HandOverPage key={id} id={id} />}</Route>
              <Route path="/developers" component={DevelopersPage} />
              <Route path="/settings/:section?">{({ section }) => <SettingsPage section={section} />}</Route>
              <Route>
                <Page title="There is no such page" about="The address may be from another version of Mintdesk.">
                  <div>
                    <Button component={Link} href="/mint">
                      Go to Mint
                    </Button>
                  </div>
                </Page>
              </Route>
            </Switch>
          </Suspense>
        </ErrorFence>
      </main>
      <Palette />
      <ShortcutList />
    </div>
  )
}
