import { useEffect } from 'react'
import type { Run } from '../../../shared/app-api.ts'
import { shareDone } from './run-bar.tsx'

/** Shows a run's progress outside of the page: in the window's title and in the taskbar. */
export function useProgressOutside(run: Run | undefined): void {
  const going = run?.state === 'running' || run?.state === 'waiting'
  const percent = run ? Math.floor(shareDone(run.counts) * 100) : 0
  const name = run?.name
  useEffect(() => {
    if (name === undefined) return
    document.title = going ? `${percent} % · ${name} · Mintdesk` : `${name} · Mintdesk`
    void window.native?.setProgress(going ? percent / 100 : null)
  }, [name, going, percent])
  useEffect(() => () => void window.native?.setProgress(null), [])
}
