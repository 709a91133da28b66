import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import {
  type Address,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  isHex,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import { findAnvil } from '../../../src/core/practice/anvil-binary.ts'

/** What a transaction came to. */
export interface Receipt {
  ok: boolean
  gasUsed: number
  contractAddress: Address | null
  logs: { address: Address; topics: Hex[]; data: Hex }[]
}

export interface Transaction {
  from: Address
  to?: Address
  data: Hex
  gas?: number
  /** Coins that go along, in wei. */
  value?: bigint
}

/** A call that the chain refused, with the bytes the contract gave as its reason. */
export class Reverted extends Error {
  readonly reason: Hex
  constructor(reason: Hex) {
    super(`reverted with ${reason}`)
    this.reason = reason
  }
}

/**
 * An anvil of its own for one test file: a block a transaction, blocks of 500 M gas, every address may send.
 * `accounts` are ten funded addresses.
 */
export interface Chain {
  accounts: readonly [Address, Address, Address, ...Address[]]
  /** Address of its RPC. */
  url: string
  /** Sends and waits for the block. A revert is `ok: false`, not an error. */
  send(transaction: Transaction): Promise<Receipt>
  /** Sends several at once; they are included in this order when they come from one account. */
  sendAll(transactions: readonly Transaction[]): Promise<readonly Receipt[]>
  /** @throws Reverted */
  call(transaction: Transaction): Promise<Hex>
  deploy(artifact: { abi: readonly unknown[]; bytecode: Hex }, args?: readonly unknown[]): Promise<Address>
  rpc(method: string, params: readonly unknown[]): Promise<unknown>
  close(): Promise<void>
}

interface AnvilReceipt {
  status: Hex
  gasUsed: Hex
  contractAddress: Address | null
  logs: Receipt['logs']
}

interface Call {
  method: string
  params: readonly unknown[]
}

/** After so long without a receipt, ms, a block is asked for, and what is missing sent again; so often at most. */
const lyingMs = 10_000
const kicksAtMost = 10

/** Gas of one block. */
const blockGas = 500_000_000

/** Starts a chain; `close` ends it. `more`: further arguments of anvil's. */
export async function startChain(...more: string[]): Promise<Chain> {
  // States of old blocks, up to gigabytes of them, go to the home of whoever runs this unless they are given a place; none but the last are kept.
  const states = await mkdtemp(join(tmpdir(), 'mintdesk-anvil-'))
  const keeping = ['--cache-path', states, '--prune-history', '64']
  const program = spawn(
    await findAnvil(),
    ['--port', '0', '--auto-impersonate', '--gas-limit', String(blockGas), ...keeping, ...more],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const url = await listening(program)
  const batch = client(url)
  const rpc = async (method: string, params: readonly unknown[]) => (await batch([{ method, params }]))[0]
  const unlocked = (await rpc('eth_accounts', [])) as Address[]
  const accounts = unlocked.map((address) => getAddress(address)) as [Address, Address, Address, ...Address[]]

  // anvil's own waiting for receipts ends after seconds, which is not enough on a busy machine.
  const receiptsOf = async (sent: readonly Call[]): Promise<AnvilReceipt[]> => {
    const hashes = (await batch(sent)) as Hex[]
    let since = performance.now()
    for (let kicks = 0; ; ) {
      const found = await batch(hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })))
      const receipts = (found as (AnvilReceipt | null)[]).filter((receipt) => receipt !== null)
      if (receipts.length === hashes.length) return receipts
      if (performance.now() - since > lyingMs) {
        if (++kicks > kicksAtMost) throw new Error(`anvil includes no transaction: ${await poolOf()}`)
        // Once in many runs one was left lying for good, with all that came behind it.
        await rpc('evm_mine', [])
        for (const [place, one] of sent.entries()) if (found[place] === null) await batch([one]).catch(() => undefined)
        since = performance.now()
      }
      await setTimeout(5)
    }
  }
  /** What anvil's pool holds, for whoever has to find out why. */
  const poolOf = async () =>
    JSON.stringify(
      await batch(['eth_blockNumber', 'txpool_status', 'txpool_inspect'].map((method) => ({ method, params: [] }))),
    )

  const nonces = new Map<Address, number>()
  const sendAll = async (transactions: readonly Transaction[]): Promise<Receipt[]> => {
    // What is sent together has room in one block: of what came before anvil makes one, it leaves lying what does not fit.
    const calls: Call[][] = []
    let room = 0
    for (const { gas = 60_000_000, from: sender, to, data, value = 0n } of transactions) {
      const from = getAddress(sender)
      // Without a nonce of their own, transactions that come together would be given the same one.
      const nonce = nonces.get(from) ?? Number(await rpc('eth_getTransactionCount', [from, 'latest']))
      nonces.set(from, nonce + 1)
      if (gas > room) {
        calls.push([])
        room = blockGas
      }
      room -= gas
      calls.at(-1)?.push({
        method: 'eth_sendTransaction',
        params: [{ from, to, data, gas: toHex(gas), nonce: toHex(nonce), value: toHex(value) }],
      })
    }
    const receipts: AnvilReceipt[] = []
    for (const some of calls) receipts.push(...(await receiptsOf(some)))
    return receipts.map((receipt) => ({ ...receipt, ok: receipt.status === '0x1', gasUsed: Number(receipt.gasUsed) }))
  }
  const send = async (transaction: Transaction): Promise<Receipt> => {
    const [receipt] = await sendAll([transaction])
    if (receipt === undefined) throw new Error('There was no receipt.')
    return receipt
  }

  return {
    accounts,
    url,
    rpc,
    send,
    sendAll,
    call: async ({ gas = 400_000_000, value = 0n, ...transaction }) =>
      (await rpc('eth_call', [{ ...transaction, gas: toHex(gas), value: toHex(value) }, 'latest'])) as Hex,
    deploy: async ({ abi, bytecode }, args = []) => {
      const data = encodeDeployData({ abi, bytecode, args })
      const { contractAddress } = await send({ from: accounts[0], data })
      if (contractAddress === null) throw new Error('The contract was not deployed.')
      return getAddress(contractAddress)
    },
    close: async () => {
      if (program.exitCode === null) {
        const ended = once(program, 'exit')
        program.kill()
        await ended
      }
      await rm(states, { recursive: true, force: true })
    },
  }
}

