import { expect, it } from 'vitest'
import { unavailable } from '../../src/core/practice/network-faults.ts'

it.each(['it ended', 'it ended.'])('why a network does not run is one sentence (%s)', (why) => {
  expect(unavailable('polygon', new Error(why)).message).toMatch(/is not available: it ended\. It is tried again/)
})
