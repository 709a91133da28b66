import { randomBytes } from 'node:crypto'
import { type Address, bytesToHex, getAddress, size } from 'viem'
import type { CollectionFacts } from '../../family/collections.ts'
import type { BatchShape, Cost, Rehearsal } from '../../family/fees.ts'
import type { MintFence } from '../../family/fence.ts'
import type { Work } from '../../family/work.ts'
import { encodeWork } from '../contracts/calls.ts'
import { cloneAddress, deploymentSteps } from '../contracts/deployment.ts'
import { markOf } from '../contracts/marks.ts'
import type { RpcClient } from '../rpc/rpc.ts'
import { type SimulatedCall as Call, simulatedGas } from '../rpc/simulate.ts'
import { type DataCost, dataCost } from './data-fee.ts'

export interface RehearsalOptions {
  node: RpcClient
  chainId: number
  dataFee: 'op-stack' | 'arbitrum' | undefined
  treasury: Address
  facts: CollectionFacts
  batches: readonly BatchShape[]
}

/**
 * Has a node simulate everything that a run would send, in order: the missing parts of the contract, then the batches, with made-up
 * recipients. Nothing is sent. A node without `eth_simulateV1` is asked for estimates; where the contract does not exist yet, the figures
 * of `npm run bench:gas` are scaled by the node's estimate of the deployment.
 */
export async function rehearse(options: RehearsalOptions): Promise<Rehearsal> {
  const { node, facts, treasury } = options
  for (;;) {
    const steps = await deploymentSteps(node, facts, treasury)
    try {
      return await rehearseFrom(options, steps)
    } catch (error) {
      // Only if missing parts were deployed meanwhile, another attempt: deploying them again reverts.
      if ((await deploymentSteps(node, facts, treasury)).length >= steps.length) throw error
    }
  }
}

/** @param steps deployment of the missing parts of the contract */
async function rehearseFrom(options: RehearsalOptions, steps: readonly Call[]): Promise<Rehearsal> {
  const { node, facts, treasury } = options
  const contract = cloneAddress(facts, treasury)
  const defined: number[] = []
  // The last writer, whom the fence lets through: the cost does not depend on the writer.
  const { writer, trail } = await markOf(node, getAddress(contract), treasury)
  const fence: MintFence = { expected: writer, writer, trail, replaced: [] }
  const batches = options.batches.map((shape): Call => {
    const { data } = encodeWork({ ...workOf(shape, contract, facts.contractKind, defined), fence })
    return { to: contract, data }
  })
  const calls = [...steps, ...batches]
  const used =
    (await simulatedGas(node, treasury, calls)) ??
    (steps.length === 0
      ? await Promise.all(calls.map((call) => estimated(node, treasury, call)))
      : await scaled(node, treasury, steps, options))
  const costs = await Promise.all(
    calls.map(async (call, place): Promise<Cost> => {
      const gas = used[place] ?? 0n
      const beside: DataCost = await dataCost(node, options.dataFee, options.chainId, { ...call, gas })
      return { weight: gas + beside.gas, extra: beside.fee, extraAtMost: beside.feeAtMost }
    }),
  )
  return { deployment: costs.slice(0, steps.length), trees: [], batches: costs.slice(steps.length) }
}

type Mint = Extract<Work, { kind: 'mint-batch' | 'mint-uris' | 'mint-single' | 'mint-copies' }>

/** @param defined templates of the earlier batches, to which this one adds its own */
function workOf(shape: BatchShape, contract: string, contractKind: string, defined: number[]): Mint {
  const jobId = bytesToHex(randomBytes(32))
  const recipients = Array.from({ length: shape.size }, () => bytesToHex(randomBytes(20)))
  const folder = bytesToHex(randomBytes(32))
  if (contractKind === 'copies') {
    // If unknown, the dearest case: each copy has its own template, as with rows that all differ.
    const { all, fresh } = shape.templates ?? { all: shape.size, fresh: shape.size }
    const known = defined.slice(0, all - fresh)
    const added = Array.from({ length: all - known.length }, () => randomBytes(6).readUIntBE(0, 6) + 1)
    defined.push(...added)
    const tokens = [...known, ...added]
    const copies = recipients.map((recipient, place) => ({
      recipient,
      tokenId: tokens[place % tokens.length] ?? 1,
      amount: 1,
    }))
    const uri = shape.kind === 'uris' ? shape.uri : leafUri
    const definitions = added.map((tokenId) => ({ tokenId, uri, limit: 0 }))
    return { kind: 'mint-copies', contract, jobId, folder, copies, definitions }
  }
  if (shape.kind === 'uris')
    return { kind: 'mint-uris', contract, jobId, recipients, uris: Array.from({ length: shape.size }, () => shape.uri) }
  if (shape.size > 1) return { kind: 'mint-batch', contract, jobId, folder, recipients, sorted: false }
  return { kind: 'mint-single', contract, jobId, recipient: recipients[0] ?? '', uri: leafUri }
}

/** A URI of one raw leaf, like those of the metadata of lone mints and templates. */
const leafUri = 'ipfs://bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'

function estimated(node: RpcClient, account: Address, { to, data }: Call): Promise<bigint> {
  return node.estimateGas({ account, to, data })
}

/**
 * The gas of a batch by the gas schedule of 2025. `npm run bench:gas`: mintBatch uses 745,700 gas at 100 recipients, 1,382,800 at 200 and
 * 3,294,500 at 500: linear, with 108,500 plus 6,372 a mint. A URI is stored as code, 200 gas a byte (EIP-170), and sent as calldata,
 * 16 gas a byte.
 */
const economyBatch = { base: 108_500n, perMint: 6_372n }
/** The same for a standard collection: 4,800,700 at 100 and 47,031,000 at 1,000. */
const standardBatch = { base: 108_500n, perMint: 46_922n }
const perUriByte = 216n
/** Measured: deploying and initialising a clone uses 229 k. */
const cloneGas = 229_000n
/** By the same schedule, for deploying code through the deterministic deployer: 16 gas a byte sent and 200 a byte stored. */
const perCodeByte = 216n
const deploymentBase = 53_000n

async function scaled(
  node: RpcClient,
  from: Address,
  steps: readonly Call[],
  { facts, batches }: Pick<RehearsalOptions, 'facts' | 'batches'>,
): Promise<bigint[]> {
  const { base, perMint } = facts.contractKind === 'standard' ? standardBatch : economyBatch
  // Only the first steps can be estimated: the last one needs them on chain.
  const known = (call: Call): bigint =>
    call === steps.at(-1) ? cloneGas : deploymentBase + perCodeByte * BigInt(size(call.data))
  const free = steps.length === 1 ? steps : steps.slice(0, -1)
  const asked = await Promise.all(free.map((call) => estimated(node, from, call)))
  const now = asked.reduce((sum, gas) => sum + gas, 0n)
  const then = free.reduce((sum, call) => sum + known(call), 0n)
  const priced = (gas: bigint): bigint => (gas * now) / then
  return [
    ...asked,
    ...steps.slice(free.length).map((call) => priced(known(call))),
    ...batches.map((shape) => {
      const uris = shape.kind === 'uris' ? perUriByte * BigInt(shape.size * shape.uri.length) : 0n
      return priced(base + perMint * BigInt(shape.size) + uris)
    }),
  ]
}
