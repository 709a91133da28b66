import { type RefObject, useEffect } from 'react'

/**
 * Keeps the focus where the person works. An action may remove the focused element: a cure goes with its problem, *Undo* with the last
 * correction. The focus then moves on to what follows in the same list, or to the heading of the part.
 * @param root the part of the page
 * @param heading takes the focus where nothing of the list is left
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const part = root.current
    if (part === null) return
    /** The focused element and its ancestors within the part, innermost first. */
    let trail: Element[] = []
    const remember = ({ target }: Event): void => {
      const taken = target instanceof Element ? target.closest('button, input, a[href], [tabindex]') : null
      trail = taken !== null && taken !== part && part.contains(taken) ? trailOf(taken, part) : []
    }
    const look = (): void => {
      const [last] = trail
      const isElsewhere = document.activeElement !== null && document.activeElement !== document.body
      if (last === undefined || isElsewhere) return
      // A button that shows a spinner is disabled meanwhile.
      if (part.contains(last) && last.matches(':disabled')) return
      const next = part.contains(last) ? last : nextOf(trail, part)
      ;(next instanceof HTMLElement ? next : heading.current)?.focus()
    }
    const watcher = new MutationObserver(look)
    watcher.observe(part, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', remember)
    return () => {
      watcher.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', remember)
    }
  }, [root, heading])
}

function trailOf(target: Element, part: Element): Element[] {
  const trail: Element[] = []
  for (let at: Element | null = target; at !== null && at !== part; at = at.parentElement) trail.push(at)
  return trail
}

const controls = 'button:enabled, input:enabled, a[href]'

/** The first control in the innermost remaining element, if that is a list or within one. */
function nextOf(trail: readonly Element[], part: Element): Element | null {
  const left = trail.find((element) => part.contains(element))
  return left?.closest('ul') ? left.querySelector(controls) : null
}
