import { Code, Group, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { Copy } from '../ui/copy.tsx'
import { type ApiCall, curlOf, placeholder, typescriptOf } from './snippets.ts'

/** A call as a command or a program, to be copied. `apiKey` is filled in where the person just made it; null: a placeholder. */
export function Snippet({ call, apiKey }: { call: ApiCall; apiKey: string | null }) {
  const [language, setLanguage] = useState('curl')
  const key = apiKey ?? placeholder
  const origin = window.location.origin
  const text = language === 'curl' ? curlOf(call, origin, key) : typescriptOf(call, origin, key)
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label="Language"
          value={language}
          onChange={setLanguage}
          data={[
            { value: 'curl', label: 'curl' },
            { value: 'typescript', label: 'TypeScript' },
          ]}
        />
        <Copy value={text} what={language === 'curl' ? 'command' : 'program'} />
      </Group>
      <Code block tabIndex={0} mah={320} data-testid="snippet">
        {text}
      </Code>
    </Stack>
  )
}
