import { Menu, Text, UnstyledButton } from '@mantine/core'
import { IconLogout, IconUser, IconUsers } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { SignedIn } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { sayFailed } from '../ui/say-failed.ts'
import classes from './top-bar.module.css'

/** Who is signed in, and the way out. */
export function PersonMenu({ person }: { person: SignedIn }) {
  const api = useApi()
  const leave = useMutation({
    mutationFn: api.signOutHere,
    // This call learns that the session has ended.
    onSuccess: () => api.state().catch(() => undefined),
    onError: sayFailed('You are still signed in'),
  })
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton
          className={classes.switcher}
          aria-label={`${person.name}, ${person.role}. Sign out, and more`}
          title={`${person.name}, ${person.role}`}
        >
          <IconUser size={16} aria-hidden style={{ flex: 'none' }} />
          <Text component="span" size="sm" truncate className={classes.wide}>
            {person.name}
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className="breakable">
          {person.name}, signed in as {person.role}
        </Menu.Label>
        {person.role === 'admin' && (
          <Menu.Item component={Link} href="/settings/people" leftSection={<IconUsers size={16} aria-hidden />}>
            People
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => leave.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
