import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { sayFailed } from '../ui/say-failed.ts'

/** Shown to a browser without a ticket, and after signing out. */
export function Closed() {
  const { native } = window
  return (
    <Center mih="100vh" p="xl" component="main">
      <Stack className="panel" p="xl" maw={480} gap="sm">
        <Title order={1}>This window is not signed in</Title>
        {native ? (
          <>
            <Text>All windows were signed out, or this one was open for 30 days.</Text>
            <div>
              <Button onClick={() => void native.signIn().catch(sayFailed('The window could not be signed in'))}>
                Sign in
              </Button>
            </div>
          </>
        ) : (
          <Text>
            Only the person at this computer can open Mintdesk: open it from the app. Where it runs without the app, the
            person who started it can make a fresh link with “mintdesk open”.
          </Text>
        )}
        <Text c="dimmed">Runs that are under way go on meanwhile, and nothing is lost.</Text>
      </Stack>
    </Center>
  )
}
