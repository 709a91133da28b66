import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { closeSession, openSession, takeTicket } from './api/session.ts'
import { Closed } from './frame/closed.tsx'
import { Session } from './frame/session.tsx'
import { styleNonce } from './policy.ts'
import { cssVariables, theme } from './theme.ts'

const ticket = takeTicket()
const opening = openSession(ticket)

type Entry = { state: 'opening' } | { state: 'closed' } | { state: 'open'; token: string }

/** The window: let in with a token, or saying how to be. */
export function App() {
  const [entry, setEntry] = useState<Entry>({ state: 'opening' })
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
        <Session
          token={entry.token}
          onRefused={() => {
            closeSession()
            setEntry({ state: 'closed' })
          }}
        />
      )}
    </MantineProvider>
  )
}
