import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Session as OpenSession } from '../../shared/app-api.ts'
import { EnterContext } from './api/context.tsx'
import { chosenProject, keepProject, SwitchContext } from './api/project.ts'
import { closeSession, openSession, takeTicket } from './api/session.ts'
import { Closed } from './frame/closed.tsx'
import { Session } from './frame/session.tsx'
import { emptyMint, useMintStore } from './mint/mint-store.ts'
import { styleNonce } from './policy.ts'
import { cssVariables, theme } from './theme.ts'

const ticket = takeTicket()
const opening = openSession(ticket)

type Entry = { state: 'opening' } | { state: 'closed' } | { state: 'open'; session: OpenSession }

function entryOf(session: OpenSession | null): Entry {
  return session === null ? { state: 'closed' } : { state: 'open', session }
}

/** The window: let in with a token, or saying how to be. */
export function App() {
  const [entry, setEntry] = useState<Entry>({ state: 'opening' })
  const shown = useRef<OpenSession | null>(null)
  shown.current = entry.state === 'open' ? entry.session : null
  const [project, setProject] = useState(chosenProject)
  const [, go] = useLocation()
  const choose = useCallback(
    (id: string | null) => {
      keepProject(id)
      setProject(id)
      useMintStore.setState({ ...emptyMint })
      go('/mint')
    },
    [go],
  )
  const enter = useCallback(
    (ticket: string) => void openSession(ticket).then((session) => setEntry(entryOf(session))),
    [],
  )
  /** What is answered late, to a session that another one has taken the place of, changes nothing. */
  const refused = useCallback((session: OpenSession) => {
    if (shown.current !== session) return
    closeSession()
    setEntry({ state: 'closed' })
  }, [])
  useEffect(() => {
    void opening.then((session) => setEntry(entryOf(session)))
  }, [])
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariables}
      getStyleNonce={styleNonce}
    >
      {/* Over the bar, where no table or button of a page stands; below dialogs and drawers (200). */}
      <Notifications position="top-right" limit={2} zIndex={190} containerWidth="min(400px, 100vw - 32px)" />
      {entry.state === 'closed' && <Closed />}
      {entry.state === 'open' && (
        <EnterContext value={enter}>
          <SwitchContext value={choose}>
            <Session
              // What is kept of one project is nothing of another's.
              key={project}
              session={entry.session}
              project={project}
              onRefused={refused}
              onProjectGone={() => choose(null)}
            />
          </SwitchContext>
        </EnterContext>
      )}
    </MantineProvider>
  )
}
