/** Answers of RPCs that are too large, packed too well, or lead elsewhere: refused with a sentence, and the list's other RPCs go on. */
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openEvmRpcPool } from '../../src/core/chains/evm/rpc/pool.ts'
import { reportRpc } from '../../src/core/chains/evm/rpc/report.ts'
import { rpcClient } from '../../src/core/chains/evm/rpc/rpc.ts'
import { readAnswerBound } from '../../src/core/chains/rpc/answers.ts'
import { takesBatches } from '../../src/core/chains/rpc/probe.ts'
import { reportSolanaRpc } from '../../src/core/chains/solana/rpc/report.ts'
import { solanaRpc } from '../../src/core/chains/solana/rpc/rpc.ts'
import { playedNode, serveNode } from './evm/played-node.ts'
import { type Harm, type HostileServer, hostileServer } from './hostile-server.ts'

const mib = 1024 * 1024
const bound = 2 * mib
/** What a connection and a packer hold of an answer that nobody reads on. */
const underWay = 100 * mib

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
async function harmBy(harm: Harm): Promise<HostileServer> {
  const server = await hostileServer(harm)
  closing.push(server.close)
  return server
}

const askEvm = (url: string) => rpcClient(url, 30_000, undefined, bound).getBlockNumber()
const askSolana = (url: string) => solanaRpc(url, 30_000, undefined, bound).call('getSlot', [], z.number())
const tooLarge = /its answer is larger than 2 MiB \(MINTDESK_RPC_ANSWER_MIB sets another bound\)/

describe.each([
  { family: 'EVM', ask: askEvm },
  { family: 'Solana', ask: askSolana },
])('an RPC of $family', ({ family, ask }) => {
  it.each([{ length: true }, { length: false }])(
    'that answers 900 MiB (length told: $length) is cut off',
    async (size) => {
      const server = await harmBy({ kind: 'huge', ...size })
      await expect(ask(`${server.url}/v2/secretkey`)).rejects.toThrow(tooLarge)
      expect(server.written()).toBeLessThan(underWay)
    },
  )

  it('that packs 900 MiB into less than one is cut off as soon', async () => {
    const server = await harmBy({ kind: 'bomb' })
    // Packed answers are not asked for on EVM's networks, and so are read as they come.
    await expect(ask(server.url)).rejects.toThrow(family === 'EVM' ? /not JSON/ : tooLarge)
  })

  it.each([301, 302, 307, 308])('that redirects with %i is not followed', async (status) => {
    const asked: string[] = []
    const node = playedNode({ asked })
    const served = await serveNode(node)
    closing.push(served.close)
    const server = await harmBy({ kind: 'redirect', status, to: `${served.url}/steal?key=1` })
    const failed: unknown = await ask(`${server.url}/v2/secretkey`).catch((error: unknown) => error)
    expect(String(failed)).toContain(
      `it redirects to ${new URL(served.url).host}, which is not followed: name that RPC itself`,
    )
    expect(String(failed)).not.toMatch(/secretkey|steal/)
    expect(asked).toEqual([])
  })
})

describe('where RPCs are put into the list', () => {
  const evm = {
    label: 'Base',
    chainId: 8453,
    genesis: async () => null,
    practiceGenesis: async () => new Set<string>(),
  }
  const cluster = {
    label: 'Solana',
    cluster: 'mainnet-beta',
    genesis: 'x',
    practiceGenesis: async () => new Set<string>(),
  }

  it('a test of one says that it redirects, and that it answers too much', async () => {
    const redirects = await harmBy({ kind: 'redirect', status: 302, to: 'http://10.0.0.1/' })
    const huge = await harmBy({ kind: 'huge', length: false })
    expect((await reportRpc(redirects.url, 'shown', evm, bound)).verdict).toBe(
      'It cannot be used: it redirects to 10.0.0.1, which is not followed: name that RPC itself.',
    )
    expect((await reportSolanaRpc(redirects.url, 'shown', cluster, bound)).verdict).toContain('redirects to 10.0.0.1')
    expect((await reportRpc(huge.url, 'shown', evm, bound)).verdict).toMatch(tooLarge)
    expect((await reportSolanaRpc(huge.url, 'shown', cluster, bound)).verdict).toMatch(tooLarge)
  })

  it('whether it takes batches is asked within the same bounds', async () => {
    expect(await takesBatches((await harmBy({ kind: 'bomb' })).url, ['a'])).toBe(false)
    expect(
      await takesBatches((await harmBy({ kind: 'redirect', status: 307, to: 'http://10.0.0.1/' })).url, ['a']),
    ).toBe(false)
  })

  it.each([
    { kind: 'huge', length: false },
    { kind: 'redirect', status: 308, to: 'http://10.0.0.1/' },
  ] as const)('the others are asked where one does harm ($kind), and it is named without its key', async (harm) => {
    const bad = await harmBy(harm)
    const good = await serveNode(playedNode({ head: 123 }))
    closing.push(good.close)
    const pool = openEvmRpcPool({
      urls: [`${bad.url}/v2/secretkey`, good.url],
      expected: evm,
      answerBytes: bound,
      blockMs: 2_000,
      shown: (url) => new URL(url).host,
      clock: Date.now,
      random: () => 1,
    })
    expect(await pool.client.getBlockNumber()).toBe(123n)
    const [status] = pool.statuses()
    expect(status).toMatchObject({ url: new URL(bad.url).host, state: 'waiting' })
    expect(status?.reason).toMatch(harm.kind === 'huge' ? tooLarge : /redirects to 10\.0\.0\.1/)
  })
})

describe('MINTDESK_RPC_ANSWER_MIB', () => {
  it('is 64 where it is not set', () => {
    expect(readAnswerBound(undefined)).toBe(64 * mib)
    expect(readAnswerBound(' 200 ')).toBe(200 * mib)
  })
  it.each(['0', '513', '-1', '1e9', 'much'])('is refused in a sentence when it is %s', (text) => {
    expect(() => readAnswerBound(text)).toThrow(/^MINTDESK_RPC_ANSWER_MIB holds ".*": write a whole number of MiB/)
  })
})
