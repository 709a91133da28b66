import { rm } from 'node:fs/promises'
import { decodeFunctionData } from 'viem'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { collection721 } from '../../../resources/contracts/artifacts/collection-721.ts'
import { encodeWork } from '../../../src/core/chains/evm/contracts/calls.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'
import { smallLimits } from '../simulated/client.ts'
import { openWorld, type SimulatedWorld, temporaryFolder } from '../simulated/world.ts'

let dir: string
let world: SimulatedWorld

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  dir = await temporaryFolder()
  world = await openWorld(dir, { limits: { ...smallLimits, unsortedPerCollection: 3 } })
})
afterEach(async () => {
  await world.close()
  vi.useRealTimers()
  await rm(dir, { recursive: true, force: true })
})

it('orders hosted mints by recipient where the contract takes no others any more', async () => {
  await world.addMints(['a1', 'b2', 'c3'])
  await world.settle()
  await world.addHosted(['d4', 'e5', 'f6', 'g7', 'h8', 'i9'])
  await world.settle()
  const owners = world.chain.tokens().map(({ owner }) => owner)
  expect(owners).toHaveLength(9)
  for (const batch of [owners.slice(3, 6), owners.slice(6)]) {
    expect(batch).toEqual(batch.toSorted())
    expect(functionOf(batch)).toBe('mintBatchUrisSorted')
    expect(functionOf(batch.toReversed())).toBe('mintBatchUris')
  }
})

function functionOf(recipients: string[]): string {
  const jobId = `0x${'01'.repeat(32)}`
  const uris = recipients.map((_, place) => `https://example.com/${place}`)
  const work: Work = { kind: 'mint-uris', contract: `0x${'02'.repeat(20)}`, jobId, recipients, uris }
  return decodeFunctionData({ abi: collection721.abi, data: encodeWork(work).data }).functionName
}
