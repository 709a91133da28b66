import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AptosNode, openAptosNode } from '../../src/core/practice/aptos/node.ts'
import { withFolder } from '../core/trial-core.ts'
import { aptosJob } from './aptos-job.ts'

const seed = `${'abandon '.repeat(23)}art`
let dir: string
let node: AptosNode
let beat: NodeJS.Timeout

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aptos-testnet-'))
  // The practice network with the testnet's chain id.
  node = await openAptosNode({ dir, port: 0, commitMs: 20, chainId: 2 })
  // A real one never rests.
  beat = setInterval(() => node.commit(true), 200)
})
afterAll(async () => {
  clearInterval(beat)
  await node.close()
  await rm(dir, { recursive: true, force: true })
})

test('what is done on the testnet is done on a network that plays it: 60 in bulk over lost answers and a stop, update, transfer, burn', async () => {
  const said: string[] = []
  const rpc = `http://127.0.0.1:${node.port}/v1`
  await withFolder((folder) =>
    aptosJob({
      ...{ folder, chain: 'aptos-testnet', seed, rpc },
      say: (line) => said.push(line),
      async fund(address) {
        await fetch(`${rpc}/mint?address=${address}&amount=${100_000_000}`, { method: 'POST' })
      },
    }),
  )
  expect(said).toEqual([
    expect.stringMatching(/^The treasury 0x[0-9a-f]{64} holds 0 APT; expected fee 0\.\d+ APT\.$/),
    '2 answers of the node were lost; closed in the middle; opening it again.',
    expect.stringMatching(/^60 of 60 minted once into 0x[0-9a-f]{64}, for 0\.\d+ APT\.$/),
    expect.stringMatching(/^Updated 0x/),
    expect.stringMatching(/^Moved 0x/),
    expect.stringMatching(/^Burnt 0x/),
  ])
})
