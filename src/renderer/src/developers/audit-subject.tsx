import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'

/** The subject of an entry: a run or a file by its name, if the id belongs to one that is still known. */
export function AuditSubject({ subject }: { subject: string }) {
  const api = useApi()
  const { data: runs = [] } = useQuery({ queryKey: keys.runs, queryFn: api.runs })
  const { data: files = [] } = useQuery({ queryKey: keys.imports, queryFn: api.imports })
  const run = runs.find(({ id }) => id === subject)
  if (!run) return files.find(({ id }) => id === subject)?.name ?? subject
  return (
    <Anchor component={Link} href={`/runs/${run.id}`}>
      {run.name}
    </Anchor>
  )
}
