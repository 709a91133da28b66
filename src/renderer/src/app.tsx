import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { RenewContext } from './api/context.tsx'
import { chosenProject, keepProject, SwitchContext } from './api/project.ts'
import { openSession, takeInvitation, takeTicket } from './api/session.ts'
import { Session } from './frame/session.tsx'
import { emptyMint, useMintStore } from './mint/mint-store.ts'
import { styleNonce } from './policy.ts'
import { Entrance } from './sign-in/entrance.tsx'
import { cssVariables, theme } from './theme.ts'
import { useEntry } from './use-entry.ts'

const ticket = takeTicket()
const invitation = takeInvitation()
// Whoever opens such a link wants to be the person whom it is for.
const opening = invitation === null ? openSession(ticket) : Promise.resolve(null)

/** The window: the pages of a session, or the way to get one. */
export function App() {
  const { entry, open, close, refused, renew } = useEntry(opening)
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
  // Pasting a link into a tab that already shows Mintdesk does not load the page.
  useEffect(() => {
    const look = (): void => {
      const pasted = takeInvitation()
      if (pasted === null) return
      setLink(pasted)
      close()
    }
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  }, [close])
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
            open(session)
          }}
          onLinkLeft={() => setLink(null)}
        />
      )}
      {entry.state === 'open' && (
        <RenewContext value={renew}>
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
        </RenewContext>
      )}
    </MantineProvider>
  )
}
