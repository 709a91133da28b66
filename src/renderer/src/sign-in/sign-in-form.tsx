import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { type FormEvent, useState } from 'react'
import type { Session } from '../../../shared/app-api.ts'
import { Failure } from '../ui/failure.tsx'
import { Card } from './card.tsx'
import { CodeInput } from './code-input.tsx'
import { signIn, signInByPasskey } from './sign-in-calls.ts'

export function SignInForm({ onEntered }: { onEntered(session: Session): void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const enter = (entering: Promise<Session>) => {
    setBusy(true)
    setError(null)
    entering
      .then(onEntered, (refusal: unknown) => {
        setError(refusal)
        // A code works only once.
        setCode('')
      })
      .finally(() => setBusy(false))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    enter(signIn({ name, password, code }))
  }
  return (
    <Card title="Sign in to Mintdesk">
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Name"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            required
            withAsterisk={false}
            autoFocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            maxLength={200}
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <CodeInput value={code} onChange={setCode} />
          {error !== null && <Failure title="You are not signed in" error={error} />}
          <Button type="submit" loading={busy}>
            Sign in
          </Button>
        </Stack>
      </form>
      {browserSupportsWebAuthn() && (
        <Button variant="default" disabled={busy} onClick={() => enter(signInByPasskey())}>
          Sign in with a passkey
        </Button>
      )}
      <Text size="sm" c="dimmed">
        Whoever has no account yet, or lost a password or a phone, gets a link from an admin. Runs that are under way go
        on meanwhile.
      </Text>
    </Card>
  )
}
