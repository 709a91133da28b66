import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NativeBridge } from '../../../../shared/native.ts'
import { Failure } from '../../ui/failure.tsx'
import { Section } from '../section.tsx'

const key = ['login-start']

/** Whether the desktop app starts when the person logs in. */
export function LoginStartSection({ native }: { native: NativeBridge }) {
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey: key, queryFn: () => native.loginStart() })
  const change = useMutation({
    mutationFn: (on: boolean) => native.setLoginStart(on),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  return (
    <Section id="login-start" title="At login" about="Without this, Mintdesk starts only when you open it.">
      <Switch
        label="Start Mintdesk when I log in"
        description="Without a window: the picture in the tray opens it, or starting Mintdesk again. Runs that were under way go on."
        checked={data ?? false}
        disabled={data === undefined || change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      {change.error && <Failure title="The setting was not changed" error={change.error} />}
    </Section>
  )
}
