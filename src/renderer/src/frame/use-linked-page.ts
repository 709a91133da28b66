import { useEffect } from 'react'
import { useLocation } from 'wouter'

/** Goes to the page that a `mintdesk:` link asks the desktop app for. */
export function useLinkedPage(): void {
  const [, go] = useLocation()
  useEffect(() => {
    const { native } = window
    if (native === undefined) return undefined
    const look = (): void =>
      void native.takePage().then(
        (page) => {
          if (page !== null) go(page)
        },
        () => undefined,
      )
    look()
    return native.onOpened(look)
  }, [go])
}
