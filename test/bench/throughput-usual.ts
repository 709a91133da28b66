/**
 * What Mintdesk is measured against, on an anvil that makes blocks of 30 M gas, one a second: the usual script, written with care
 * (OpenZeppelin's ERC-721 with a URI for each token, one `safeMint` a transaction), and a library's loop (200 mints a transaction, metadata
 * in a folder), pipelined too.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import {
  type Address,
  bytesToHex,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  formatTransactionReceipt,
  type Hex,
  http,
  numberToHex,
  type RpcTransactionReceipt,
  type TransactionReceipt,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { findAnvil } from '../../src/core/practice/anvil-binary.ts'
import { compileTestSource } from '../contracts/support/bench.ts'
import type { Figures } from './throughput-table.ts'

const uri = 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
// The well-known words of anvil's own accounts.
const account = mnemonicToAccount('test test test test test test test test test test test junk')

/** Signed transactions in one HTTP request, and such requests under way at once: more made nothing faster. */
const sentTogether = 10
const requestsAtOnce = 4

/**
 * The scripts that exist: `awaited` sends the next mint when it has the receipt of the last; `pipelined` signs all, then sends all; `looped`
 * does that with the library's loop.
 */
export type Way = 'awaited' | 'pipelined' | 'looped'

/** As many as Mintdesk's own comparison (design/evm.md): three such transactions fit into a block. */
const mintsPerLoop = 200

type Artifact = ReturnType<ReturnType<typeof compileTestSource>>

/** The contracts of the scripts, compiled; that takes seconds. */
export function compileUsualContracts(): { usual: Artifact; loop: Artifact } {
  const compiled = compileTestSource('Loops.sol', { viaIR: true })
  return { usual: compiled('UsualScript'), loop: compiled('OpenZeppelinLoop') }
}

/**
 * Mints `mints` NFTs, each to another new holder, and gives what it took from the first signature to the last receipt.
 * @param artifact the loop for `looped`, else the usual contract
 */
export async function mintAsUsual(artifact: Artifact, way: Way, mints: number): Promise<Figures> {
  const anvil = await startAnvil()
  try {
    const chain = await usualContract(artifact, anvil.url, way)
    const began = performance.now()
    const transactions = way === 'looped' ? Math.ceil(mints / mintsPerLoop) : mints
    const receipts = way === 'awaited' ? await awaited(chain, mints) : await pipelined(chain, transactions)
    const seconds = (performance.now() - began) / 1000
    const failed = receipts.filter(({ status }) => status !== 'success').length
    if (failed > 0) throw new Error(`${failed} of ${mints} mints of the usual script (${way}) failed.`)
    const blocks = receipts.map(({ blockNumber }) => Number(blockNumber))
    return {
      mints: way === 'looped' ? transactions * mintsPerLoop : mints,
      seconds,
      transactions: receipts.length,
      gas: receipts.reduce((sum, { gasUsed }) => sum + Number(gasUsed), 0),
      blocks: Math.max(...blocks) - Math.min(...blocks) + 1,
    }
  } finally {
    await anvil.stop()
  }
}

type UsualContract = Awaited<ReturnType<typeof usualContract>>

async function usualContract({ abi, bytecode }: Artifact, url: string, way: Way) {
  // Many requests of the pipelined script become few HTTP requests.
  const transport = http(url, way !== 'awaited' ? { batch: { batchSize: sentTogether } } : {})
  const wallet = createWalletClient({ account, chain: foundry, transport })
  const reader = createPublicClient({ chain: foundry, transport, pollingInterval: 100 })
  const { contractAddress } = await reader.waitForTransactionReceipt({
    hash: await wallet.deployContract({ abi, bytecode }),
  })
  if (contractAddress === null || contractAddress === undefined) throw new Error('The contract was not deployed.')
  const to: Address = contractAddress
  const call = (): Hex =>
    way === 'looped'
      ? encodeFunctionData({ abi, functionName: 'mintBatch', args: [Array.from({ length: mintsPerLoop }, newHolder)] })
      : encodeFunctionData({ abi, functionName: 'safeMint', args: [newHolder(), uri] })
  // The first mint fills slots that later ones only change: it is not measured, as with any collection that is in use.
  await reader.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ to, data: call() }) })
  return { wallet, reader, to, call }
}

async function awaited({ wallet, reader, to, call }: UsualContract, mints: number): Promise<TransactionReceipt[]> {
  const receipts: TransactionReceipt[] = []
  for (let at = 0; at < mints; at += 1) {
    const hash = await wallet.sendTransaction({ to, data: call() })
    receipts.push(await reader.waitForTransactionReceipt({ hash }))
  }
  return receipts
}

async function pipelined(
  { wallet, reader, to, call }: UsualContract,
  transactions: number,
): Promise<TransactionReceipt[]> {
  const first = await reader.getTransactionCount({ address: account.address })
  const gas = ((await reader.estimateGas({ account, to, data: call() })) * 11n) / 10n
  const { maxFeePerGas, maxPriorityFeePerGas } = await reader.estimateFeesPerGas()
  const signed: Hex[] = []
  for (let at = 0; at < transactions; at += 1)
    signed.push(
      await account.signTransaction({
        chainId: foundry.id,
        to,
        data: call(),
        gas,
        nonce: first + at,
        // Ten times the fee of now: a full block after another raises it by an eighth each.
        maxFeePerGas: maxFeePerGas * 10n,
        maxPriorityFeePerGas,
        type: 'eip1559',
      }),
    )
  let block = await reader.getBlockNumber({ cacheTime: 0 })
  let sent = 0
  const send = async (): Promise<void> => {
    while (sent < transactions) {
      const together = signed.slice(sent, sent + sentTogether)
      sent += sentTogether
      await Promise.all(together.map((serializedTransaction) => wallet.sendRawTransaction({ serializedTransaction })))
    }
  }
  const sending = Promise.all(Array.from({ length: requestsAtOnce }, send))
  const receipts: TransactionReceipt[] = []
  while (receipts.length < transactions) {
    const head = await reader.getBlockNumber({ cacheTime: 0 })
    for (; block < head; block += 1n) receipts.push(...(await receiptsOf(reader, block + 1n)))
    if (receipts.length < transactions) await new Promise((resolve) => setTimeout(resolve, reader.pollingInterval))
  }
  await sending
  return receipts
}

async function receiptsOf(reader: UsualContract['reader'], block: bigint): Promise<TransactionReceipt[]> {
  const receipts = await reader.request<BlockReceipts>({ method: 'eth_getBlockReceipts', params: [numberToHex(block)] })
  return receipts.map((receipt) => formatTransactionReceipt(receipt))
}

type BlockReceipts = {
  Method: 'eth_getBlockReceipts'
  Parameters: [Hex]
  ReturnType: RpcTransactionReceipt[]
}

function newHolder(): Address {
  return bytesToHex(randomBytes(20))
}

async function startAnvil(): Promise<{ url: string; stop(): Promise<void> }> {
  const program = spawn(await findAnvil(), ['--port', '0', '--block-time', '1', '--gas-limit', '30000000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async (): Promise<void> => {
    if (program.exitCode !== null || program.signalCode !== null) return
    const ended = once(program, 'exit')
    program.kill()
    await ended
  }
  return { url: await listening(program), stop }
}

async function listening({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('anvil has no output.')
  for await (const line of createInterface(stdout)) {
    const address = /Listening on ([\d.:]+)/.exec(line)?.[1]
    if (address === undefined) continue
    stdout.resume()
    return `http://${address}`
  }
  throw new Error('anvil ended before it listened.')
}
