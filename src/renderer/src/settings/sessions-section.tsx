import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SignedIn } from '../../../shared/app-api.ts'
import { useApi, useAppState } from '../api/context.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Failure } from '../ui/failure.tsx'
import { Section } from './section.tsx'

/** The windows that have a session. */
export function SessionsSection() {
  const api = useApi()
  const { data: state } = useAppState()
  const [asking, setAsking] = useState(false)
  // This call learns that the window's own session has ended, too.
  const signOut = useMutation({ mutationFn: api.signOut, onSuccess: () => api.state().catch(() => undefined) })
  return (
    <Section
      id="sessions"
      title="Windows that are signed in"
      about="A window stays signed in for 30 days, until the passphrase of the vault is changed, or until you sign it out here. Keys of programs are not concerned."
    >
      <Stack gap="sm" align="flex-start">
        <Button variant="default" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      </Stack>
      <Confirm
        opened={asking}
        title="Sign out everywhere?"
        keep="Stay signed in"
        act="Sign out everywhere"
        danger={false}
        pending={signOut.isPending}
        failure={signOut.error && <Failure title="The windows are still signed in" error={signOut.error} />}
        onClose={() => setAsking(false)}
        onAct={() => signOut.mutate()}
      >
        {whose(state?.person ?? null)} Runs that are under way go on.
      </Confirm>
    </Section>
  )
}

function whose(person: SignedIn | null): string {
  if (person === null)
    return 'Every window of this Mintdesk, in every browser and in the desktop app, must be opened anew: this one, too.'
  return person.role === 'admin'
    ? 'Every window of everybody must be signed in anew: this one, too.'
    : 'Every window that you signed in must be signed in anew: this one, too.'
}
