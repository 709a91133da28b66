import * as viemChains from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { explorerTransaction, knownNetworks } from '../../src/core/chains/networks.ts'
import { clusterOfGenesis } from '../../src/core/chains/solana/networks.ts'
import {
  chainLabel,
  chainNamed,
  collectionChains,
  type EvmChain,
  evmChains,
  familyNameOf,
  isChainName,
  isCollectionChain,
  isEvmChain,
  solanaChains,
  transferChains,
} from '../../src/shared/chains.ts'

const networks = knownNetworks()
const evmNetworks = networks.evmChains().map(networks.ofEvm)

const inViem: Record<EvmChain, viemChains.Chain> = {
  arbitrum: viemChains.arbitrum,
  'arbitrum-sepolia': viemChains.arbitrumSepolia,
  arbitrumnova: viemChains.arbitrumNova,
  'astar-zkevm': viemChains.astarZkEVM,
  base: viemChains.base,
  'base-sepolia': viemChains.baseSepolia,
  bsc: viemChains.bsc,
  ethereum: viemChains.mainnet,
  'ethereum-sepolia': viemChains.sepolia,
  optimism: viemChains.optimism,
  'optimism-sepolia': viemChains.optimismSepolia,
  polygon: viemChains.polygon,
  'polygon-amoy': viemChains.polygonAmoy,
  zkyoto: viemChains.astarZkyoto,
  zora: viemChains.zora,
  'zora-sepolia': viemChains.zoraSepolia,
}

describe('the chain names', () => {
  it('are those of the interface: 17 for collections, 16 for transfers; and of ours two test networks, and transfers on aptos', () => {
    const ours = ['aptos-testnet', 'solana-devnet']
    expect(collectionChains.filter((name) => !ours.includes(name))).toHaveLength(17)
    expect(transferChains.filter((name) => !ours.includes(name) && name !== 'aptos')).toHaveLength(16)
    expect(transferChains).toContain('aptos')
    expect(collectionChains).toContain('solana-devnet')
    const elsewhere = transferChains.filter((name) => !isCollectionChain(name))
    expect(elsewhere).toEqual(['arbitrumnova'])
  })

  it('hold 16 EVM chains: the collection chains but for Aptos and Solana’s, and Arbitrum Nova', () => {
    const onInterface = collectionChains.filter((name) => familyNameOf(name) === 'evm')
    expect(evmChains.filter((name) => name !== 'arbitrumnova')).toEqual(onInterface)
    expect(evmChains).toHaveLength(16)
  })

  it('are told from other words', () => {
    expect(isChainName('polygon')).toBe(true)
    expect(isChainName('cardano')).toBe(true)
    for (const word of ['', 'Polygon', 'matic', 'constructor', '__proto__', 'sol'])
      expect(isChainName(word)).toBe(false)
    expect(isCollectionChain('cardano')).toBe(false)
    expect(isEvmChain('solana')).toBe(false)
  })

  it('have aliases', () => {
    expect(chainNamed('sol')).toBe('solana')
    expect(chainNamed('base')).toBe('base')
    expect(chainNamed('dogecoin')).toBeUndefined()
  })

  it('have labels for people', () => {
    expect(chainLabel('polygon')).toBe('Polygon')
    expect(chainLabel('base-sepolia')).toBe('Base Sepolia')
  })
})

