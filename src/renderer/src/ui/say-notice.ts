import { notifications } from '@mantine/notifications'

/** Says what a person should look at; it stays until it is closed. */
export function sayNotice(text: string): void {
  notifications.show({ color: 'yellow', title: 'Please look', message: text, autoClose: false })
}
