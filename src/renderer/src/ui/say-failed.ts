import { notifications } from '@mantine/notifications'
import { sentence } from './failure.tsx'

/** A handler that says what could not be done, for actions whose place on the page has no room for it. */
export function sayFailed(title: string, money = ''): (error: unknown) => void {
  return (error) =>
    void notifications.show({ color: 'red', title, message: `${sentence(error)} ${money}`, autoClose: 12_000 })
}