describe('the networks', () => {
  it.each(Object.entries(inViem))('%s has the chain id, currency and explorer that viem knows', (name, known) => {
    if (!isEvmChain(name)) throw new Error(name)
    const network = networks.ofEvm(name)
    expect(network.chainId).toBe(known.id)
    expect(network.currency.symbol).toBe(known.nativeCurrency.symbol)
    expect(network.currency.decimals).toBe(known.nativeCurrency.decimals)
    // Etherscan ended its explorer of Arbitrum Nova in January 2026; viem has not noticed.
    if (name !== 'arbitrumnova') expect(network.explorer).toBe(known.blockExplorers?.default.url.replace(/\/$/, ''))
  })

  it('know every chain name, and keep each transaction within the cap of EIP-7825', () => {
    for (const name of [...collectionChains, ...transferChains, 'cardano'] as const) {
      const network = networks.of(name)
      expect(network.family).toBe(familyNameOf(name))
      expect(network.confirmations).toBeGreaterThan(0)
      if (network.family === 'evm') expect(network.caps.gasPerTransaction).toBe(2n ** 24n)
    }
    expect(new Set(evmNetworks.map((network) => network.chainId)).size).toBe(16)
  })

  it('have several public RPCs each, by https, or say since when they are switched off', () => {
    for (const { name, rpcs, off } of evmNetworks) {
      expect(rpcs.length, name).toBeGreaterThanOrEqual(off === undefined ? 3 : 0)
      expect(new Set(rpcs.map((url) => new URL(url).host)).size).toBe(rpcs.length)
      for (const url of rpcs) expect(new URL(url).protocol).toBe('https:')
      // Polygon ended these in 2026 (src/core/chains/evm/networks.ts).
      for (const gone of ['polygon-rpc.com', 'rpc-amoy.polygon.technology']) expect(rpcs.join()).not.toContain(gone)
    }
    const off = evmNetworks.filter((network) => network.off !== undefined)
    expect(off.map(({ name }) => name)).toEqual(['astar-zkevm', 'zkyoto'])
    for (const network of off) expect(network.off).toMatch(/was switched off .*20\d\d/)
  })

  it('keep half a block in flight, and what a transaction may use fits into it', () => {
    for (const { caps } of evmNetworks) {
      expect(caps.gasInFlight).toBeGreaterThanOrEqual(caps.gasPerTransaction)
      expect(caps.transactionsInFlight).toBeLessThanOrEqual(16)
    }
    const inOrder = evmNetworks.filter(({ caps }) => caps.inOrder)
    expect(inOrder.map(({ name }) => name)).toEqual(['arbitrum', 'arbitrumnova', 'arbitrum-sepolia'])
  })

  it('tell Solana’s clusters by the genesis hashes that Metaplex knows them by', async () => {
    const { getCompressionProgramsForV1Ixs } = await import('@metaplex-foundation/mpl-bubblegum')
    for (const facts of solanaChains.map(networks.of)) {
      if (facts.family !== 'solana') throw new Error(facts.name)
      const { name, genesis, cluster, rpcs } = facts
      expect(clusterOfGenesis[genesis]).toBe(cluster)
      expect(networks.of(name)).toMatchObject({ family: 'solana', confirmations: 32, currency: { symbol: 'SOL' } })
      for (const url of rpcs) expect(new URL(url).protocol).toBe('https:')
      // What it knows, it answers with the programs of those clusters.
      const { compressionProgram } = await getCompressionProgramsForV1Ixs({
        rpc: { call: async () => genesis },
      } as unknown as Parameters<typeof getCompressionProgramsForV1Ixs>[0])
      expect(compressionProgram).toBe('cmtDvXumGCrqC1Age74AVPhSRVXJMd8PJS91L8KbNCK')
    }
    expect(Object.values(clusterOfGenesis)).toEqual(['mainnet-beta', 'devnet', 'testnet'])
  })

  it('name the page of a transaction', () => {
    expect(explorerTransaction(networks.of('solana'), 'ab')).toBe('https://explorer.solana.com/tx/ab')
    expect(explorerTransaction(networks.of('solana-devnet'), 'ab')).toBe(
      'https://explorer.solana.com/tx/ab?cluster=devnet',
    )
    expect(explorerTransaction(networks.of('polygon'), '0xab')).toBe('https://polygonscan.com/tx/0xab')
    expect(explorerTransaction(networks.of('aptos'), '0xab')).toBe('https://explorer.aptoslabs.com/txn/0xab')
  })
})
