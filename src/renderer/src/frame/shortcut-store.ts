import { create } from 'zustand'

/** Whether the list of shortcuts is open; the palette opens it, too. */
export const useShortcutStore = create<{ isShown: boolean }>(() => ({ isShown: false }))
