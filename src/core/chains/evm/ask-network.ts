/** Finds out the facts of an EVM network from one of its RPCs. */
import { type Address, BaseError, HttpRequestError, TimeoutError } from 'viem'
import { CoreError } from '../../lib/errors.ts'
import { shownRpc } from '../rpc/address.ts'
import { shortOf } from '../rpc/fault-words.ts'
import { probePatience, works } from '../rpc/probe.ts'
import { deployer, deployerMissing } from './contracts/deployer.ts'
import { type FoundFacts, leastGasCap } from './custom-network.ts'
import { wrongChain } from './rpc/identity.ts'
import { type RpcClient, rpcClient } from './rpc/rpc.ts'
import { nodeInterface, nodeInterfaceAbi, priceOracle } from './transactions/data-fee.ts'

/** github.com/mds1/multicall3: at the same address on every chain that has it. */
const multicall3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** Ours: blocks over which the block time is measured. */
const blocksBack = 100n
const nothingAt: Address = '0x0000000000000000000000000000000000000001'
/** For a chain with too few blocks to measure. */
const usualBlockMs = 2_000

/**
 * Reads all facts of a network that minting needs. Stores and sends nothing.
 * @param practiceGenesis hashes of block 0 of the practice networks
 * @throws CoreError `rpc.unreachable`, `rpc.notEvm`, `rpc.identity`, `rpc.logs`, `rpc.blockGas`, `network.deployer` with the cure, without keys
 */
export async function askNetwork(
  url: string,
  practiceGenesis: () => Promise<ReadonlySet<string>>,
  answerBytes?: number,
): Promise<FoundFacts> {
  const rpc = rpcClient(url, probePatience, undefined, answerBytes)
  const shown = shownRpc(url)
  const chainId = await rpc.getChainId().catch((error: unknown) => {
    throw noAnswer(shown, error)
  })
  if (!Number.isSafeInteger(chainId) || chainId <= 0) throw notEvm(shown)
  try {
    const latest = await rpc.getBlock({ blockTag: 'latest' })
    // Asks for the chain id once more: an RPC that serves several chains, or lies, may answer a different one.
    const wrong = await wrongChain(rpc, { label: 'This network', chainId, genesis: async () => null, practiceGenesis })
    if (wrong !== null) throw new CoreError('rpc.identity', `${shown} cannot be used. ${wrong} Name another RPC.`)
    if (!(await works(rpc.getLogs({ fromBlock: latest.number, toBlock: latest.number }))))
      throw new CoreError(
        'rpc.logs',
        `${shown} does not answer eth_getLogs, without which nobody can tell what was minted: name an RPC of this network that does, such as one of a provider.`,
      )
    if (latest.gasLimit < leastGasCap)
      throw new CoreError(
        'rpc.blockGas',
        `A block of this network holds ${latest.gasLimit} gas, and to deploy a contract takes ${leastGasCap}: nothing can be minted there. Use another network.`,
      )
    if (!(await hasCode(rpc, deployer))) throw deployerMissing()
    const [multicall, dataFee, safe, finalized, blockMs] = await Promise.all([
      hasCode(rpc, multicall3),
      dataFeeOf(rpc),
      works(rpc.getBlock({ blockTag: 'safe' })),
      works(rpc.getBlock({ blockTag: 'finalized' })),
      blockTime(rpc, latest),
    ])
    const baseFee = latest.baseFeePerGas !== null
    return { chainId, baseFee, blockGas: latest.gasLimit, multicall, dataFee, safe, finalized, blockMs }
  } catch (error) {
    throw error instanceof CoreError ? error : noAnswer(shown, error)
  }
}

function noAnswer(shown: string, error: unknown): CoreError {
  const lost =
    error instanceof BaseError &&
    error.walk(
      (cause) => (cause instanceof HttpRequestError && cause.status === undefined) || cause instanceof TimeoutError,
    )
  if (!lost) return notEvm(shown, shortOf(error))
  return new CoreError(
    'rpc.unreachable',
    `${shown} does not answer (${shortOf(error)}): see that the address is right and that the network’s RPC runs, and ask again.`,
  )
}

function notEvm(shown: string, said?: string): CoreError {
  const why = said === undefined ? '' : ` (${said})`
  return new CoreError(
    'rpc.notEvm',
    `${shown} answers, but not as an EVM network does${why}: give the address of a JSON-RPC of an EVM chain, as its provider names it, with the key where it takes one.`,
  )
}

async function hasCode(rpc: RpcClient, address: Address): Promise<boolean> {
  return ((await rpc.getCode({ address })) ?? '0x') !== '0x'
}

/** The oracle for the data fee: the OP stack’s is a contract with code; for Arbitrum’s the node itself answers. */
async function dataFeeOf(rpc: RpcClient): Promise<FoundFacts['dataFee']> {
  if (await hasCode(rpc, priceOracle)) return 'op-stack'
  const asked = rpc.simulateContract({
    address: nodeInterface,
    abi: nodeInterfaceAbi,
    functionName: 'gasEstimateL1Component',
    args: [nothingAt, false, '0x'],
  })
  return (await works(asked)) ? 'arbitrum' : null
}

/** The block time, measured over the newest headers, ms. Block 0 does not count: it may have any timestamp. */
async function blockTime(rpc: RpcClient, latest: { number: bigint; timestamp: bigint }): Promise<number> {
  const from = latest.number > blocksBack ? latest.number - blocksBack : 1n
  if (latest.number <= from) return usualBlockMs
  const early = await rpc.getBlock({ blockNumber: from })
  const each = Number(((latest.timestamp - early.timestamp) * 1_000n) / (latest.number - from))
  return Math.min(60_000, Math.max(250, each))
}
