import { Alert, Button, Code, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import type { LinkOffer, Session } from '../../../shared/app-api.ts'
import { Copy } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Card } from './card.tsx'
import { CodeInput } from './code-input.tsx'
import { acceptLink, askLink } from './sign-in-calls.ts'

/** The first sign-in: sets a password and an authenticator app. */
export function AcceptForm({
  link,
  onEntered,
  onLeave,
}: {
  link: string
  onEntered(session: Session): void
  onLeave(): void
}) {
  const [offer, setOffer] = useState<LinkOffer | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  useEffect(() => {
    askLink(link).then(setOffer, setFailed)
  }, [link])
  if (failed !== null)
    return (
      <Card title="This link does not let you in">
        <Failure title="No password was set" error={failed} />
        <div>
          <Button variant="default" onClick={onLeave}>
            Sign in
          </Button>
        </div>
      </Card>
    )
  if (offer === null)
    return (
      <Card title="Welcome to Mintdesk">
        <Waiting what="link" lines={3} />
      </Card>
    )
  return <Offered link={link} offer={offer} onEntered={onEntered} />
}

function Offered({ link, offer, onEntered }: { link: string; offer: LinkOffer; onEntered(session: Session): void }) {
  const { name, role, totpUri, totpSecret } = offer
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    acceptLink({ link, password, code })
      .then(onEntered, setError)
      .finally(() => setBusy(false))
  }
  return (
    <Card title={`Welcome, ${name}`}>
      <Text>
        You sign in as <b>{role}</b>, with a password and a code. Set both now; this link works once.
      </Text>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput label="Name" value={name} readOnly autoComplete="username" />
          <PasswordInput
            label="New password"
            description="12 characters or more"
            autoComplete="new-password"
            minLength={12}
            maxLength={200}
            required
            withAsterisk={false}
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Alert color="gray" variant="light" title="Add Mintdesk to your authenticator app">
            <Group gap="md" wrap="nowrap" align="flex-start">
              <QrCode text={totpUri} label="For your authenticator app; its key stands beside" />
              <Stack gap={4}>
                <Text size="sm">Scan it, or type this key:</Text>
                <Group gap={4} wrap="nowrap">
                  <Code className="breakable" data-testid="totp-secret">
                    {totpSecret}
                  </Code>
                  <Copy value={totpSecret} what="key" />
                </Group>
              </Stack>
            </Group>
          </Alert>
          <CodeInput value={code} onChange={setCode} />
          {error !== null && <Failure title="No password was set" error={error} />}
          <Button type="submit" loading={busy}>
            Set the password and sign in
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
