import { expect, it } from 'vitest'
import { createSignal } from '../../src/core/minting/signal.ts'

it('a loop that was called since it waited does not end, and hears of it', async () => {
  const signal = createSignal()
  expect(signal.raise()).toBe(true)
  expect(signal.end()).toBe(false)
  await signal.wait(null)
  expect(signal.end()).toBe(true)
})

it('whoever calls a loop that has ended is told', () => {
  const signal = createSignal()
  expect(signal.end()).toBe(true)
  expect(signal.raise()).toBe(false)
})
