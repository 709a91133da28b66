import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  getCreate2Address,
  type Hex,
  keccak256,
  stringToHex,
  zeroHash,
} from 'viem'
import { collectionFactory } from '../../../../../resources/contracts/artifacts/collection-factory.ts'
import type { ChainCall } from '../../family/call.ts'
import type { CollectionFacts } from '../../family/collections.ts'
import type { RpcClient } from '../rpc/rpc.ts'
import { type SimulatedCall, simulatedGas } from '../rpc/simulate.ts'
import { deployedAt, deployer, deployerMissing } from './deployer.ts'
import { implementationOf } from './implementations.ts'

/** The creation code that solady's LibClone uses for a clone of `implementation`. */
function cloneBytecode(implementation: Address): Hex {
  return concatHex(['0x602c3d8160093d39f33d3d3d3d363d3d37363d73', implementation, '0x5af43d3d93803e602a57fd5bf3'])
}

/** The factory of all collections, at this address on every chain. */
export const factory = deployedAt(collectionFactory.bytecode)

/** Distinguishes otherwise equal collections of one project. */
function saltOf(facts: CollectionFacts): Hex {
  return keccak256(stringToHex(`mintdesk collection v1\n${facts.projectIndex}\n${facts.id}`))
}

/** The address of a collection's contract, deployed or not; it depends on the facts and the treasury only. */
export function cloneAddress(facts: CollectionFacts, treasury: Address): Address {
  const { address, initialization } = implementationOf(facts)
  const salt = keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes32' }, { type: 'bytes32' }],
      [treasury, saltOf(facts), keccak256(initialization(facts, treasury))],
    ),
  )
  return getAddress(getCreate2Address({ from: factory, salt, bytecode: cloneBytecode(address) }))
}

async function exists(rpc: RpcClient, address: Address): Promise<boolean> {
  return ((await rpc.getCode({ address })) ?? '0x') !== '0x'
}

/**
 * The calls for the missing parts of a collection's contract, in order: implementation and factory, where the chain lacks them (a second
 * deterministic deployment would burn all its gas, so the chain is asked first), then the clone. Empty when the clone exists.
 */
export async function deploymentSteps(
  rpc: RpcClient,
  facts: CollectionFacts,
  treasury: Address,
): Promise<{ to: Address; data: Hex }[]> {
  if (await exists(rpc, cloneAddress(facts, treasury))) return []
  const implementation = implementationOf(facts)
  const missing: Hex[] = []
  for (const { address, bytecode } of [implementation, { address: factory, bytecode: collectionFactory.bytecode }])
    if (!(await exists(rpc, address))) missing.push(bytecode)
  if (missing.length > 0 && !(await exists(rpc, deployer))) throw deployerMissing()
  const data = encodeFunctionData({
    abi: collectionFactory.abi,
    functionName: 'clone',
    args: [implementation.address, saltOf(facts), implementation.initialization(facts, treasury)],
  })
  return [
    ...missing.map((bytecode) => ({ to: deployer, data: concatHex([zeroHash, bytecode]) })),
    { to: factory, data },
  ]
}

/**
 * The steps that can be sent together now: all of them, so that the clone is in the same block as the contracts that it needs. If those fail, the
 * clone's call does nothing, and the caller asks again. Without `eth_simulateV1` a node cannot estimate the clone before the other contracts
 * exist; then its call comes once they do.
 */
export async function deploymentCalls(rpc: RpcClient, facts: CollectionFacts, treasury: Address): Promise<ChainCall[]> {
  const steps = await deploymentSteps(rpc, facts, treasury)
  const clone = steps.at(-1)
  if (clone === undefined) return []
  const shared = steps.slice(0, -1)
  if (shared.length === 0) return [await weighed(rpc, treasury, clone)]
  const [calls, used] = await Promise.all([
    Promise.all(shared.map((step) => weighed(rpc, treasury, step))),
    simulatedGas(rpc, treasury, steps),
  ])
  const gas = used?.at(-1)
  return gas === undefined ? calls : [...calls, { ...clone, value: '0', weight: behindOthers(gas).toString() }]
}

/**
 * Ours: a fifth more than a simulated call used. Besides the margin of `withMargin`, a call needs the gas that it must keep back from its inner
 * call (EIP-150): measured, 1.6 %.
 */
function behindOthers(used: bigint): bigint {
  return (used * 6n) / 5n
}

async function weighed(rpc: RpcClient, from: Address, { to, data }: SimulatedCall): Promise<ChainCall> {
  const gas = await rpc.estimateGas({ account: from, to, data })
  return { to, data, value: '0', weight: withMargin(gas).toString() }
}

/** A tenth more than estimated: state may change between the estimate and the block. */
export function withMargin(gas: bigint): bigint {
  return (gas * 11n) / 10n
}
