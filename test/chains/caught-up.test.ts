import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openCaughtUp } from '../../src/core/chains/caught-up.ts'

const network = 'practice:polygon'

/** A promise and what ends it. */
function opened(): { promise: Promise<void>; resolve(): void } {
  let end = () => {}
  const promise = new Promise<void>((resolve) => {
    end = resolve
  })
  return { promise, resolve: () => end() }
}

it('lets reads through at once where nothing is brought up', async () => {
  const caughtUp = openCaughtUp(0)
  await caughtUp.wait(network, 'polygon')
  caughtUp.follow(network, Promise.resolve())
  await delay(0)
  await caughtUp.wait(network, 'polygon')
  caughtUp.follow('practice:base', new Promise(() => {}))
  await caughtUp.wait(network, 'polygon')
})

it('holds reads until all that a network lost is there again, also what it lost meanwhile', async () => {
  const caughtUp = openCaughtUp(60_000)
  const [first, second] = [opened(), opened()]
  const seen: string[] = []
  caughtUp.follow(network, first.promise)
  const read = caughtUp.wait(network, 'polygon').then(() => seen.push('first read'))
  caughtUp.follow(network, second.promise)
  const later = caughtUp.wait(network, 'polygon').then(() => seen.push('second read'))
  second.resolve()
  await delay(0)
  expect(seen).toEqual([])
  first.resolve()
  await read
  await later
  expect(seen).toEqual(['first read', 'second read'])
  await caughtUp.wait(network, 'polygon')
})

it('says after a while that the network is being brought up, and does not guess', async () => {
  const caughtUp = openCaughtUp(1)
  caughtUp.follow(network, new Promise(() => {}))
  await expect(caughtUp.wait(network, 'polygon')).rejects.toMatchObject({
    code: 'network.unreachable',
    message: expect.stringContaining('Polygon was restarted, and what it lost is being sent to it again'),
  })
})
