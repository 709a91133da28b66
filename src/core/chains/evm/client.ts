import {
  type Address,
  BaseError,
  ContractFunctionZeroDataError,
  getAddress,
  type Hash,
  type Hex,
  keccak256,
  type LocalAccount,
  zeroAddress,
} from 'viem'

import { collection721 } from '../../../../resources/contracts/artifacts/collection-721.ts'
import type { EvmChain } from '../../../shared/chains.ts'
import { CoreError } from '../../errors.ts'
import { Refusal } from '../family/outcome.ts'
import type { ChainCall, Limits, SendAnswer } from '../family/transactions.ts'
import type { WalletOwner, Work } from '../family/work.ts'
import type { ChainClient } from '../family.ts'
import type { PinnedRpc } from '../rpc/pool.ts'
import { encodeWork } from './calls.ts'
import { contractsAmong } from './code-probe.ts'
import { contractSettings, orElse } from './contract-settings.ts'
import { batchOfToken, chainBatch, mintTransaction, ownerOf, purchases } from './contract-views.ts'
import { copiesClient } from './copies.ts'
import { type CountSamples, countSamples } from './count-samples.ts'
import { dataCost } from './data-fee.ts'
import { cloneAddress, deploymentCalls } from './deployment.ts'
import { revertData, revertOutcome } from './faults.ts'
import { type FeeRules, readFees } from './fees.ts'
import { finalHead } from './finality.ts'
import { type EstimatedCall, type GasEstimates, gasEstimates } from './gas-estimates.ts'
import { keptOwners } from './kept-owners.ts'
import { madeCollections, mintedTokens } from './made-collections.ts'
import { outcomeOf } from './outcome.ts'
import { toReceipt } from './receipt.ts'
import { rehearse } from './rehearse.ts'
import type { RpcClient } from './rpc.ts'
import { sendRaws } from './send.ts'
import { limitOf } from './send-answer.ts'
import { tokensClient } from './token-reads.ts'
import { signatureFor, transferClient } from './transfers.ts'
import { usedBy } from './used-sequence.ts'

export interface EvmClientOptions {
  chain: EvmChain
  chainId: number
  /** `practice:polygon` */
  network: string
  confirmations: number
  limits: Limits
  fees: FeeRules
  /** Where part of the price is a fee for data on another chain: which oracle tells it. */
  dataFee: 'op-stack' | 'arbitrum' | undefined
  /** Whether a signer may fill whole blocks: the embedded networks have nobody else on them. */
  wholeBlocks?: boolean
  /** The network's RPC as it is reached now; brings a practice network up. @throws CoreError `network.unavailable` */
  rpc(): Promise<RpcClient>
  /** The account that pays and mints for a project; with an owner, that of one of its wallets. */
  account(projectIndex: number, owner?: WalletOwner): LocalAccount
  /** See `ChainClient.busy`. */
  busy(): () => void
  /** See `ChainClient.pollMs`. */
  pollMs?: number | undefined
  /** See `ChainClient.blockMs`. */
  blockMs?: number | undefined
  /** Binds a look to one node; absent where there is only one. */
  pin?: (() => Promise<PinnedRpc<RpcClient>>) | undefined
  /** The nodes that are sent to, one after the other while the answer is unclear; absent where there is only one. */
  senders?: (() => Promise<readonly RpcClient[]>) | undefined
  /** Another node that is up, by which the bound one's word about finality is checked. */
  other?: (() => Promise<RpcClient | null>) | undefined
  /** What was seen of accounts' counts; its own where absent. */
  counts?: CountSamples | undefined
  /** What calls needed before; its own where absent. */
  gas?: GasEstimates | undefined
  /** Practice networks only. */
  faucet?: ((address: string) => Promise<void>) | undefined
}

const { abi } = collection721

