import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { mayDo, type Right } from '../../../shared/app-api/people/people.ts'
import { useAppState } from '../api/context.tsx'
import classes from './allowed.module.css'

/** Whether who is signed in may do what asks for a right; whoever sits at this computer may do everything. The core decides in any case. */
export function useMay(right: Right): boolean {
  const { data: state } = useAppState()
  return state?.person == null || mayDo(state.person.role, right)
}

/** What only those see who may use it. */
export function Allowed({ right, children }: { right: Right; children: ReactNode }) {
  return useMay(right) ? children : null
}

/** Controls that can be seen, and used by those alone who may; others are told who does. */
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