async function listening(program: ChildProcess): Promise<string> {
  if (program.stdout === null) throw new Error('anvil has no output.')
  for await (const line of createInterface(program.stdout)) {
    const address = /Listening on ([\d.:]+)/.exec(line)?.[1]
    if (address === undefined) continue
    program.stdout.resume()
    return `http://${address}`
  }
  throw new Error('anvil ended before it listened.')
}

/** Posts calls together and gives their results in order. */
function client(url: string) {
  return async (calls: readonly Call[]): Promise<unknown[]> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
    })
    const answers = (await response.json()) as {
      id: number
      result?: unknown
      error?: { message: string; data?: unknown }
    }[]
    const inOrder = answers.sort((a, b) => a.id - b.id)
    return inOrder.map(({ id, result, error }) => {
      if (error === undefined) return result
      if (isHex(error.data)) throw new Reverted(error.data)
      throw new Error(`${calls[id]?.method}: ${error.message}`)
    })
  }
}

const observerAbi = parseAbi([
  'function observe(address target, bytes[] questions) view returns (bytes[] answers)',
  'function gasOf(address target, bytes question) view returns (uint256 gas)',
])

/**
 * Asks each of `targets` the same encoded questions, in one call each; `observer` is a deployed Observer. Gives the encoded `bytes[]`
 * of each, so that they can be compared as they are: taking thousands of answers apart takes longer than getting them.
 */
export async function observe(
  { accounts, call }: Chain,
  observer: Address,
  targets: readonly Address[],
  questions: readonly Hex[],
): Promise<readonly Hex[]> {
  const data = encodeFunctionData({ abi: observerAbi, functionName: 'observe', args: [zeroAddress, questions] })
  return Promise.all(
    targets.map((target) => {
      // The target is the first argument: 24 digits of zeros behind `0x` and the selector, then 40 of the address.
      const asked: Hex = `0x${data.slice(2, 34)}${target.slice(2).toLowerCase()}${data.slice(74)}`
      return call({ from: accounts[0], to: observer, data: asked })
    }),
  )
}

/** The answers that `observe` gave, `0x00` for each question that reverted. */
export function answersIn(observed: Hex): readonly Hex[] {
  return decodeFunctionResult({ abi: observerAbi, functionName: 'observe', data: observed })
}

/** The gas that `target` needs to answer an encoded call, without the 21,000 of a transaction. */
export async function gasOf(
  { accounts, call }: Chain,
  observer: Address,
  target: Address,
  question: Hex,
): Promise<number> {
  const data = encodeFunctionData({ abi: observerAbi, functionName: 'gasOf', args: [target, question] })
  const answer = await call({ from: accounts[0], to: observer, data })
  return Number(decodeFunctionResult({ abi: observerAbi, functionName: 'gasOf', data: answer }))
}