/** The EVM family's client for one network. */
export function evmClient(options: EvmClientOptions): ChainClient {
  const { rpc, account, counts = countSamples(), gas: estimates = gasEstimates() } = options
  const treasury = (projectIndex: number): Address => account(projectIndex).address
  const owner = async (contract: string, tokenId: number): Promise<Address | null> =>
    ownerOf(await rpc(), getAddress(contract), tokenId)
  const client: ChainClient = {
    network: options.network,
    chain: options.chain,
    confirmations: options.confirmations,
    limits: options.limits,
    busy: options.busy,
    ...(options.pollMs === undefined ? {} : { pollMs: options.pollMs }),
    ...(options.blockMs === undefined ? {} : { blockMs: options.blockMs }),
    async look(read) {
      if (!options.pin) return read(client)
      const { pin: _bound, ...rest } = options
      const { rpc: node, other } = await options.pin()
      return read(evmClient({ ...rest, rpc: async () => node, other, counts, gas: estimates }))
    },
    async inFlight(address) {
      const node = await rpc()
      const [block, code] = await Promise.all([
        node.getBlock({ blockTag: 'latest' }),
        node.getCode({ address: getAddress(address) }),
      ])
      const { weightInFlight, weightPerTransaction, transactionsInFlight } = options.limits
      const halfBlock = options.wholeBlocks ? weightInFlight : min(block.gasLimit / 2n, weightInFlight)
      return {
        // One transaction must always fit, or nothing would ever go out.
        weight: halfBlock > weightPerTransaction ? halfBlock : weightPerTransaction,
        // EIP-7702: nodes keep one transaction of an account that may be emptied by somebody else's.
        transactions: code?.startsWith(delegation) ? 1 : transactionsInFlight,
      }
    },
    ...(options.faucet ? { faucet: options.faucet } : {}),
    treasury,
    copies: copiesClient(rpc),
    tokens: tokensClient(rpc),
    transfers: transferClient(rpc),
    contractAddress: (facts) => cloneAddress(facts, treasury(facts.projectIndex)),

    async genesis() {
      const node = await rpc()
      const [block] = await Promise.all([node.getBlock({ blockNumber: 0n }), checkChain(node, options.chainId)])
      return block.hash
    },
    async head() {
      const node = await rpc()
      const [block] = await Promise.all([node.getBlock({ blockTag: 'latest' }), checkChain(node, options.chainId)])
      return { number: Number(block.number), hash: block.hash }
    },
    async finalized() {
      return finalHead(await rpc(), options.confirmations, options.other)
    },
    async balance(address) {
      return (await rpc()).getBalance({ address: getAddress(address) })
    },
    fees: async () => readFees(await rpc(), options.fees),
    async rehearse(facts, batches) {
      const { chainId, dataFee } = options
      return rehearse({ node: await rpc(), chainId, dataFee, treasury: treasury(facts.projectIndex), facts, batches })
    },
    async deploymentCalls(facts) {
      const node = await rpc()
      const calls = await deploymentCalls(node, facts, treasury(facts.projectIndex))
      return Promise.all(calls.map((call) => withExtra(node, options, call)))
    },

    async prepare(work, projectIndex): Promise<ChainCall> {
      const owner = senderOf(work)
      const from = account(projectIndex, owner).address
      const signature = await signatureFor(work, options.chainId, (holder) => account(projectIndex, holder))
      const { to, data } = encodeWork(work, signature)
      const node = await rpc()
      const signed = owner === null ? {} : { owner }
      if (work.kind === 'fill')
        return withExtra(node, options, { to: from, data, value: '0', weight: '21000', ...signed })
      const value = work.kind === 'fund' ? BigInt(work.amount) : 0n
      const gas = await estimate(estimates, node, { account: from, to, data, value })
      // Asked afterwards: a call into nothing is cheap and does nothing, and a network may fall back at any moment.
      if (to !== null && work.kind !== 'fund' && ((await node.getCode({ address: to })) ?? '0x') === '0x')
        throw new CoreError('network.behind', `the network does not know the contract ${to}, which was deployed.`)
      if (gas > options.limits.weightPerTransaction)
        throw new Refusal({
          kind: 'failed',
          code: 'chain.tooHeavy',
          message: `This would use ${gas} gas; a transaction may use ${options.limits.weightPerTransaction}.`,
        })
      return withExtra(node, options, { to, data, value: value.toString(), weight: gas.toString(), ...signed })
    },
    async sign(call, projectIndex, sequence, fee) {
      const what = {
        chainId: options.chainId,
        nonce: sequence,
        gas: BigInt(call.weight),
        to: call.to as Address | null,
        data: call.data as Hex,
        value: BigInt(call.value),
      }
      const raw = await account(projectIndex, call.owner ?? null).signTransaction(
        fee.legacy
          ? { ...what, type: 'legacy', gasPrice: fee.max }
          : { ...what, type: 'eip1559', maxFeePerGas: fee.max, maxPriorityFeePerGas: fee.priority },
      )
      return { hash: keccak256(raw), raw, fee }
    },
    limited: (error) => limitOf(error),
    async send(raws) {
      try {
        const nodes = options.senders ? await options.senders() : [await rpc()]
        return await sendRaws(nodes, raws, options.limits.inOrder === true)
      } catch (error) {
        return raws.map((): SendAnswer => ({ kind: 'unclear', message: String(error) }))
      }
    },
    async sequence(address) {
      return (await rpc()).getTransactionCount({ address: getAddress(address), blockTag: 'latest' })
    },
    async pendingSequence(address) {
      return (await rpc()).getTransactionCount({ address: getAddress(address), blockTag: 'pending' })
    },
    async sequenceAt(address, block) {
      return counts.at(await rpc(), getAddress(address), block)
    },
    async usedBy(address, sequence, block) {
      return (await usedBy(await rpc(), getAddress(address), sequence, block))?.hash ?? null
    },
    async receipts(hashes) {
      const node = await rpc()
      const found = await Promise.all(
        hashes.map((hash) => node.request({ method: 'eth_getTransactionReceipt', params: [hash as Hash] })),
      )
      return new Map(
        found.flatMap((receipt) => (receipt ? [[receipt.transactionHash, toReceipt(receipt)] as const] : [])),
      )
    },
    async blocks(numbers) {
      const node = await rpc()
      const found = await Promise.all(
        numbers.map((number) =>
          node.request({ method: 'eth_getBlockByNumber', params: [`0x${number.toString(16)}`, false] }),
        ),
      )
      return new Map(
        found.flatMap((block, place) => {
          const [number] = numbers.slice(place, place + 1)
          if (!block?.hash || number === undefined) return []
          const transactions = block.transactions.map((one) => (typeof one === 'string' ? one : one.hash))
          return [[number, { hash: block.hash, transactions }] as const]
        }),
      )
    },
    async outcome(work, receipt) {
      return outcomeOf(await rpc(), work, receipt)
    },

    async job(contract, jobId, block) {
      const node = await rpc()
      const address = getAddress(contract)
      const at = block === undefined ? {} : { blockNumber: BigInt(block) }
      if (((await node.getCode({ address, ...at })) ?? '0x') === '0x') return 0
      return Number(await node.readContract({ abi, address, functionName: 'jobs', args: [jobId as Hex], ...at }))
    },
    async counters(contract, block) {
      const node = await rpc()
      const address = getAddress(contract)
      const blockNumber = block === undefined ? await node.getBlockNumber({ cacheTime: 0 }) : BigInt(block)
      const at = { abi, address, blockNumber } as const
      const [minted, batches, purchased, [, , saleLeft]] = await Promise.all([
        node.readContract({ ...at, functionName: 'minted' }),
        node.readContract({ ...at, functionName: 'batchCount' }),
        node.readContract({ ...at, functionName: 'purchased' }).catch(orElse(0n)),
        node.readContract({ ...at, functionName: 'payments' }).catch(orElse([0n, zeroAddress, 0n] as const)),
      ]).catch((error: unknown) => {
        throw notOurs(error, address)
      })
      return {
        minted: Number(minted),
        batches: Number(batches),
        purchased: Number(purchased),
        saleLeft: Number(saleLeft),
      }
    },
    settings: async (contract) => contractSettings(await rpc(), getAddress(contract)),
    purchases: async (contract) => purchases(await rpc(), getAddress(contract)),
    chainBatch: async (contract, index) => chainBatch(await rpc(), getAddress(contract), index),
    batchOfToken: async (contract, tokenId) => batchOfToken(await rpc(), getAddress(contract), tokenId),
    madeCollections: async (creators, from, to) => madeCollections(await rpc(), creators, from, to),
    mintedTokens: async (contract, tokenIds) => mintedTokens(await rpc(), getAddress(contract), tokenIds),
    mintTransaction: async (contract, tokenId) => mintTransaction(await rpc(), getAddress(contract), tokenId),
    contractsAmong: async (addresses) => contractsAmong(await rpc(), addresses),
    ownerOf: options.wholeBlocks ? keptOwners({ head: async () => headHash(await rpc()), ownerOf: owner }) : owner,
  }
  return client
}

