import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { chosenProject, keepProject, SwitchContext } from './api/project.ts'
import { closeSession, openSession, takeTicket } from './api/session.ts'
import { Closed } from './frame/closed.tsx'
import { Session } from './frame/session.tsx'
import { emptyMint, useMintStore } from './mint/mint-store.ts'
import { styleNonce } from './policy.ts'
import { cssVariables, theme } from './theme.ts'

const ticket = takeTicket()
const opening = openSession(ticket)

type Entry = { state: 'opening' } | { state: 'closed' } | { state: 'open'; token: string }

/** The window: let in with a token, or saying how to be. */
export function App() {
  const [entry, setEntry] = useState<Entry>({ state: 'opening' })
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
  useEffect(() => {
    void opening.then((token) => setEntry(token === null ? { state: 'closed' } : { state: 'open', token }))
  }, [])
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariables}
      getStyleNonce={styleNonce}
    >
      <Notifications position="bottom-right" limit={4} />
      {entry.state === 'closed' && <Closed />}
      {entry.state === 'open' && (
        <SwitchContext value={choose}>
          <Session
            // What is kept of one project is nothing of another's.
            key={project}
            token={entry.token}
            project={project}
            onRefused={() => {
              closeSession()
              setEntry({ state: 'closed' })
            }}
            onProjectGone={() => choose(null)}
          />
        </SwitchContext>
      )}
    </MantineProvider>
  )
}
