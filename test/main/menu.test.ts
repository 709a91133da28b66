import type { MenuItemConstructorOptions } from 'electron'
import { expect, it, vi } from 'vitest'
import { menuTemplate } from '../../src/main/menu.ts'

const build = (platform: string, developing = false) => {
  const choices = { platform, developing, choose: vi.fn(), showDataFolder: vi.fn() }
  const items = menuTemplate(choices).flatMap((item): MenuItemConstructorOptions[] =>
    Array.isArray(item.submenu) ? [item, ...item.submenu] : [item],
  )
  return { choices, items, roles: items.map((item) => item.role) }
}

it('tells the page of a new import, and opens the data folder', () => {
  const { choices, items } = build('linux')
  for (const id of ['new-import', 'settings', 'data-folder']) {
    const click: unknown = items.find((item) => item.id === id)?.click
    if (typeof click === 'function') click()
  }
  expect(choices.choose.mock.calls).toEqual([['new-import'], ['settings']])
  expect(choices.showDataFolder).toHaveBeenCalledOnce()
})

it('has editing on every system, so that copy and paste work, and the app menu of macOS there only', () => {
  expect(build('linux').roles).toEqual(expect.arrayContaining(['editMenu', 'quit', 'about']))
  expect(build('darwin').roles).toEqual(expect.arrayContaining(['services', 'hide', 'editMenu', 'close']))
  expect(build('win32').roles).not.toContain('services')
})

it('lets only developers inspect the page', () => {
  expect(build('linux', true).roles).toContain('toggleDevTools')
  expect(build('linux').roles).not.toContain('toggleDevTools')
})
