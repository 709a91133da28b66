import { afterEach, describe, expect, it } from 'vitest'
import { accountAnswer, ledgerAnswer, versionAnswer } from '../../../src/core/chains/aptos/rpc/answers.ts'
import { aptosFault, isAbsent } from '../../../src/core/chains/aptos/rpc/fault.ts'
import { wrongLedger } from '../../../src/core/chains/aptos/rpc/identity.ts'
import { reportAptosRpc } from '../../../src/core/chains/aptos/rpc/report.ts'
import { type AptosRpc, AptosRpcError, aptosRpc } from '../../../src/core/chains/aptos/rpc/rpc.ts'
import { steadyRpc } from '../../../src/core/chains/aptos/rpc/steady-rpc.ts'
import { reasonIn } from '../../../src/core/chains/reason.ts'
import { RateLimited } from '../../../src/core/chains/rpc/http-rpc.ts'
import type { RpcCall } from '../../../src/core/chains/rpc/rpc-family.ts'
import { hostileServer } from '../hostile-server.ts'
import { type Asked, ledger, type Recorded, type RecordedNode, recordedNode, refusal } from './recorded-node.ts'

const nodes: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})
async function node(answer: (asked: Asked) => Recorded | null): Promise<RecordedNode> {
  const made = await recordedNode(answer)
  nodes.push(made)
  return made
}
const failed = (rpc: AptosRpc): Promise<unknown> =>
  rpc.ask('/accounts/0x1', accountAnswer).then(
    () => null,
    (error: unknown) => error,
  )

describe('a node of Aptos', () => {
  it('answers with how far its ledger is, and keys in the query of its address stay with each request', async () => {
    const { url, asked } = await node(() => ({ body: { sequence_number: '7', authentication_key: '0x1' } }))
    const calls: RpcCall[] = []
    const rpc = aptosRpc(`${url}/?key=k`, undefined, (call) => calls.push(call))
    const answer = await rpc.ask('/accounts/0x1?ledger_version=5', accountAnswer)
    expect(answer).toEqual({ value: { sequence_number: 7 }, version: 1000 })
    expect(asked[0]?.path).toBe('/accounts/0x1?ledger_version=5&key=k')
    expect(calls).toMatchObject([{ head: 500, error: null }])
  })

  it.each([
    ['an account that there is none of', refusal(404, 'account_not_found'), 'answer', true],
    ['a version that it has not got to', refusal(404, 'version_not_found'), 'unsupported', false],
    ['a version that it does not keep', refusal(410, 'version_pruned'), 'unsupported', false],
    ['a path that it does not know', refusal(404, 'web_framework_error'), 'unsupported', false],
    ['a fault of its own', refusal(500, 'internal_error'), 'fault', false],
    ['a start that is not over', refusal(503, 'node_not_bootstrapped'), 'fault', false],
    ['a pool that is full', refusal(507, 'mempool_is_full'), 'limited', false],
    ['input that is wrong', refusal(400, 'invalid_input'), 'answer', false],
    ['a page that is none of a node’s', { status: 404, body: '<html>' }, 'fault', false],
    ['another form', { body: { sequence_number: 7 } }, 'fault', false],
    ['no JSON', { body: 'hello' }, 'fault', false],
    ['a connection that is cut', null, 'fault', false],
  ] as const)('says what is the matter: %s', async (_, answer, kind, absent) => {
    const { url } = await node(() => answer)
    const error = await failed(aptosRpc(url))
    expect(aptosFault(error).kind).toBe(kind)
    expect(isAbsent(error)).toBe(absent)
    expect(reasonIn(error)).not.toBeNull()
  })

  it('asks for fewer calls, and for how long', async () => {
    const { url } = await node(() => ({ status: 429, body: 'slow down', headers: { 'retry-after': '3' } }))
    const error = await failed(aptosRpc(url))
    expect(error).toBeInstanceOf(RateLimited)
    expect(aptosFault(error)).toEqual({ kind: 'limited', retryAfterMs: 3_000 })
  })

  it.each(['86400', '1e99', 'Infinity'])(
    'is asked again after ten minutes at the latest, where it asks for %s s',
    async (rest) => {
      const { url } = await node(() => ({ status: 429, body: 'slow down', headers: { 'retry-after': rest } }))
      expect(aptosFault(await failed(aptosRpc(url)))).toEqual({ kind: 'limited', retryAfterMs: 600_000 })
    },
  )

  it('leads nowhere else, and takes no more memory than it may', async () => {
    const other = await node(() => ({ body: { sequence_number: '1' } }))
    const leading = await node(() => ({ status: 307, headers: { location: `${other.url}/accounts/0x1` } }))
    expect(String(await failed(aptosRpc(leading.url)))).toMatch(/redirects/)
    expect(other.asked).toEqual([])
    const large = await hostileServer({ kind: 'huge', length: false })
    nodes.push(large)
    expect(String(await failed(aptosRpc(large.url, 15_000, undefined, 1024 * 1024)))).toMatch(/larger than 1 MiB/)
  })
})

