import { Anchor, Stack, Tabs, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Locked, useMay } from '../ui/allowed.tsx'
import { Page } from '../ui/page.tsx'
import { AuditLog } from './audit-log.tsx'
import { JustDone } from './just-done.tsx'
import { KeyForm } from './key-form.tsx'
import { KeyList } from './key-list.tsx'
import { MintExample } from './mint-example.tsx'
import { RequestLog } from './request-log.tsx'
import { TryCall } from './try-call.tsx'
import { Webhooks } from './webhooks.tsx'

/** What programs need: keys, calls to try, the log of requests, webhooks, and the audit log. */
export default function DevelopersPage() {
  /** The key that was just made or typed; it is kept nowhere else. */
  const [key, setKey] = useState('')
  const mayAll = useMay('admin')
  return (
    <Page
      title="Developers"
      about={
        <>
          Programs on this computer do everything the window does, over HTTP.{' '}
          <Anchor href="/docs" target="_blank" rel="noreferrer">
            Read the API’s reference
          </Anchor>
        </>
      }
    >
      <Tabs defaultValue="keys" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="keys">Keys</Tabs.Tab>
          <Tabs.Tab value="try">Try a call</Tabs.Tab>
          <Tabs.Tab value="done">Just done</Tabs.Tab>
          <Tabs.Tab value="requests">Requests</Tabs.Tab>
          <Tabs.Tab value="webhooks">Webhooks</Tabs.Tab>
          <Tabs.Tab value="audit">Audit log</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="keys">
          <Stack gap="lg">
            <Stack className="panel" p="lg" gap="md">
              <Title order={2}>Keys</Title>
              <Text c="dimmed">A key lets a program act for this project. It is shown once, when it is made.</Text>
              <Locked right="admin">
                <KeyForm onCreated={setKey} />
                <KeyList />
              </Locked>
            </Stack>
            <MintExample apiKey={key === '' ? null : key} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="try">
          <TryCall apiKey={key} onApiKey={setKey} />
        </Tabs.Panel>
        <Tabs.Panel value="done">
          <JustDone />
        </Tabs.Panel>
        <Tabs.Panel value="requests">
          <RequestLog />
        </Tabs.Panel>
        <Tabs.Panel value="webhooks">
          {mayAll ? (
            <Webhooks />
          ) : (
            <Text c="dimmed">Only an admin sees webhooks: their addresses may hold secrets.</Text>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditLog />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
