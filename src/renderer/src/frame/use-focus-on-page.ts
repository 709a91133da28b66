import { useEffect, useRef } from 'react'

/**
 * After a change of page the focus is on it, and its top in view: the next Tab leads to its first control, and not on along the rail. A page that
 * took the focus itself keeps it.
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
