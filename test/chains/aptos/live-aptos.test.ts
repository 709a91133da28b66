import { mnemonicToSeedSync } from '@scure/bip39'
import { afterEach, describe, expect, it } from 'vitest'
import { aptosProjectKeys } from '../../../src/core/chains/aptos/keys.ts'
import { liveAptos } from '../../../src/core/chains/aptos/live-aptos.ts'
import { openAptosKeys } from '../../../src/core/wallets/aptos-keys.ts'
import { type Asked, ledger, type Recorded, type RecordedNode, recordedNode, refusal } from './recorded-node.ts'

const keys = openAptosKeys(mnemonicToSeedSync('test test test test test test test test test test test junk'))
const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const nodes: RecordedNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

/** A node of a chain at a version; a test may take its place in some of its answers. */
async function node(
  chainId: number,
  version: number,
  other: (asked: Asked) => Recorded | null | undefined = () => undefined,
) {
  const made = await recordedNode((asked) => {
    const own = other(asked)
    if (own !== undefined) return own
    const headers = { 'x-aptos-chain-id': String(chainId) }
    if (asked.path === '/') return { ...ledger(chainId, version), headers }
    if (asked.path.startsWith('/transactions/by_version'))
      return { body: { version: String(version), hash: hash(version), accumulator_root_hash: hash(version) }, headers }
    if (asked.path.startsWith('/accounts/')) return { body: { sequence_number: String(version) }, headers }
    return refusal(404, 'transaction_not_found')
  })
  made.version = version
  nodes.push(made)
  return made
}

function live(...urls: string[]) {
  return liveAptos({
    aptosKeys: (projectIndex) => aptosProjectKeys(() => ({ aptos: keys }), projectIndex),
    urlsOf: async () => urls,
    clock: Date.now,
    onChange: () => {},
    override: { timeoutMs: 20_000 },
  })
}

describe('the RPCs of Aptos', () => {
  it('are used only where they answer for the main network', async () => {
    const [test, practice, main] = [await node(2, 900), await node(4, 800), await node(1, 700)]
    const network = live(test.url, practice.url, main.url)
    const client = await network.client('aptos')
    expect(await client.head()).toEqual({ number: 700, hash: hash(700) })
    expect(await client.sequence(hash(1))).toBe(700)
    expect(network.statuses('aptos')).toMatchObject([
      { state: 'wrong', reason: 'It answers for the testnet of Aptos (chain id 2); Aptos has 1.' },
      { state: 'wrong', reason: 'It answers for a network of one machine (chain id 4); Aptos has 1.' },
      { state: 'up', reason: null },
    ])
    expect([...test.asked, ...practice.asked].every(({ path }) => path === '/')).toBe(true)
    expect(await network.refusal('aptos', test.url)).toMatch(/testnet/)
    expect(await network.refusal('aptos', main.url)).toBeNull()
  })

  it('take each other’s place when one fails', async () => {
    let isDown = false
    const first = await node(1, 700, () => (isDown ? null : undefined))
    const second = await node(1, 701)
    const client = await live(first.url, second.url).client('aptos')
    expect(await client.sequence(hash(1))).toBe(700)
    isDown = true
    expect(await client.sequence(hash(1))).toBe(701)
  })

  it('are one and the same throughout an observation, which fails when that one does', async () => {
    const first = await node(1, 700, ({ path }) => (path.includes('ledger_version') ? null : undefined))
    const second = await node(1, 701)
    const client = await live(first.url, second.url).client('aptos')
    expect(
      await client.observe(async (bound) => [await bound.sequence(hash(1)), await bound.sequence(hash(2))]),
    ).toEqual([...[700, 700]])
    await expect(client.observe((bound) => bound.sequenceAt(hash(1), 5))).rejects.toThrow()
    expect(await client.observe((bound) => bound.sequenceAt(hash(1), 5))).toBe(701)
  })

  it('check each other', async () => {
    const [first, second] = [await node(1, 700), await node(1, 701)]
    const client = await live(first.url, second.url).client('aptos')
    await client.observe(async ({ witnesses }) => {
      expect(witnesses?.others).toHaveLength(1)
      const other = await witnesses?.others[0]?.client()
      expect(await other?.sequence(hash(1))).toBe(701)
    })
  })

  it('are told with what is wrong with each where none can be used', async () => {
    const client = await live((await node(2, 5)).url, (await node(1, 5, () => null)).url).client('aptos')
    await expect(client.head()).rejects.toMatchObject({
      code: 'network.unreachable',
      message: expect.stringMatching(/None of the 2 RPCs of Aptos.*testnet/),
    })
  })
})
