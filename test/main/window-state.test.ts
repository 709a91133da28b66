import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { placeWindow, readWindowState, writeWindowState } from '../../src/main/window-state.ts'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-window-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const screens = [
  { x: 0, y: 25, width: 1440, height: 875 },
  { x: 1440, y: 0, width: 1920, height: 1080 },
]

it('opens at the usual size the first time', () => {
  expect(placeWindow(undefined, screens)).toEqual({ width: 1280, height: 800 })
})

it('opens where it was, on any screen', () => {
  const kept = { x: 1500, y: 40, width: 1300, height: 900, maximized: false }
  expect(placeWindow(kept, screens)).toEqual({ x: 1500, y: 40, width: 1300, height: 900 })
})

it('keeps its size but not its place when that screen has gone', () => {
  const kept = { x: 1500, y: 40, width: 1300, height: 900, maximized: false }
  expect(placeWindow(kept, screens.slice(0, 1))).toEqual({ width: 1300, height: 900 })
})

it('is never smaller than the page can be', () => {
  const kept = { x: 10, y: 30, width: 100, height: 50, maximized: false }
  expect(placeWindow(kept, screens)).toEqual({ x: 10, y: 30, width: 360, height: 400 })
})

it('reads what it wrote, and takes anything else for nothing', () => {
  const file = join(folder, 'window.json')
  expect(readWindowState(file)).toBeUndefined()
  const state = { x: -5, y: 0, width: 1000, height: 700, maximized: true }
  writeWindowState(file, state)
  expect(readWindowState(file)).toEqual(state)
  writeFileSync(file, '{"x": "far"}')
  expect(readWindowState(file)).toBeUndefined()
  writeFileSync(file, '{')
  expect(readWindowState(file)).toBeUndefined()
  expect(() => writeWindowState(join(folder, 'missing/window.json'), state)).not.toThrow()
})
