import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'

/** Says once, quietly, that there is a newer version. */
export function useUpdateNotice(): void {
  useEffect(
    () =>
      window.native?.onUpdates(({ state }) => {
        if (state.kind !== 'available') return
        // The id keeps the notice of a version from being shown twice at a time.
        notifications.show({
          id: `update-${state.version}`,
          title: `Version ${state.version} is there`,
          message: 'What is new, and the button to download it: Settings, About.',
          autoClose: 12_000,
        })
      }),
    [],
  )
}
