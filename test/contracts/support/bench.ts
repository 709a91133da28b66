import { join } from 'node:path'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { type Address, encodeAbiParameters, type Hex, hexToBytes, numberToHex } from 'viem'
import { compile } from '../../../scripts/contracts.mjs'
import type { Chain } from './chain.ts'
import { type Artifact, type Collection, collections, type Kind, type Payments, shipped } from './collection.ts'

/** The manners of the test contract Receiver, in the order of its source. */
const manners = [
  'accept',
  'wrong-answer',
  'revert-with-reason',
  'revert-silently',
  'send-back',
  'burn',
  'approve-sender',
  'bounce-to-self',
  'burn-and-revert',
  'use-all-gas',
  'mint',
] as const
export type Manner = (typeof manners)[number] | 'oblivious'

/** What a check of the contract works with: a chain, and new collections of the contract under test. */
export interface Bench {
  chain: Chain
  kind: Kind
  factory: ReturnType<typeof collections>
  /** A new collection. */
  create(limit?: bigint, payments?: Payments): Promise<Collection>
  /** A contract that takes tokens in this manner; one for each manner, with coins to send transactions. */
  receiver(manner: Manner): Promise<Address>
  /** The same, a new one each time. */
  actor(manner: Manner): Promise<Address>
  /** The deployed contract Observer, and its functions. */
  observer(): Promise<Address>
  /** A new contract of test/contracts/sources/Wallets.sol. */
  wallet(contract: 'Payee' | 'SmartWallet', args: readonly unknown[]): Promise<Address>
}

/** Something the contract promises. `run` throws when it is not kept. */
export interface Check {
  title: string
  /** The kinds of contract that promise it; absent: all. */
  kinds?: readonly Kind[]
  run(bench: Bench): Promise<void>
}

const source = (name: string) => join(import.meta.dirname, '../sources', name)

/** The compiled contracts of a file in test/contracts/sources: quickly, or with `viaIR` and optimized as the shipped ones are, where their gas counts. */
export function compileTestSource(name: string, { viaIR = false } = {}) {
  const compiled = compile([source(name)], { evmVersion: 'cancun', viaIR, optimized: viaIR })
  return (contract: string) => {
    const artifact = compiled[contract]
    if (artifact === undefined) throw new Error(`No contract ${contract} in ${name}.`)
    return artifact
  }
}

/** The contracts that help checks, compiled. */
export function testContracts() {
  const receivers = compileTestSource('Receiver.sol')
  return {
    receiver: receivers('Receiver'),
    oblivious: receivers('Oblivious'),
    observer: compileTestSource('Observer.sol')('Observer'),
    wallets: compileTestSource('Wallets.sol'),
  }
}

/** A bench for a kind of contract as shipped, or for another in its place. */
export function benchOn(
  chain: Chain,
  contracts: ReturnType<typeof testContracts>,
  kind: Kind = 'economy',
  artifact: Artifact = shipped[kind],
): Bench {
  const factory = collections(chain, artifact)
  const deployed = new Map<string, Promise<Address>>()
  const once = (key: string, deploy: () => Promise<Address>) => {
    const address = deployed.get(key) ?? deploy()
    deployed.set(key, address)
    return address
  }
  const deployReceiver = async (manner: Manner) => {
    const index = manners.indexOf(manner as (typeof manners)[number])
    const args = encodeAbiParameters([{ type: 'uint8' }], [Math.max(index, 0)])
    const { abi, bytecode } = manner === 'oblivious' ? contracts.oblivious : contracts.receiver
    const data: Hex = manner === 'oblivious' ? bytecode : `${bytecode}${args.slice(2)}`
    const address = await chain.deploy({ abi: abi.filter((entry) => entry.type !== 'constructor'), bytecode: data })
    await chain.rpc('anvil_setBalance', [address, numberToHex(10n ** 20n)])
    return address
  }
  return {
    chain,
    factory,
    kind,
    create: (limit, payments) => factory.create(limit, payments),
    wallet: (contract, args) => chain.deploy(contracts.wallets(contract), args),
    observer: () => once('observer', () => chain.deploy(contracts.observer)),
    receiver: (manner) => once(manner, () => deployReceiver(manner)),
    actor: deployReceiver,
  }
}

/** The `ipfs://` address of a digest, by the library everyone uses. */
export function ipfsUri(digest: Hex, codec: 'raw' | 'dag-pb'): string {
  return `ipfs://${CID.createV1(codec === 'raw' ? 0x55 : 0x70, create(0x12, hexToBytes(digest)))}`
}

// Where a collection keeps its counters (slot 4; Supply.sol), and the lowest bit and the size of each.
const countersSlot = numberToHex(4, { size: 32 })
const bits = { unsorted: [168n, 24n], balanceGas: [192n, 32n] } as const

/** Sets a counter as if many batches had been minted, which would take minutes. */
export async function setCounter(
  { chain, address }: Collection,
  counter: keyof typeof bits,
  value: number,
): Promise<void> {
  const current = BigInt((await chain.rpc('eth_getStorageAt', [address, countersSlot, 'latest'])) as Hex)
  const [lowest, size] = bits[counter]
  const cleared = current & ~((2n ** size - 1n) << lowest)
  const next = numberToHex(cleared | (BigInt(value) << lowest), { size: 32 })
  await chain.rpc('anvil_setStorageAt', [address, countersSlot, next])
}
