import type { MenuItemConstructorOptions, MessageBoxOptions } from 'electron'
import { expect, it } from 'vitest'
import { createBackground } from '../../src/main/background.ts'

const work = { runs: 1, done: 4_200, total: 9_985, others: false }

/** @param choice the button that the person presses */
function setUp({ choice = 2 } = {}) {
  const did: string[] = []
  const asked: MessageBoxOptions[] = []
  const tray = { tip: '', menu: [] as MenuItemConstructorOptions[] }
  let blocks = 0
  const background = createBackground({
    blocker: {
      start: (kind) => {
        did.push(`awake ${kind}`)
        return ++blocks
      },
      stop: (id) => {
        did.push(`asleep ${id}`)
        return true
      },
    },
    tray: {
      setToolTip: (text) => {
        tray.tip = text
      },
      setMenu: (items) => {
        tray.menu = items
      },
    },
    open: () => did.push('open'),
    quit: () => did.push('quit'),
    ask: async (question) => {
      asked.push(question)
      return choice
    },
  })
  return { background, did, asked, tray, close: () => background.mayClose(() => did.push('hide')) }
}

it('keeps the machine awake while NFTs are minted, and no longer', () => {
  const { background, did } = setUp()
  background.update(work)
  background.update({ ...work, done: 5_000 })
  background.update(null)
  background.update(null)
  background.update(work)
  expect(did).toEqual(['awake prevent-app-suspension', 'asleep 1', 'awake prevent-app-suspension'])
})

it('says in the tray how far minting is', () => {
  const { background, tray } = setUp()
  expect(tray.tip).toBe('Mintdesk')
  background.update(work)
  expect(tray.tip).toBe('Mintdesk: 4,200 of 9,985 NFTs are done')
  expect(tray.menu.map(({ label }) => label ?? '')).toEqual([
    '4,200 of 9,985 NFTs are done',
    '',
    'Open Mintdesk',
    'Quit',
  ])
  background.update({ ...work, runs: 3 })
  expect(tray.tip).toBe('Mintdesk: 4,200 of 9,985 NFTs are done in 3 runs')
})

it('closes without a question while nothing is minted', () => {
  const { close, asked } = setUp()
  expect(close()).toBe(true)
  expect(asked).toEqual([])
})

it.each([
  [0, ['hide']],
  [1, ['quit']],
  [2, []],
])('asks before it closes during a run; button %i', async (choice, does) => {
  const { background, close, asked, did } = setUp({ choice })
  background.update(work)
  did.length = 0
  expect(close()).toBe(false)
  await expect.poll(() => did).toEqual(does)
  expect(asked).toHaveLength(1)
  expect(asked[0]?.message).toContain('4,200 of 9,985')
  expect(asked[0]?.detail).toContain('Nothing is lost')
})

it('asks once, however often the window is told to close, and not at all when the app ends', () => {
  const { background, close, asked } = setUp()
  background.update(work)
  close()
  close()
  expect(asked).toHaveLength(1)
  background.ending()
  expect(close()).toBe(true)
})

it('is awake, says so and asks for what programs asked for, and for hand-overs, as for runs', () => {
  const { background, tray, did, asked, close } = setUp()
  const others = { runs: 0, done: 0, total: 0, others: true }
  background.update(others)
  expect(did).toEqual(['awake prevent-app-suspension'])
  expect(tray.tip).toBe('Mintdesk: Mints, changes or transfers are under way')
  expect(close()).toBe(false)
  expect(asked[0]).toMatchObject({ message: 'Mints, changes or transfers are under way.' })
  background.update({ ...work, others: true })
  expect(tray.tip).toBe('Mintdesk: 4,200 of 9,985 NFTs are done')
  background.update(others)
  background.update(null)
  expect(did).toEqual(['awake prevent-app-suspension', 'asleep 1'])
  expect(tray.tip).toBe('Mintdesk')
})
