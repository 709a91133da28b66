import { expect, it } from 'vitest'
import { possibleOrders } from '../../src/renderer/src/ui/orders.ts'

it('what failed can be tried again whether the rest goes on, rests or has ended', () => {
  const at = (state: string, unsent = 0, failed = 0) => possibleOrders({ state, unsent, failed })
  expect(at('running', 3, 1)).toEqual(['pause', 'cancel', 'retry'])
  expect(at('waiting', 3, 1)).toEqual(['pause', 'cancel', 'retry'])
  expect(at('paused', 3, 1)).toEqual(['resume', 'cancel', 'retry'])
  expect(at('finished', 0, 1)).toEqual(['retry'])
  expect(at('cancelled', 3, 1)).toEqual(['retry'])
  expect(at('running')).toEqual(['pause'])
  expect(at('finished')).toEqual([])
})
