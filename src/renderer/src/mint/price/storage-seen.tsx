import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'

/** Ours, ms: how long an answer is used. */
const keptMs = 10 * 60_000

/** Warns before a live price is paid if others cannot find what the storage keeps. */
export function StorageSeen() {
  const api = useApi()
  const seen = useQuery({ queryKey: keys.storageSeen, queryFn: api.storageSeen, staleTime: keptMs, retry: false })
  if (seen.data === undefined || seen.data.seen) return null
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} role="status">
      {seen.data.said}
    </Alert>
  )
}
