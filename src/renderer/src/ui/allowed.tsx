import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { mayDo, type Right } from '../../../shared/app-api/people/people.ts'
import { useAppState } from '../api/context.tsx'
import classes from './allowed.module.css'

/** Whether the signed-in person has a right; without sign-in, the person at this computer has all. The core decides in any case. */
export function useMay(right: Right): boolean {
  const { data: state } = useAppState()
  return state?.person == null || mayDo(state.person.role, right)
}

/** Shows `children` to those who have the right. */
export function Allowed({ right, children }: { right: Right; children: ReactNode }) {
  return useMay(right) ? children : null
}

/** Controls that everybody sees and only those with the right can use; the others read who can. */
export function Locked({ right, children }: { right: Right; children: ReactNode }) {
  const { data: state } = useAppState()
  const may = useMay(right)
  if (may) return children
  return (
    <fieldset disabled className={classes.locked}>
      <Text size="sm" c="dimmed" role="note" mb="sm">
        {`You are signed in as ${state?.person?.role ?? 'viewer'}: ${right === 'admin' ? 'only an admin' : 'only a minter or an admin'} can change this.`}
      </Text>
      {children}
    </fieldset>
  )
}
