import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Session as OpenSession } from '../../shared/app-api.ts'
import { EnterContext } from './api/context.tsx'
import { chosenProject, keepProject, SwitchContext } from './api/project.ts'
import { closeSession, openSession, takeInvitation, takeTicket } from './api/session.ts'
import { Session } from './frame/session.tsx'
import { emptyMint, useMintStore } from './mint/mint-store.ts'
import { styleNonce } from './policy.ts'
import { Entrance } from './sign-in/entrance.tsx'
import { cssVariables, theme } from './theme.ts'

const ticket = takeTicket()
const invitation = takeInvitation()
// Whoever opens such a link wants to be the person whom it is for.
const opening = invitation === null ? openSession(ticket) : Promise.resolve(null)

type Entry = { state: 'opening' } | { state: 'closed' } | { state: 'open'; session: OpenSession }

function entryOf(session: OpenSession | null): Entry {
  return session === null ? { state: 'closed' } : { state: 'open', session }
}

/** The window: the pages of a session, or the way to get one. */
export function App() {
  const [entry, setEntry] = useState<Entry>({ state: 'opening' })
  const shown = useRef<OpenSession | null>(null)
  shown.current = entry.state === 'open' ? entry.session : null
  const [link, setLink] = useState(invitation)
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
  /** Ignores a late refusal of a session that another one has replaced. */
  const refused = useCallback((session: OpenSession) => {
    if (shown.current !== session) return
    closeSession()
    setEntry({ state: 'closed' })
  }, [])
  // Pasting a link into a tab that already shows Mintdesk does not load the page.
  useEffect(() => {
    const look = (): void => {
      const pasted = takeInvitation()
      if (pasted === null) return
      setLink(pasted)
      setEntry({ state: 'closed' })
    }
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
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
      {/* Over the bar, where no table or button of a page is; below dialogs and drawers (200). */}
      <Notifications position="top-right" limit={2} zIndex={190} containerWidth="min(400px, 100vw - 32px)" />
      {entry.state === 'closed' && (
        <Entrance
          link={link}
          onEntered={(session) => {
            setLink(null)
            setEntry({ state: 'open', session })
          }}
          onLinkLeft={() => setLink(null)}
        />
      )}
      {entry.state === 'open' && (
        <EnterContext value={enter}>
          <SwitchContext value={choose}>
            <Session
              // Nothing that is cached for one project is valid for another.
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
