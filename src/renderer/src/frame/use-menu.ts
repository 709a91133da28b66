import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useMintStore } from '../mint/mint-store.ts'

/** Carries out what is chosen in the desktop app's menu. */
export function useMenu(): void {
  const [, go] = useLocation()
  useEffect(
    () =>
      window.native?.onMenu((action) => {
        if (action === 'settings') return go('/settings')
        useMintStore.getState().set({ importId: null, upload: null })
        go('/mint')
      }),
    [go],
  )
}
