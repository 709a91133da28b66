import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Address, encodeDeployData, getAddress, type Hex, isHex, toHex } from 'viem'
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
  /**
   * Makes a block of what `send` sends, when all of it is in the pool. Making blocks by itself, anvil leaves a transaction lying for good, with all
   * that comes behind it, where the one before gets into a block between the look at the sender's nonce and the way into the pool.
   */
  inOneBlock<T>(send: () => Promise<T>): Promise<T>
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

/** Gas of one block, and of a transaction that names none. */
const blockGas = 500_000_000
const usualGas = 60_000_000

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

  let before: Promise<unknown> = Promise.resolve()
  const inOneBlock = <T>(send: () => Promise<T>): Promise<T> => {
    const block = before.then(async () => {
      await rpc('evm_setAutomine', [false])
      try {
        const sent = await send()
        await rpc('evm_mine', [])
        return sent
      } finally {
        await rpc('evm_setAutomine', [true])
      }
    })
    before = block.catch(() => undefined)
    return block
  }

  const nonces = new Map<Address, number>()
  const sendingOf = async ({ gas = usualGas, from: sender, to, data, value = 0n }: Transaction): Promise<Call> => {
    const from = getAddress(sender)
    // Without a nonce of their own, transactions that come together would be given the same one.
    const nonce = nonces.get(from) ?? Number(await rpc('eth_getTransactionCount', [from, 'latest']))
    nonces.set(from, nonce + 1)
    const fields = { from, to, data, gas: toHex(gas), nonce: toHex(nonce), value: toHex(value) }
    return { method: 'eth_sendTransaction', params: [fields] }
  }
  const sendAll = async (transactions: readonly Transaction[]): Promise<Receipt[]> => {
    const receipts: Receipt[] = []
    for (const some of blocksOf(transactions)) {
      const hashes = await inOneBlock(async () => {
        const calls: Call[] = []
        for (const transaction of some) calls.push(await sendingOf(transaction))
        return await batch(calls)
      })
      const found = await batch(hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })))
      for (const receipt of found as (AnvilReceipt | null)[]) {
        if (receipt === null) throw new Error(`anvil left a transaction out of its block: ${await poolOf()}`)
        receipts.push({ ...receipt, ok: receipt.status === '0x1', gasUsed: Number(receipt.gasUsed) })
      }
    }
    return receipts
  }
  /** What anvil's pool holds, for whoever has to find out why. */
  const poolOf = async () =>
    JSON.stringify(
      await batch(['eth_blockNumber', 'txpool_status', 'txpool_inspect'].map((method) => ({ method, params: [] }))),
    )
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
    inOneBlock,
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

/** The transactions in groups that have room in one block each. */
function blocksOf(transactions: readonly Transaction[]): Transaction[][] {
  const blocks: Transaction[][] = []
  let room = 0
  for (const transaction of transactions) {
    const gas = transaction.gas ?? usualGas
    if (gas > room) {
      blocks.push([])
      room = blockGas
    }
    room -= gas
    blocks.at(-1)?.push(transaction)
  }
  return blocks
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
