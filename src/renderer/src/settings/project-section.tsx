import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Project } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Failure } from '../ui/failure.tsx'
import { Section } from './section.tsx'

/** The shown project: its name, and whether programs may move NFTs out of its users' wallets. */
export function ProjectSection({ project }: { project: Project }) {
  const api = useApi()
  const queries = useQueryClient()
  const [name, setName] = useState(project.name)
  const change = useMutation({
    mutationFn: (changes: { name: string } | { enterprise: boolean }) => api.changeProject(project.id, changes),
    onSuccess: (changed, sent) => {
      // What the person types meanwhile stays.
      if ('name' in sent) setName((now) => (now.trim() === sent.name ? changed.name : now))
      void queries.invalidateQueries({ queryKey: keys.state })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ name: name.trim() })
  }
  return (
    <Section
      id="project"
      title="Project"
      about={
        project.kind === 'practice'
          ? 'A practice project, for good: with play money, on networks inside this app.'
          : `A live project, for good. Its keys are at place ${project.index} of the seed, in case it is rebuilt from the words.`
      }
    >
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Name"
            w={320}
            maw="100%"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={change.isPending && change.variables !== undefined && 'name' in change.variables}
            disabled={name.trim() === '' || name.trim() === project.name}
          >
            Rename
          </Button>
        </Group>
      </form>
      <Stack gap="xs">
        <Switch
          label="Allow moving people’s NFTs"
          description="Programs whose key has the scope wallets:nfts.transfer can move NFTs out of the wallets of this project’s users."
          checked={project.enterprise}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ enterprise: event.currentTarget.checked })}
        />
        {change.error && <Failure title="The project was not changed" error={change.error} />}
      </Stack>
    </Section>
  )
}
