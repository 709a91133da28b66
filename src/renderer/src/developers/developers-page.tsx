import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Page } from '../ui/page.tsx'
import { CurlExample } from './curl-example.tsx'
import { KeyForm } from './key-form.tsx'
import { KeyList } from './key-list.tsx'

/** Keys for programs, and how to use them. */
export default function DevelopersPage() {
  const [key, setKey] = useState<string | null>(null)
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
      <Stack className="panel" p="lg" gap="md">
        <Title order={2}>Keys</Title>
        <Text c="dimmed">A key lets a program act for this project. It is shown once, when it is made.</Text>
        <KeyForm onCreated={setKey} />
        <KeyList />
      </Stack>
      <CurlExample apiKey={key} />
    </Page>
  )
}
