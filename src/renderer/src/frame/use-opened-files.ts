import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useApi } from '../api/context.tsx'
import { useMintStore } from '../mint/mint-store.ts'
import { sayFailed } from '../ui/say-failed.ts'

/** Hands spreadsheets that the system opens with Mintdesk to the Mint page, as if they had been dropped there. */
export function useOpenedFiles(): void {
  const api = useApi()
  const [, go] = useLocation()
  useEffect(() => {
    const { native } = window
    if (native === undefined) return undefined
    const take = async (): Promise<void> => {
      const ids = await native.takeOpened()
      if (ids.length === 0) return
      const opened = await Promise.all(ids.map((id) => api.openedFile(id)))
      useMintStore.getState().set({ importId: null, upload: null, opened })
      go('/mint')
    }
    const look = (): void => void take().catch(sayFailed('The file could not be opened'))
    look()
    return native.onOpened(look)
  }, [api, go])
}
