import { useCallback, useEffect, useRef, useState } from 'react'
import type { Session } from '../../shared/app-api.ts'
import type { Renew } from './api/context.tsx'
import { closeSession, openSession } from './api/session.ts'

type Entry = { state: 'opening' } | { state: 'closed' } | { state: 'open'; session: Session }

export interface UsedEntry {
  entry: Entry
  /** Shows the pages of a session. */
  open(session: Session): void
  /** Shows the ways to get a session. */
  close(): void
  /** The core does not know a session (any more). */
  refused(session: Session): void
  renew: Renew
}

/** Which session this tab shows. @param opening the one that the tab begins with; null: none */
export function useEntry(opening: Promise<Session | null>): UsedEntry {
  const [entry, setEntry] = useState<Entry>({ state: 'opening' })
  /** The session that is shown, or is with the next render. */
  const current = useRef<Session | null>(null)
  const renewals = useRef({ underWay: 0, refused: null as Session | null })

  const show = useCallback((session: Session | null) => {
    current.current = session
    setEntry(session === null ? { state: 'closed' } : { state: 'open', session })
  }, [])
  const close = useCallback(() => show(null), [show])
  const refused = useCallback(
    (session: Session) => {
      // A late refusal of a session that another one has replaced.
      if (current.current !== session) return
      if (renewals.current.underWay > 0) {
        renewals.current.refused = session
        return
      }
      closeSession()
      show(null)
    },
    [show],
  )
  const renew: Renew = useCallback(
    async (call) => {
      renewals.current.underWay += 1
      try {
        const answer = await call()
        if (answer.ticket !== null) show(await openSession(answer.ticket))
        return answer
      } finally {
        renewals.current.underWay -= 1
        const { underWay, refused: session } = renewals.current
        if (underWay === 0) {
          renewals.current.refused = null
          if (session !== null) refused(session)
        }
      }
    },
    [show, refused],
  )
  useEffect(() => {
    void opening.then(show)
  }, [opening, show])
  return { entry, open: show, close, refused, renew }
}
