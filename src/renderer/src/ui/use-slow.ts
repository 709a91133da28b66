import { useEffect, useState } from 'react'

/** True once `waiting` has lasted 300 ms: a quick answer shows no skeleton that would only flicker. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) {
      setSlow(false)
      return
    }
    const timer = setTimeout(() => setSlow(true), 300)
    return () => clearTimeout(timer)
  }, [waiting])
  return slow && waiting
}
