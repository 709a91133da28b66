import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { LoginState, Session } from '../../../shared/app-api.ts'
import { keepPass } from '../api/session.ts'
import { Closed } from '../frame/closed.tsx'
import { AcceptForm } from './accept-form.tsx'
import { Card } from './card.tsx'
import { askLogin } from './sign-in-calls.ts'
import { SignInForm } from './sign-in-form.tsx'

/** What a window without a session shows: at a server's address the way to sign in, on this computer how to open Mintdesk. */
export function Entrance({
  link,
  onEntered,
  onLinkLeft,
}: {
  /** The secret of a link that sets a password; null where the address held none. */
  link: string | null
  onEntered(session: Session): void
  onLinkLeft(): void
}) {
  const [login, setLogin] = useState<LoginState | null | 'unknown'>('unknown')
  useEffect(() => {
    askLogin().then(setLogin, () => setLogin(null))
  }, [])
  const enter = (session: Session): void => {
    keepPass(session)
    onEntered(session)
  }
  if (login === 'unknown') return null
  if (login === null || login.address === null) return <Closed />
  if (!login.isHere) {
    if (login.address !== window.location.origin) return <Closed />
    return (
      <Card title="The proxy is not set up yet">
        <Text>
          The proxy in front of Mintdesk changed the host name that was asked for: let it pass Host on as it came. Caddy
          does; in nginx it is “proxy_set_header Host $host;”.
        </Text>
      </Card>
    )
  }
  if (link !== null) return <AcceptForm key={link} link={link} onEntered={enter} onLeave={onLinkLeft} />
  return <SignInForm onEntered={enter} />
}