async function headHash(node: RpcClient): Promise<string> {
  const block = await node.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  if (!block?.hash) throw new CoreError('network.unavailable', 'The network does not say which its newest block is.')
  return block.hash
}

/** What is at the address answers otherwise than a collection does, or nothing is there. Any other error stays what it is. */
function notOurs(error: unknown, address: Address): unknown {
  const said = error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionZeroDataError)
  if (!said && revertData(error) === null) return error
  return new CoreError(
    'network.contract',
    `at ${address}, where a collection of this project was, the network has no such contract now: set an RPC of the right network.`,
  )
}

/** EIP-7702: the code of an account that has lent itself to a contract begins so. */
const delegation = '0xef0100'

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

async function checkChain(node: RpcClient, expected: number): Promise<void> {
  const chainId = await node.getChainId()
  if (chainId === expected) return
  throw new CoreError(
    'network.chainId',
    `the RPC answers for another chain (its id is ${chainId}, expected ${expected}): set an RPC of the right network.`,
  )
}

/** Whose transaction a piece of work is: null for the treasury's. */
function senderOf(work: Work): WalletOwner {
  if (work.kind === 'fill') return work.owner ?? null
  return work.kind === 'transfer' && work.by === 'holder' ? work.owner : null
}

async function estimate(estimates: GasEstimates, node: RpcClient, call: EstimatedCall): Promise<bigint> {
  try {
    return await estimates.estimate(node, call)
  } catch (error) {
    const revert = revertData(error)
    if (revert === null) throw error
    throw new Refusal(revertOutcome(revert))
  }
}

/** The call with what it costs beside its gas. A data fee follows another chain's prices, so a quarter more is kept for it. */
async function withExtra(node: RpcClient, options: EvmClientOptions, call: ChainCall): Promise<ChainCall> {
  const { to, data } = call
  const { feeAtMost } = await dataCost(node, options.dataFee, options.chainId, {
    to: to as Address | null,
    data: data as Hex,
    gas: BigInt(call.weight),
  })
  return feeAtMost === 0n ? call : { ...call, extra: ((feeAtMost * 5n) / 4n).toString() }
}
