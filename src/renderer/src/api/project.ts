/** Which project this tab shows. */
import { createContext, useContext } from 'react'

const storageKey = 'mintdesk.project'

/** The id of the project this tab showed last; null: the first. */
export function chosenProject(): string | null {
  return sessionStorage.getItem(storageKey)
}

/** Remembers the project for this tab; null forgets it. */
export function keepProject(id: string | null): void {
  if (id === null) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, id)
}

export const SwitchContext = createContext<(id: string) => void>(() => undefined)

/** Shows another project in this tab. */
export function useSwitchProject(): (id: string) => void {
  return useContext(SwitchContext)
}
