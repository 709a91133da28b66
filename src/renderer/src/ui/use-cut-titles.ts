import { useEffect } from 'react'

/** Shows text that is cut off for lack of room in full, in a tip under the pointer, anywhere in the window. */
export function useCutTitles(): void {
  useEffect(() => {
    const show = ({ target }: MouseEvent): void => {
      if (!(target instanceof HTMLElement) || (target.title !== '' && target.dataset.cut === undefined)) return
      if (isCut(target)) {
        target.title = target.textContent
        target.dataset.cut = ''
      } else if (target.dataset.cut !== undefined) {
        target.removeAttribute('title')
        delete target.dataset.cut
      }
    }
    document.addEventListener('mouseover', show)
    return () => document.removeEventListener('mouseover', show)
  }, [])
}

function isCut(element: HTMLElement): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element)
  if (textOverflow === 'ellipsis') return element.scrollWidth > element.clientWidth
  return webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight
}