describe('an RPC with many nodes behind one address', () => {
  it('never goes back behind what it said: who is behind is asked again, and given up at last', async () => {
    const made = await node(() => ({ body: { sequence_number: '1' } }))
    const rpc = steadyRpc(aptosRpc(made.url))
    await rpc.ask('/accounts/0x1', accountAnswer)
    made.version = 999
    const again = rpc.ask('/accounts/0x1', accountAnswer)
    setTimeout(() => {
      made.version = 1001
    }, 200)
    expect((await again).version).toBe(1001)
    made.version = 1000
    const error = await failed(rpc)
    expect(aptosFault(error)).toEqual({ kind: 'fault' })
    expect(String(error)).toMatch(/behind/)
  })
})

describe('what a node that is behind does not know', () => {
  const rpcOf = (made: RecordedNode) => steadyRpc(aptosRpc(made.url))

  it('is no absence: another is asked, or the same one once more', async () => {
    let asked = 0
    const made = await node(({ path }) => {
      if (path === '/') return ledger(1, 1000)
      made.version = ++asked < 3 ? 998 : 1000
      return asked < 3 ? refusal(404, 'account_not_found') : { body: { sequence_number: '4' } }
    })
    const rpc = rpcOf(made)
    await rpc.ask('/', ledgerAnswer)
    expect((await rpc.ask('/accounts/0x1', accountAnswer)).value.sequence_number).toBe(4)
    made.version = 998
    asked = -100
    const error = await failed(rpc)
    expect(isAbsent(error)).toBe(false)
    expect(aptosFault(error).kind).toBe('fault')
  })

  it('is absent where the node has got as far, and nothing but that is asked for again', async () => {
    const made = await node(({ path }) => (path === '/' ? ledger(1, 1000) : refusal(404, 'account_not_found')))
    const rpc = rpcOf(made)
    await rpc.ask('/', ledgerAnswer)
    expect(isAbsent(await failed(rpc))).toBe(true)
    expect(made.asked).toHaveLength(2)
    const wrong = await node(() => refusal(400, 'invalid_input'))
    await failed(rpcOf(wrong))
    expect(wrong.asked).toHaveLength(1)
  })

  it('is waited for, where it was asked of a version that another one told of', async () => {
    let asked = 0
    const made = await node(() =>
      ++asked < 3 ? refusal(404, 'version_not_found') : { body: { sequence_number: '4' } },
    )
    expect((await rpcOf(made).ask('/accounts/0x1?ledger_version=1001', accountAnswer)).value.sequence_number).toBe(4)
  })
})

describe('a test of one RPC', () => {
  const expected = { label: 'Aptos', chainId: 1 }
  const version = { version: '1000', hash: `0x${'1'.repeat(64)}`, accumulator_root_hash: `0x${'2'.repeat(64)}` }
  const whole = (chainId: number) => (asked: Asked) =>
    asked.path === '/'
      ? ledger(chainId, 1000)
      : asked.path === '/estimate_gas_price'
        ? { body: { gas_estimate: 100 } }
        : { body: version }

  it('tells one that can be used from one of another network, and from what is none', async () => {
    const good = await node(whole(1))
    expect(await reportAptosRpc(good.url, 'shown', expected)).toMatchObject({
      ...{ ok: true, verdict: 'It can be used.', chainId: 1, block: 1000 },
    })
    const test = await node(whole(2))
    expect(await reportAptosRpc(test.url, 'shown', expected)).toMatchObject({
      ok: false,
      verdict: 'It answers for the testnet of Aptos (chain id 2); Aptos has 1.',
    })
    const page = await node(() => ({ body: '<html>' }))
    expect((await reportAptosRpc(page.url, 'shown', expected)).verdict).toMatch(/no RPC of Aptos/)
    const down = await node(() => null)
    expect((await reportAptosRpc(down.url, 'shown', expected)).verdict).toMatch(/cannot be used/)
  })

  it.each(['internal_error', 'health_check_failed', 'node_not_bootstrapped'])(
    'is one of Aptos, though it is not well now: %s',
    async (code) => {
      const unwell = await node(() => refusal(500, code))
      await expect(wrongLedger(aptosRpc(unwell.url), expected)).rejects.toMatchObject({ code })
      expect((await reportAptosRpc(unwell.url, 'shown', expected)).verdict).toBe(
        `It cannot be used: status 500, ${code}.`,
      )
    },
  )

  it('says what is lacking', async () => {
    const pruned = await node((asked) =>
      asked.path === '/transactions/by_version/0' ? refusal(410, 'version_pruned') : whole(1)(asked),
    )
    expect((await reportAptosRpc(pruned.url, 'shown', expected)).verdict).toMatch(
      /lacks the whole history \(what another copy minted cannot be read back then/,
    )
    await expect(aptosRpc(pruned.url).ask('/', ledgerAnswer)).resolves.toMatchObject({ value: { chain_id: 1 } })
    await expect(aptosRpc(pruned.url).ask('/transactions/by_version/0', versionAnswer)).rejects.toBeInstanceOf(
      AptosRpcError,
    )
  })
})
