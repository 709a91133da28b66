import { useEffect, useRef } from 'react'

/**
 * Focuses the page after a change of page and scrolls to its top: the next Tab reaches the page's first control, not the next one of the rail.
 * A page that took the focus itself keeps it.
 */
export function useFocusOnPage(place: string): void {
  const last = useRef(place)
  useEffect(() => {
    if (last.current === place) return
    last.current = place
    const page = document.getElementById('content')
    if (page === null || page.contains(document.activeElement)) return
    page.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [place])
}
