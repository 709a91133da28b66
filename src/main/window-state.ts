/** The window's size and place, kept in a file of the data folder. */
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const area = z.object({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) })
/** A rectangle on the desktop, in device-independent pixels. */
export type Area = z.infer<typeof area>

const windowState = area.extend({ maximized: z.boolean() })
export type WindowState = z.infer<typeof windowState>

/** The page works at any width; below this size the title bar of some systems has no room for its buttons. */
export const SMALLEST = { width: 360, height: 400 }
const USUAL = { width: 1280, height: 800 }
/** This much of the window, in pixels, must be on a screen so that the person can drag it. */
const GRIP = 80

/** The window's size, and its kept place if that is still on a screen. `screens` are the displays' work areas. */
export function placeWindow(kept: WindowState | undefined, screens: readonly Area[]): Partial<Area> & typeof USUAL {
  if (!kept) return USUAL
  const width = Math.max(kept.width, SMALLEST.width)
  const height = Math.max(kept.height, SMALLEST.height)
  const isReachable = screens.some(
    (screen) =>
      Math.min(kept.x + width, screen.x + screen.width) - Math.max(kept.x, screen.x) >= GRIP &&
      kept.y >= screen.y - GRIP / 2 &&
      kept.y <= screen.y + screen.height - GRIP,
  )
  return isReachable ? { x: kept.x, y: kept.y, width, height } : { width, height }
}

/** The kept state; undefined if there is none or it cannot be read. */
export function readWindowState(file: string): WindowState | undefined {
  try {
    return windowState.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Writes the state. A failure is ignored, because only the window's place is lost. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, JSON.stringify(windowState.parse(state)))
  } catch {
    // the next start uses the usual size
  }
}
