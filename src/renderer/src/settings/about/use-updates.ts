import { useEffect, useState } from 'react'
import type { UpdatesView } from '../../../../shared/updates.ts'

/** What the desktop app knows of newer versions; undefined until it answers, and in a plain browser. */
export function useUpdates(): UpdatesView | undefined {
  const [view, setView] = useState<UpdatesView>()
  useEffect(() => {
    const { native } = window
    if (native === undefined) return undefined
    const forget = native.onUpdates(setView)
    // An event that arrived meanwhile is newer than this answer.
    void native.updates().then((first) => setView((shown) => shown ?? first))
    return forget
  }, [])
  return view
}
