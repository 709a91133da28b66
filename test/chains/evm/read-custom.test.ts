import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { customNetworkOf, type FoundFacts } from '../../../src/core/chains/evm/custom-network.ts'
import { readFacts, readName } from '../../../src/core/chains/evm/read-custom.ts'
import { knownNetworks } from '../../../src/core/chains/networks.ts'
import { chainLabel, chainNamed, isChainName } from '../../../src/shared/chains.ts'
import { isCustomChain } from '../../../src/shared/custom-chain.ts'
import { familyOf } from '../../../src/shared/families.ts'
import { parseRecipient } from '../../../src/shared/locator.ts'

const found: FoundFacts = {
  ...{ chainId: 4_242, baseFee: true, blockGas: 40_000_000n, multicall: false },
  ...{ dataFee: null, safe: true, finalized: true, blockMs: 3_000 },
}

describe('the name of a network that a person adds', () => {
  it('is custom- and what they call it', () => {
    expect(readName(' My Net ', [])).toBe('custom-my-net')
    expect(readName('custom-my-net', [])).toBe('custom-my-net')
    expect(chainLabel('custom-my-net')).toBe('My Net (custom)')
    expect(chainNamed('CUSTOM-my-net')).toBe('custom-my-net')
  })

  it.each(['', '-a', 'a-', 'a:b', 'ä', 'a/b', '../a', 'a'.repeat(33), 'custom-'])('is not %j', (name) => {
    expect(() => readName(name, [])).toThrow(/cannot be a network’s name/)
    expect(isChainName(`custom-${name}`)).toBe(false)
  })

  it('is not that of a network which there is', () => {
    expect(() => readName('polygon', [])).toThrow('Mintdesk has a network polygon already: give yours another name.')
    expect(() => readName('my net', ['custom-my-net'])).toThrow(/There is a network custom-my-net already/)
  })

  it('is a chain of EVM in whatever is written with it, or is refused', () => {
    const known = (text: string): void => {
      const name = readName(text, [])
      expect(isCustomChain(name)).toBe(true)
      expect(familyOf(name)).toBe(familyOf('polygon'))
      const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
      expect(parseRecipient(`${name}:${address}`)).toMatchObject({ ok: true, recipient: { chain: name, address } })
    }
    const words = fc.stringMatching(/^[a-zA-Z0-9 :_-]{0,40}$/)
    fc.assert(
      fc.property(fc.oneof(fc.string(), words), (text) => {
        try {
          known(text)
        } catch (error) {
          expect(error).toHaveProperty('code', 'network.name')
        }
      }),
    )
  })
})

describe('its facts', () => {
  it('are what was found, what the person says, and what is proposed for the rest', () => {
    const facts = readFacts(found, { symbol: ' xDAI ', explorer: 'https://scan.example/', confirmations: 7 })
    expect(facts).toMatchObject({
      symbol: 'xDAI',
      explorer: 'https://scan.example',
      confirmations: 7,
      gasCap: 16_777_216,
    })
    const network = customNetworkOf('custom-my-net', facts)
    const known = knownNetworks(new Map([['custom-my-net', network]]))
    expect(known.of('custom-my-net')).toBe(network)
    expect(known.liveChains()).toContain('custom-my-net')
    expect(known.lack('custom-other')).toContain('mintdesk networks add other --rpc <address>')
    expect(() => known.of('custom-other')).toThrow(/There is no network named custom-other here/)
  })

  it('wait for a minute of blocks, but for 12 at least and 64 at most, and as other L2 do', () => {
    const of = (blockMs: number, dataFee: FoundFacts['dataFee'] = null) =>
      readFacts({ ...found, blockMs, dataFee }, {}).confirmations
    expect([of(12_000), of(3_000), of(250), of(2_000, 'op-stack'), of(250, 'arbitrum')]).toEqual([12, 20, 64, 10, 20])
  })

  it.each([
    [{ symbol: 'a currency' }, 'network.symbol'],
    [{ explorer: 'javascript:alert(1)' }, 'network.explorer'],
    [{ explorer: 'http://scan.example' }, 'network.explorer'],
    [{ explorer: 'https://scan.example/?q=' }, 'network.explorer'],
    [{ confirmations: 0 }, 'network.confirmations'],
    [{ confirmations: Number.NaN }, 'network.confirmations'],
    [{ gasCap: 21_000 }, 'network.gasCap'],
    [{ gasCap: 30_000_000 }, 'network.gasCap'],
  ])('are not %j', (said, code) => {
    expect(() => readFacts(found, said)).toThrow(expect.objectContaining({ code }))
  })
})
